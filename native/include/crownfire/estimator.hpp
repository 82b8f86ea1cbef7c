// The expected final score of a territory: its points now plus fitted weights for its future gain, one for
// each feature present. Claimed dominoes are placed first, since a guess of their value is far worse.
#pragma once

#include "crownfire/estimate.hpp"
#include "crownfire/patches.hpp"

namespace crownfire {

inline constexpr int kTried = 6;                       // places of a domino that are looked at closely
inline constexpr int kSizes = 24, kSymbolCounts = 13;  // of regions, as far as they are told apart

// Where the weights of each kind of thing begin.
struct Rows {
  static constexpr int kRegion = 0;  // terrain, size, symbols, room to grow
  static constexpr int kMatch = kRegion + kTerrains * kSizes * kSymbolCounts * 5;  // coarser, with the supply
  static constexpr int kSupply =
      kMatch + kTerrains * 6 * 5 * 4 * 4;                           // terrain, share of what is to come, best
  static constexpr int kSymbols = kSupply + kTerrains * 6 * 5 * 4;  // terrain, unseen symbols, best
  static constexpr int kFrontier = kSymbols + kTerrains * 5 * 5;    // terrain, cells where it can go on
  static constexpr int kKinds = kFrontier + kTerrains * 7;          // terrains that can go on
  static constexpr int kShared = kKinds + kTerrains + 1;            // cells where several can
  static constexpr int kHome = kShared + 8;                         // cells beside the home
  static constexpr int kBox = kHome + 5;                            // its shorter and longer side
  static constexpr int kSpace = kBox + 8 * 8;                       // cells to spare, holes, a discard
  static constexpr int kDeadEnds = kSpace + 12 * 6 * 2;             // cells with one way out
  static constexpr int kOdd = kDeadEnds + 8;                        // closed areas no dominoes fill
  static constexpr int kLeft = kOdd + 5;                            // dominoes
  static constexpr int kPlayers = kLeft + 26;
  static constexpr int kCentre = kPlayers + kMaxSeats + 1;           // C11
  static constexpr int kComplete = kCentre + 8;                      // C12
  static constexpr int kTotem = kComplete + 9;                       // kind, lead, who holds it
  static constexpr int kResource = kTotem + kResourceKinds * 9 * 3;  // kind, how many
  static constexpr int kPurse = kResource + kResourceKinds * 9;      // kinds, how many in all
  static constexpr int kSettler = kPurse + 5 * 10;                   // caveman, free cells around
  static constexpr int kAround = kSettler + kCavemanKinds * 9;       // caveman, resources around
  static constexpr int kCave = kAround + kCavemanKinds * 5;          // cavemen face up
  static constexpr int kOrder = kCave + kCavemanKinds;               // the place in line: who claims when
  static constexpr int kEnd = kOrder + kMaxSeats;
};

// For each terrain the dominoes that have it.
template <class Rules>
struct Box {
  std::array<std::uint64_t, kTerrains> first{}, second{}, symbols{};
  constexpr Box() {
    for (int n = 0; n < kDominoes; ++n) {
      const Domino& domino = Rules::dominoes()[n];
      const auto bit = std::uint64_t{1} << n;
      first[domino.first.terrain] |= bit;
      second[domino.second.terrain] |= bit;
      for (const Half& half : {domino.first, domino.second})
        if (half.symbols) symbols[half.terrain] |= bit;
    }
  }
};

// The first domino of the current line that does not lie yet.
template <class Rules>
int first_unlaid(const State<Rules>& state) {
  return state.is_chance() || state.phase == Phase::kPlace ? state.turn : state.turn + 1;
}

// The first domino of the current line whose owner is still to claim.
template <class Rules>
int first_to_claim(const State<Rules>& state) {
  return state.phase <= Phase::kClaim ? state.turn : state.turn + 1;
}

// The dominoes a seat has claimed and not laid, in order.
struct Claimed {
  int size = 0;
  std::array<std::uint8_t, 8> number{};
};

template <class Rules>
Claimed claimed(const State<Rules>& state, int seat) {
  Claimed found;
  for (int i = first_unlaid(state); i < state.current.size; ++i)
    if (state.current.seat[i] == seat) found.number[found.size++] = state.current.number[i];
  for (int i = 0; i < state.next.size; ++i)
    if (state.next.seat[i] == seat) found.number[found.size++] = state.next.number[i];
  return found;
}

// How many dominoes a seat is still to lay, claimed ones included.
template <class Rules>
int dominoes_left(const State<Rules>& state, int seat) {
  int left = (state.config.lines - state.lines_drawn()) * state.config.kings;
  if (state.next.size) left += state.config.kings;
  for (int i = first_unlaid(state); i < state.current.size; ++i) left += state.current.seat[i] == seat;
  return left;
}

// A place at first sight.
struct Glance {
  float value;
  int cell;
  Direction direction;
  bool operator<(const Glance& other) const {  // better first
    return value != other.value ? value > other.value
                                : std::tuple(cell, direction) < std::tuple(other.cell, other.direction);
  }
};

// Moves the best of these to the front, in any order.
void select_best(Glance* begin, Glance* end, int count);

// Sees the territories of one seat.
template <class Rules>
class Estimator {
 public:
  using Board = typename Rules::Board;
  using Mask = typename Board::Mask;
  using R = Rows;
  static constexpr int kAllPlaces = 4 * Board::kCells;

