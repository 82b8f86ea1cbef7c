// The points of a seat after one more domino. Regions, totems and cavemen are counted once, so each placement
// with its best fire takes a few operations. Tests check that the result equals placing and scoring.
#pragma once

#include "crownfire/engine.hpp"
#include "crownfire/scoring.hpp"

namespace crownfire {

template <class Rules>
struct Region {
  using Mask = typename Rules::Board::Mask;
  Mask cells;
  Mask beside;  // the cells next to it
  int count;
  int symbols;
};

// The regions of one terrain.
template <class Rules>
struct Regions {
  using Mask = typename Rules::Board::Mask;
  static constexpr int kMost = 25;  // a checkerboard of a 7×7 frame has no more
  int size = 0;
  union {
    std::array<Region<Rules>, kMost> at;  // only the first `size` are initialised
  };

  Regions() {}  // NOLINT: `at` stays uninitialised

  void find(const Territory<Rules>& territory, int terrain) {
    using Board = typename Rules::Board;
    for (auto left = territory.terrain[terrain]; left.any() && size < kMost;) {
      const Mask cells = Board::connected(Mask::one(left.lowest()), left);
      at[size++] = {cells, Board::beside(cells), cells.count(), territory.count_symbols(cells)};
      left &= ~cells;
    }
  }

  const Region<Rules>* begin() const { return at.data(); }
  const Region<Rules>* end() const { return at.data() + size; }

  // The points gained by new squares of this terrain with so many symbols.
  int gain(const Mask& squares, int added_symbols) const {
    int count = squares.count(), symbols = added_symbols, before = 0;
    for (const auto& region : *this)
      if ((region.beside & squares).any()) {
        count += region.count;
        symbols += region.symbols;
        before += region.count * region.symbols;
      }
    return count * symbols - before;
  }
};

// Whose totems the mover holds with so many resources of each kind (T3, T4). A totem that is still to be
// given to one of several counts as held, as it does in the score sheet at that moment.
template <class Rules>
struct TotemOutlook {
  std::array<int, kResourceKinds> own{};
  std::array<int, kResourceKinds> most{};  // of the others
  std::array<int, kResourceKinds> tied{};  // how many others have that many
  std::array<bool, kResourceKinds> held{};

  TotemOutlook(const State<Rules>& state, int seat) {
    for (int kind = 0; kind < kResourceKinds; ++kind) {
      held[kind] = state.totems[kind] == seat;
      for (int other = 0; other < state.config.players; ++other) {
        const int count = resources::count(state.territory[other], kind);
        if (other == seat) {
          own[kind] = count;
          continue;
        }
        if (count > most[kind]) tied[kind] = 0;
        if (count >= most[kind]) ++tied[kind];
        most[kind] = std::max(most[kind], count);
      }
    }
  }

  // Points of resources and totems after so many more (or fewer) of each kind.
  int points(const std::array<int, kResourceKinds>& change) const {
    int sum = 0;
    for (int kind = 0; kind < kResourceKinds; ++kind) {
      const int count = own[kind] + change[kind];
      sum += count * kPointsPerResource;
      const bool keeps = held[kind] && most[kind] > 0 && (count == most[kind] || tied[kind] > 1);
      if (count > most[kind] || keeps) sum += kTotemPoints[kind];
    }
    return sum;
  }
};

// The same where totems are played, nothing elsewhere.
template <class Rules>
using MaybeTotems = std::conditional_t<Rules::template has<Totems>, TotemOutlook<Rules>, Nothing>;

template <class Rules>
MaybeTotems<Rules> totem_outlook(const State<Rules>& state, int seat) {
  if constexpr (Rules::template has<Totems>)
    return TotemOutlook<Rules>(state, seat);
  else
    return {};
}

template <class Rules>
class Outlook {
 public:
  using Board = typename Rules::Board;
  using Mask = typename Board::Mask;

  Outlook(const State<Rules>& state, int seat)
      : territory_(state.territory[seat]), config_(state.config), totems_(totem_outlook(state, seat)) {
    if constexpr (Rules::template has<Tribe>) {
      tribe_points_ = tribe::points(territory_);
      cavemen_ = territory_.cavemen();
      near_cavemen_ = Board::around(cavemen_);
    }
    region_points_ = region_points(territory_);
    for (int t = 0; t < kScoring; ++t) regions_[t].find(territory_, t);
  }