  // A territory with its regions and how much room each of them has.
  struct Ground {
    Territory<Rules> territory;
    Patches<Rules> patches;

    Ground() = default;
    explicit Ground(const Territory<Rules>& from) : territory(from), patches(from) { look_around(); }

    // Looks how much room new regions have; a glance needs to know.
    void look_around() {
      const Mask open = open_cells(territory);
      for (int i = 0; i < patches.size; ++i)
        if (patches.at[i].growth < 0) survey(patches.at[i], open);
    }

    // A fire lands, and the region it is in is worth more.
    void burn(int cell, int symbols) {
      eruption::land(territory, cell, symbols);
      for (int i = 0; i < patches.size; ++i)
        if (patches.at[i].cells.test(cell)) patches.at[i].symbols += symbols;
    }
  };

  Estimator(const State<Rules>& state, int seat, const float* weights)
      : state_(state), seat_(seat), weights_(weights), totems_(totem_outlook(state, seat)) {
    static constexpr Box<Rules> kBox;
    const int unseen = 2 * std::popcount(state.unseen);
    for (int t = 0; t < kTerrains; ++t) {
      const int squares =
          std::popcount(state.unseen & kBox.first[t]) + std::popcount(state.unseen & kBox.second[t]);
      share_[t] = unseen ? std::min(5, squares * 16 / unseen) : 0;
      coarse_share_[t] = unseen ? std::min(3, squares * 12 / unseen) : 0;
      symbols_[t] = std::min(4, std::popcount(state.unseen & kBox.symbols[t]));
    }
  }

  // With so many dominoes to come.
  float value(const Territory<Rules>& territory, int left) const {
    Ground ground(territory);
    return value(ground, left);
  }

  // Calls `use` with the row of every weight that counts.
  template <class Use>
  void each_row(const Territory<Rules>& territory, int left, Use&& use) const {
    Ground ground(territory);
    see(ground, left, use);
  }

  // The weight of claiming next at this place in line; all that a seat claims in one round is of one stage.
  int order_row(int place, int left) const {
    const int kings = state_.config.kings;
    return stage(left / kings * kings) * R::kEnd + R::kOrder + place;
  }

  // What that is worth beyond a place in the middle, with so many dominoes to come.
  float order(int place, int left) const {
    if (left <= 0) return 0;
    const float* weights = weights_ + order_row(0, left);
    float sum = 0;
    for (int i = 0; i < state_.config.line; ++i) sum += weights[i];
    return weights[place] - sum / static_cast<float>(state_.config.line);
  }

  static int stage(int left) {
    constexpr int kAll = Rules::kFrame * Rules::kFrame / 2;
    return std::min(kStages - 1, left * kStages / (kAll + 1));
  }

  struct Fire {
    int cell;  // −1: it reaches nothing
    int symbols;
    float value;
  };

  // The best fire of a volcano that was just laid: on the square of each region in reach that costs least.
  Fire best_fire(const Ground& ground, int volcano, int left) const {
    const auto& [territory, patches] = ground;
    const auto targets = eruption::targets(territory, volcano);
    Fire best{-1, territory.symbols_at(volcano), -1e9f};
    if (!targets.any()) {  // O9
      Ground as_it_is = ground;
      best.value = value(as_it_is, left);
      return best;
    }
    const auto attempt = [&](int cell) {
      Ground burnt = ground;
      burnt.burn(cell, best.symbols);
      if (const float found = value(burnt, left); found > best.value) {
        best.value = found;
        best.cell = cell;
      }
    };
    auto rest = targets;
    rest.reset(Board::kHome);
    if (targets.test(Board::kHome) && (Rules::template has<Resources> || !rest.any())) attempt(Board::kHome);
    for (int i = 0; i < patches.size; ++i) {
      auto here = rest & patches.at[i].cells;
      if (!here.any()) continue;
      if constexpr (Rules::template has<Resources>)
        if (const auto spared = here & ~territory.resource & ~territory.cavemen(); spared.any())
          here = spared;
      attempt(here.lowest());
    }
    return best;
  }

  // A domino where it is worth most, with its fire.
  struct Laid {
    float value = -1e9f;
    int cell = -1;  // −1: it fits nowhere
    Direction direction = kNorth;
    Ground after;
  };

  // Calls `use(cell, direction, value, after)` for ways to lay a domino: for all, or for those that look
  // best.
  template <class Use>
  void each_way(const Ground& ground, const Domino& domino, int left, int most, Use&& use) const {
    std::array<Glance, kAllPlaces> glances;
    int size = glance(ground, domino, left, glances);
    if (left > 0 && size > most) {  // the last domino is laid in the very best way
      select_best(glances.data(), glances.data() + size, most);
      size = most;
    }
    for (int i = 0; i < size; ++i) {
      const auto [_, cell, direction] = glances[i];
      const int other = Board::step(cell, direction);
      Ground after = ground;
      auto& [territory, patches] = after;
      territory.cover(cell, domino.first);
      territory.cover(other, domino.second);
      if (domino.first.terrain == domino.second.terrain) {
        patches.join(Mask::one(cell) | Mask::one(other), domino.first.terrain,
                     shown(domino.first) + shown(domino.second));
      } else {
        patches.join(Mask::one(cell), domino.first.terrain, shown(domino.first));
        patches.join(Mask::one(other), domino.second.terrain, shown(domino.second));
      }
      float found = -1e9f;
      if constexpr (Rules::template has<Eruption>) {
        if (domino.first.craters || domino.second.craters) {
          const Fire fire = best_fire(after, domino.first.craters ? cell : other, left);
          if (fire.cell >= 0) after.burn(fire.cell, fire.symbols);
          after.look_around();  // only copies of it were valued
          found = fire.value;
        } else {
          found = value(after, left);
        }
      } else {
        found = value(after, left);
      }
      use(cell, direction, found, after);
    }
  }

  // What a domino adds in the place that looks best.
  float glance(const Ground& ground, const Domino& domino, int left) const {
    std::array<Glance, kAllPlaces> glances;
    const int size = glance(ground, domino, left, glances);
    float best = 0;
    for (int i = 0; i < size; ++i) best = i ? std::max(best, glances[i].value) : glances[i].value;
    return size ? best + kFire * static_cast<float>(domino.first.craters + domino.second.craters) : 0;
  }