  // Calls `visit(cell, direction, points)` for every placement of a domino, with its best fire, in no
  // particular order.
  template <class Visit>
  void each_placement(const Domino& domino, Visit&& visit) const {
    const auto places = placement::places(territory_, domino);
    const bool is_volcano = domino.first.craters || domino.second.craters;
    const bool is_one_terrain = domino.first.terrain == domino.second.terrain;
    std::array<std::int16_t, Board::kCells> first_gain, second_gain;
    if (!is_one_terrain) {
      fill(first_gain, domino.first, places.first[0] | places.first[1] | places.first[2] | places.first[3]);
      Mask seconds;
      for (int d = 0; d < 4; ++d) seconds |= Board::towards(places.first[d], static_cast<Direction>(d ^ 2));
      fill(second_gain, domino.second, seconds);
    }
    const int resources = resource_points(domino);
    for (int d = 0; d < places.directions; ++d)
      for (auto cells = places.first[d]; cells.any();) {
        const int cell = cells.pop(), other = Board::step(cell, static_cast<Direction>(d));
        int points = region_points_ + bonus(cell, other);
        if (is_one_terrain)
          points += gain(domino.first.terrain, Mask::one(cell) | Mask::one(other),
                         domino.first.symbols + domino.second.symbols);
        else
          points += first_gain[cell] + second_gain[other];
        points += is_volcano ? fire_points(domino, cell, other, resources)
                             : resources + settler_points(domino, cell, other);
        visit(cell, static_cast<Direction>(d), points);
      }
  }

  // The most points with this domino, placed in the best way or, if it fits nowhere, discarded.
  int best_points(const Domino& domino) const {
    int best = -1;
    each_placement(domino, [&](int, Direction, int points) { best = std::max(best, points); });
    return best >= 0 ? best : points_when_discarded();
  }

  int points_when_discarded() const {
    auto after = territory_;
    ++after.discards;
    int sum = region_points_ + bonuses::points(config_, after);
    if constexpr (Rules::template has<Totems>) sum += totems_.points({});
    return sum + tribe_points_;
  }

 private:
  static constexpr int kScoring = Rules::kOrigins ? kVolcano : kTerrains;  // O10

  int gain(int terrain, const Mask& squares, int symbols) const {
    return terrain < kScoring ? regions_[terrain].gain(squares, symbols) : 0;
  }

  void fill(std::array<std::int16_t, Board::kCells>& gains, const Half& half, Mask cells) const {
    while (cells.any()) {
      const int cell = cells.pop();
      gains[cell] = static_cast<std::int16_t>(gain(half.terrain, Mask::one(cell), half.symbols));
    }
  }

  // C11, C12.
  int bonus(int cell, int other) const {
    if (!config_.centre_points && !config_.complete_points) return 0;
    constexpr int kHalf = (Rules::kFrame - 1) / 2, kCentre = Board::kCentre;
    constexpr auto kInside =
        Board::rectangle(kCentre - kHalf, kCentre + kHalf, kCentre - kHalf, kCentre + kHalf);
    const bool is_central =
        kInside.test(cell) && kInside.test(other) && !(territory_.covered & ~kInside).any();
    return (is_central ? config_.centre_points : 0) +
           (territory_.discards == 0 ? config_.complete_points : 0);
  }

  static bool brings_resource(const Half& half) {  // T1
    return Rules::template has<Resources> && half.terrain < kResourceKinds && half.symbols == 0;
  }

  static std::array<int, kResourceKinds> brought(const Domino& domino) {
    std::array<int, kResourceKinds> change{};
    for (const Half& half : {domino.first, domino.second})
      if (brings_resource(half)) ++change[half.terrain];
    return change;
  }

  // T5 after placing, without a fire.
  int resource_points(const Domino& domino) const {
    if constexpr (Rules::template has<Totems>) return totems_.points(brought(domino));
    return 0;
  }

  Territory<Rules> with(const Domino& domino, int cell, int other) const {
    auto after = territory_;
    after.cover(cell, domino.first);
    after.cover(other, domino.second);
    return after;
  }