  Laid lay(const Ground& ground, const Domino& domino, int left) const {
    Laid best;
    each_way(ground, domino, left, kTried,
             [&](int cell, Direction direction, float found, const Ground& after) {
               if (found > best.value) best = {found, cell, direction, after};
             });
    if (best.cell < 0) {  // C5
      best.after = ground;
      ++best.after.territory.discards;
      best.value = value(best.after, left);
    }
    return best;
  }

  // A territory with what it is worth.
  struct Settled {
    Ground ground;
    int left;  // dominoes to come
    float value;
  };

  // The territory once these dominoes lie, one after the other.
  Settled settled(const Ground& ground, const Claimed& dominoes, int left) const {
    Settled found{ground, left, 0};
    for (int i = 0; i < dominoes.size; ++i) {
      const Laid laid = lay(found.ground, Rules::dominoes()[dominoes.number[i] - 1], --found.left);
      found.ground = laid.after;
      found.value = laid.value;
    }
    if (dominoes.size == 0) found.value = value(found.ground, left);
    return found;
  }

  // What it is worth with one domino more, of this place in line.
  float with(const Settled& before, int place) const {
    const Domino& domino = Rules::dominoes()[state_.next.number[place] - 1];
    return lay(before.ground, domino, before.left - 1).value + order(place, before.left - 1);
  }

 private:
  static constexpr int kScoring = Rules::kOrigins ? kVolcano : kTerrains;  // O10

  static constexpr float kFire = 6;  // points that a crater's fire brings, at a glance

  // Those that a domino can cover.
  static Mask open_cells(const Territory<Rules>& territory) {
    const Mask free = territory.window() & ~territory.covered;
    return free & Board::beside(free);
  }

  static int shown(const Half& half) { return half.symbols | half.craters; }

  // All places of a domino with what the regions it joins gain, as far as that can be seen without laying it.
  int glance(const Ground& ground, const Domino& domino, int left,
             std::array<Glance, kAllPlaces>& found) const {
    const auto& [territory, before] = ground;
    constexpr float kNeighbour = 0.3f;  // for each covered cell beside it
    constexpr float kHole = 1;          // less for each cell that no domino fits any more
    const auto places = placement::places(territory, domino);
    const float* weights = weights_ + stage(left) * R::kEnd;
    const Mask free = territory.window() & ~territory.covered;
    std::array<float, Patches<Rules>::kMost> worth;
    const auto region = [&](int t, int count, int symbols, int room) {
      if (t >= kScoring) return 0.0f;
      return static_cast<float>(count * symbols) + weights[region_row(t, count, symbols, room)];
    };
    for (int i = 0; i < before.size; ++i) {
      const auto& patch = before.at[i];
      if (patch.terrain != domino.first.terrain && patch.terrain != domino.second.terrain) continue;
      worth[i] = region(patch.terrain, patch.count, patch.symbols, patch.growth);
    }
    const auto gain = [&](const Mask& squares, int t, int count, int symbols) {
      float old = 0;
      int room = 2;
      for (int i = 0; i < before.size; ++i) {
        const auto& patch = before.at[i];
        if (patch.terrain != t || !(patch.beside & squares).any()) continue;
        count += patch.count;
        symbols += patch.symbols;
        old += worth[i];
        room = std::max(room, patch.growth);
      }
      return region(t, count, symbols, room) - old;
    };
    const bool is_one_terrain = domino.first.terrain == domino.second.terrain;
    std::array<float, Board::kCells> first_gain, second_gain;
    if (!is_one_terrain) {
      auto firsts = places.first[0] | places.first[1] | places.first[2] | places.first[3];
      Mask seconds;
      for (int d = 0; d < 4; ++d) seconds |= Board::towards(places.first[d], static_cast<Direction>(d ^ 2));
      while (firsts.any()) {
        const int cell = firsts.pop();
        first_gain[cell] = gain(Mask::one(cell), domino.first.terrain, 1, shown(domino.first));
      }
      while (seconds.any()) {
        const int cell = seconds.pop();
        second_gain[cell] = gain(Mask::one(cell), domino.second.terrain, 1, shown(domino.second));
      }
    }
    int size = 0;
    for (int d = 0; d < places.directions; ++d)
      for (auto cells = places.first[d]; cells.any();) {
        const int cell = cells.pop(), other = Board::step(cell, static_cast<Direction>(d));
        const Mask squares = Mask::one(cell) | Mask::one(other);
        const float regions = is_one_terrain ? gain(squares, domino.first.terrain, 2,
                                                    shown(domino.first) + shown(domino.second))
                                             : first_gain[cell] + second_gain[other];
        const int neighbours = (Board::beside(squares) & territory.covered).count();
        const Mask rest = free & ~squares;
        const int holes = (Board::beside(squares) & rest & ~Board::beside(rest)).count();
        found[size++] = {
            regions + kNeighbour * static_cast<float>(neighbours) - kHole * static_cast<float>(holes), cell,
            static_cast<Direction>(d)};
      }
    return size;
  }

  static int region_row(int t, int count, int symbols, int growth) {
    const int size = std::min(count, kSizes) - 1, worth = std::min(symbols, kSymbolCounts - 1);
    return R::kRegion + ((t * kSizes + size) * kSymbolCounts + worth) * 5 + growth;
  }

  // Looks how much room a region has that can go on in some of the open cells.
  static void survey(Patch<Rules>& patch, const Mask& open) {
    patch.room = patch.beside & open;
    patch.growth = 0;
    if (!patch.room.any()) return;
    patch.room |= Board::beside(patch.room) & open;
    patch.growth = 4;
    if (patch.room.count() > 7) return;
    patch.room |= Board::beside(patch.room) & open;
    const int count = patch.room.count();
    patch.growth = count <= 2 ? 1 : count <= 4 ? 2 : count <= 7 ? 3 : 4;
  }

  // The regions are looked at again where they have less room than before.
  float value(Ground& ground, int left) const {
    const auto& [territory, patches] = ground;
    int now = bonuses::points(state_.config, territory);
    for (int i = 0; i < patches.size; ++i)
      if (patches.at[i].terrain < kScoring) now += patches.at[i].count * patches.at[i].symbols;
    if constexpr (Rules::template has<Totems>) {
      std::array<int, kResourceKinds> change;
      for (int kind = 0; kind < kResourceKinds; ++kind)
        change[kind] = resources::count(territory, kind) - totems_.own[kind];
      now += totems_.points(change);
    }
    if constexpr (Rules::template has<Tribe>) now += tribe::points(territory);
    if (left == 0) return static_cast<float>(now);
    const float* weights = weights_ + stage(left) * R::kEnd;
    float sum = 0;
    see(ground, left, [&](int row) { sum += weights[row]; });
    return static_cast<float>(now) + sum;
  }