  // B7, B8 after placing, without a fire.
  int settler_points(const Domino& domino, int cell, int other) const {
    if constexpr (Rules::template has<Tribe>)
      if (near_cavemen_.test(cell) || near_cavemen_.test(other))
        return tribe::points(with(domino, cell, other));
    return tribe_points_;
  }

  // What the best fire of a placed volcano adds, and the points of resources, totems and cavemen after it.
  int fire_points(const Domino& domino, int cell, int other, int resources) const {
    if constexpr (Rules::template has<Eruption>) {
      const bool is_first = domino.first.craters != 0;
      const Half& half = is_first ? domino.second : domino.first;
      const int volcano = is_first ? cell : other, beside = is_first ? other : cell;
      const int symbols = is_first ? domino.first.craters : domino.second.craters;
      auto reach = Mask::one(volcano);
      for (int i = kFireReachPlusCraters - symbols; i > 0; --i) reach = Board::around(reach);
      auto with_symbols = territory_.with_symbols();
      with_symbols.set(volcano);
      if (half.symbols | half.craters) with_symbols.set(beside);
      auto covered = territory_.covered;
      covered.set(beside);
      const auto targets = reach & covered & ~with_symbols;
      if (!targets.any()) return resources + settler_points(domino, cell, other);  // O9
      if constexpr (Rules::template has<Tribe>)
        if (cavemen_.any()) return fire_points_with_settlers(with(domino, cell, other), targets, symbols);
      int best = targets.test(Board::kHome) ? resources : -1;
      const auto square = Mask::one(beside);
      Mask own;  // the region that the other half joins
      if (half.terrain < kScoring) {
        own = square;
        int count = 1;
        for (const auto& region : regions_[half.terrain])
          if (region.beside.test(beside)) {
            own |= region.cells;
            count += region.count;
          }
        best = std::max(best, burn(domino, half.terrain, targets & own, count * symbols, resources));
      }
      for (int t = 0; t < kScoring; ++t)
        for (const auto& region : regions_[t])
          if (const auto here = targets & region.cells; here.any() && !(here & own).any())
            best = std::max(best, burn(domino, t, here, region.count * symbols, resources));
      return best;
    }
    return 0;
  }

  // The gain of a fire in a region, on a square without a resource if there is one; −1 if it reaches none.
  int burn(const Domino& domino, int terrain, const Mask& targets, int gain, int resources) const {
    if (!targets.any()) return -1;
    if constexpr (Rules::template has<Totems>) {
      const auto spared = targets & territory_.covered & ~territory_.resource;  // the new square has one (T1)
      if (terrain < kResourceKinds && !spared.any()) {
        auto change = brought(domino);
        --change[terrain];
        return gain + totems_.points(change);
      }
    }
    return gain + resources;
  }

  int fire_points_with_settlers(const Territory<Rules>& placed, Mask targets, int symbols) const {
    int best = -1;
    if constexpr (Rules::template has<Tribe>) {
      const int unburnt = tribe::points(placed);
      std::array<Mask, kScoring> unseen;
      for (int t = 0; t < kScoring; ++t) unseen[t] = placed.terrain[t] & targets;
      const auto value = [&](int cell, int gain) {
        if (!near_cavemen_.test(cell)) {
          best = std::max(best, gain + unburnt);
          return;
        }
        auto burnt = placed;
        burnt.set_symbols(cell, symbols);
        burnt.resource.reset(cell);
        if (cavemen_.test(cell)) burnt.settlers.remove(cell);
        best = std::max(best, gain + tribe::points(burnt));
      };
      if (targets.test(Board::kHome)) value(Board::kHome, 0);
      for (int t = 0; t < kScoring; ++t)
        while (unseen[t].any()) {
          const auto region = Board::connected(Mask::one(unseen[t].lowest()), placed.terrain[t]);
          const int gain = region.count() * symbols;
          for (auto cells = unseen[t] & region; cells.any();) value(cells.pop(), gain);
          unseen[t] &= ~region;
        }
    }
    return best;
  }

  const Territory<Rules>& territory_;
  const Config& config_;
  std::array<Regions<Rules>, kScoring> regions_;
  [[no_unique_address]] MaybeTotems<Rules> totems_;
  int region_points_;
  int tribe_points_ = 0;
  Mask cavemen_, near_cavemen_;  // within a king's move, themselves included
};

}  // namespace crownfire