  template <class Use>
  void see(Ground& ground, int left, Use&& use) const {
    auto& [territory, patches] = ground;
    const Mask free = territory.window() & ~territory.covered, open = open_cells(territory);
    std::array<int, kTerrains> best_size{}, best_symbols{};
    std::array<Mask, kTerrains> fronts{};
    for (int i = 0; i < patches.size; ++i) {
      auto& patch = patches.at[i];
      const int t = patch.terrain;
      const Mask reach = patch.beside & open;
      fronts[t] |= reach;
      if (t >= kScoring) continue;
      const int liberties = reach.count();
      if (liberties && std::pair(patch.count * (patch.symbols + 1), patch.count) >
                           std::pair(best_size[t] * (best_symbols[t] + 1), best_size[t])) {
        best_size[t] = patch.count;
        best_symbols[t] = patch.symbols;
      }
      if (patch.growth < 0 || (patch.room & ~open).any()) survey(patch, open);
      use(region_row(t, patch.count, patch.symbols, patch.growth));
      use(R::kMatch +
          (((t * 6 + std::min((patch.count + 1) / 3, 5)) * 5 + std::min(patch.symbols, 4)) * 4 +
           std::min(liberties, 3)) *
              4 +
          coarse_share_[t]);
    }
    int kinds = 0;
    Mask once, twice;
    for (int t = 0; t < kTerrains; ++t) {
      const int count = fronts[t].count();
      kinds += count > 0;
      twice |= once & fronts[t];
      once |= fronts[t];
      use(R::kFrontier + t * 7 + std::min(count, 6));
      const int size = std::min((best_size[t] + 1) / 2, 4);
      use(R::kSupply + ((t * 6 + share_[t]) * 5 + size) * 4 + std::min(best_symbols[t], 3));
      use(R::kSymbols + (t * 5 + symbols_[t]) * 5 + size);
    }
    use(R::kKinds + kinds);
    use(R::kShared + std::min(twice.count(), 7));
    use(R::kHome + (Board::beside(Mask::one(Board::kHome)) & open).count());
    const int width = territory.east - territory.west + 1, height = territory.north - territory.south + 1;
    use(R::kBox + std::min(width, height) * 8 + std::max(width, height));
    const int holes = free.count() - open.count();
    const int spare = Rules::kFrame * Rules::kFrame - territory.covered.count() - holes - 2 * left;
    const bool discarded = territory.discards > 0;
    use(R::kSpace + (std::clamp(spare + 5, 0, 11) * 6 + std::min(holes, 5)) * 2 + discarded);
    const Mask north = Board::template towards<kNorth>(open), east = Board::template towards<kEast>(open),
               south = Board::template towards<kSouth>(open), west = Board::template towards<kWest>(open);
    const Mask ways = north | east | south | west,
               two = (north & east) | (south & west) | ((north | east) & (south | west));
    use(R::kDeadEnds + std::min((open & ways & ~two).count(), 7));
    if (width == Rules::kFrame && height == Rules::kFrame) {
      int odd = 0;
      for (auto rest = open; rest.any();) {
        const Mask area = Board::connected(Mask::one(rest.lowest()), rest);
        rest &= ~area;
        odd += area.count() & 1;
      }
      use(R::kOdd + std::min(odd, 4));
    }
    use(R::kLeft + std::min(left, 25));
    use(R::kPlayers + state_.config.players);
    constexpr int kC = Board::kCentre;
    if (state_.config.centre_points)
      use(R::kCentre + std::min(7, std::max({kC - territory.west, territory.east - kC, kC - territory.south,
                                             territory.north - kC})));
    if (state_.config.complete_points) use(R::kComplete + (discarded ? 8 : std::clamp(spare + 2, 0, 7)));
    if constexpr (Rules::template has<Resources>)
      for (int kind = 0; kind < kResourceKinds; ++kind) {
        const int own = resources::count(territory, kind);
        use(R::kResource + kind * 9 + std::min(own, 8));
        if constexpr (Rules::template has<Totems>) {
          const int holder = state_.totems[kind] == seat_ ? 2 : state_.totems[kind] >= 0 ? 1 : 0;
          use(R::kTotem + (kind * 9 + std::clamp(own - totems_.most[kind] + 4, 0, 8)) * 3 + holder);
        }
      }
    if constexpr (Rules::template has<Tribe>) {
      use(R::kPurse + std::popcount(static_cast<unsigned>(resources::kinds(territory))) * 10 +
          std::min(territory.resource.count(), 9));
      for (int i = 0; i < territory.settlers.count; ++i) {
        const int kind = territory.settlers.kind[i];
        const Mask& ring = Board::kRing[territory.settlers.cell[i]];
        use(R::kSettler + kind * 9 + (ring & free).count());
        use(R::kAround + kind * 5 + std::min((ring & territory.resource).count(), 4));
      }
      for (int kind = 0; kind < kCavemanKinds; ++kind)
        if (state_.cave.row[kind]) use(R::kCave + kind);
    }
  }

  const State<Rules>& state_;
  int seat_;
  const float* weights_;
  std::array<int, kTerrains> share_, coarse_share_, symbols_;
  [[no_unique_address]] MaybeTotems<Rules> totems_;
};

}  // namespace crownfire
