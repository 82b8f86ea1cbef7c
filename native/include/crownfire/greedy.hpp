// The greedy bot of crownfire.bots.greedy, choice for choice (docs/bots.md says what it does).
#pragma once

#include <algorithm>
#include <tuple>

#include "crownfire/engine.hpp"
#include "crownfire/scoring.hpp"

namespace crownfire::greedy {

using Value = std::array<int, 3>;  // compared from left to right

// The regions of one terrain, to see quickly what a new square would join.
template <class Rules>
struct Regions {
  using Mask = typename Rules::Board::Mask;
  int size = 0;
  std::array<Mask, 25> beside;  // the cells next to each region
  std::array<int, 25> count;
  std::array<int, 25> symbols;

  Regions(const Territory<Rules>& territory, int terrain) {
    using Board = typename Rules::Board;
    if (Rules::kOrigins && terrain == kVolcano) return;  // O10: nothing to gain
    auto left = territory.terrain[terrain];
    while (left.any() && size < static_cast<int>(beside.size())) {
      const Mask region = Board::connected(Mask::one(left.lowest()), left);
      beside[size] = Board::beside(region);
      count[size] = region.count();
      symbols[size++] = territory.count_symbols(region);
      left &= ~region;
    }
  }

  // The points gained by new squares of this terrain with so many symbols.
  int gain(const Mask& squares, int added_symbols) const {
    int sum_count = squares.count(), sum_symbols = added_symbols, before = 0;
    for (int i = 0; i < size; ++i)
      if ((beside[i] & squares).any()) {
        sum_count += count[i];
        sum_symbols += symbols[i];
        before += count[i] * symbols[i];
      }
    return sum_count * sum_symbols - before;
  }
};

// Empty cells the frame can still take whose neighbours are all covered or beyond it.
template <class Rules>
int holes(const Territory<Rules>& territory) {
  using Board = typename Rules::Board;
  const auto open = territory.window() & ~territory.covered;
  return (open & ~Board::beside(open)).count();
}

// Sides of a new square that touch its own terrain.
template <class Rules>
int matching_sides(const Territory<Rules>& territory, int cell, int terrain) {
  using Board = typename Rules::Board;
  return (Board::beside(Board::Mask::one(cell)) & territory.terrain[terrain]).count();
}

template <class Rules>
int points_after_fire(const State<Rules>& state, int seat) {
  if constexpr (Rules::template has<Eruption>)
    if (state.phase == Phase::kErupt) {
      int best = -1;
      auto cells = engine::target_cells(state);
      while (cells.any()) {
        State<Rules> after = state;
        engine::fire(after, cells.pop());
        best = std::max(best, points(after, seat));
      }
      return best;
    }
  return points(state, seat);
}

// Calls `visit(cell, direction, points)` for every placement, in no particular order.
template <class Rules, class Visit>
void each_placement(const State<Rules>& state, Visit&& visit) {
  using Board = typename Rules::Board;
  using Mask = typename Board::Mask;
  const auto& territory = state.own();
  const Domino& domino = state.domino_in_turn();
  const auto places = placement::places(territory, domino);
  const int seat = state.mover();
  constexpr bool kOnlyRegions = !Rules::template has<Totems> && !Rules::template has<Tribe>;
  if (!kOnlyRegions || domino.first.craters || domino.second.craters) {
    for (int d = 0; d < places.directions; ++d)
      for (auto cells = places.first[d]; cells.any();) {
        const int cell = cells.pop();
        State<Rules> after = state;
        engine::place(after, cell, static_cast<Direction>(d));
        visit(cell, static_cast<Direction>(d), points_after_fire(after, seat));
      }
    return;
  }
  // Only regions and bonuses change: add what the two squares gain to the points there are.
  const int before = region_points(territory);
  const bool is_one_terrain = domino.first.terrain == domino.second.terrain;
  const Regions<Rules> first(territory, domino.first.terrain), second(territory, domino.second.terrain);
  std::array<std::int16_t, Board::kCells> first_gain, second_gain;
  if (!is_one_terrain) {
    for (auto cells = places.first[0] | places.first[1] | places.first[2] | places.first[3]; cells.any();) {
      const int cell = cells.pop();
      first_gain[cell] = static_cast<std::int16_t>(first.gain(Mask::one(cell), domino.first.symbols));
    }
    for (int d = 0; d < 4; ++d)
      for (auto cells = Board::towards(places.first[d], static_cast<Direction>(d ^ 2)); cells.any();) {
        const int cell = cells.pop();
        second_gain[cell] = static_cast<std::int16_t>(second.gain(Mask::one(cell), domino.second.symbols));
      }
  }
  for (int d = 0; d < places.directions; ++d)
    for (auto cells = places.first[d]; cells.any();) {
      const int cell = cells.pop(), other = Board::step(cell, static_cast<Direction>(d));
      const int gain = is_one_terrain ? first.gain(Mask::one(cell) | Mask::one(other),
                                                   domino.first.symbols + domino.second.symbols)
                                      : first_gain[cell] + second_gain[other];
      int bonus = 0;
      if (state.config.centre_points || state.config.complete_points) {
        auto after = territory;
        after.cover(cell, domino.first);
        after.cover(other, domino.second);
        bonus = bonuses::points(state.config, after);
      }
      visit(cell, static_cast<Direction>(d), before + gain + bonus);
    }
}

template <class Rules>
int choose_place(const State<Rules>& state) {
  using Board = typename Rules::Board;
  const Domino& domino = state.domino_in_turn();
  Value best{-1, 0, 0};
  int chosen = kDiscard;
  each_placement(state, [&](int cell, Direction direction, int points) {
    if (points < best[0]) return;
    auto after = state.own();
    const int other = Board::step(cell, direction);
    after.cover(cell, domino.first);
    after.cover(other, domino.second);
    const Value value{points, -holes(after),
                      matching_sides(after, cell, domino.first.terrain) +
                          matching_sides(after, other, domino.second.terrain)};
    const int action = 4 * Board::to_canvas(cell) + direction;
    if (value > best || (value == best && action < chosen)) {
      best = value;
      chosen = action;
    }
  });
  return chosen;
}

// The mover's points if a domino were placed next, in the best way.
template <class Rules>
int points_when_placed(const State<Rules>& state, int number) {
  State<Rules> later = state;
  const int seat = state.mover();
  later.phase = Phase::kPlace;
  later.opening_size = 0;
  later.turn = 0;
  later.current = Line{};
  later.current.size = 1;
  later.current.number[0] = static_cast<std::uint8_t>(number);
  later.current.seat[0] = static_cast<std::int8_t>(seat);
  later.next = Line{};
  int best = -1;
  each_placement(later, [&](int, Direction, int points) { best = std::max(best, points); });
  if (best >= 0) return best;
  engine::discard(later);
  return points(later, seat);
}

template <class Rules>
int choose_claim(const State<Rules>& state) {
  Value best{-1, 0, 0};
  int chosen = 0;
  for (unsigned left = draft::claimable(state); left; left &= left - 1) {
    const int number = state.next.number[std::countr_zero(left)];
    const Domino& domino = Rules::dominoes()[number - 1];
    int symbols = 0, resources = 0;
    for (const Half& half : {domino.first, domino.second}) {
      symbols += half.symbols + half.craters;
      resources += Rules::kOrigins && half.terrain < kResourceKinds && half.symbols == 0;
    }
    const Value value{points_when_placed(state, number), symbols, resources};
    if (chosen == 0 || value > best) {
      best = value;
      chosen = kFirstClaim + number - 1;
    }
  }
  return chosen;
}

// How a recruit would settle and be paid.
template <class Rules>
struct Plan {
  int gain;
  typename Rules::Board::Mask payments;
};

template <class Rules>
Plan<Rules> best_plan(const State<Rules>& state, int kind, int cost, int paid) {
  using Board = typename Rules::Board;
  using Mask = typename Board::Mask;
  const Territory<Rules>& territory = state.own();
  const int before = tribe::points(territory);
  struct Trial {
    int points, cell;
  };
  std::array<Trial, Board::kCells> trials;
  int size = 0;
  Mask payable;
  for (int k = 0; k < kResourceKinds; ++k)
    if (!(paid >> k & 1)) payable |= territory.resource & territory.terrain[k];
  auto freed = territory;
  freed.resource &= ~payable;
  for (auto cells = tribe::settleable(freed); cells.any();) {
    const int cell = cells.pop();
    auto settled = territory;
    settled.resource.reset(cell);
    settled.settlers.add(cell, kind);
    trials[size++] = {tribe::points(settled), cell};
  }
  std::sort(trials.begin(), trials.begin() + size, [](const Trial& a, const Trial& b) {
    return std::tuple(-a.points, a.cell) < std::tuple(-b.points, b.cell);
  });
  Plan<Rules> best{-before - 1, {}};
  for (int i = 0; i < size && trials[i].points - before > best.gain; ++i) {
    const int cell = trials[i].cell;
    auto settled = territory;
    settled.resource.reset(cell);
    settled.settlers.add(cell, kind);
    Mask payments;
    int used = paid, left = cost;
    if (territory.resource.test(cell)) {
      payments.set(cell);
      --left;
      for (int k = 0; k < kResourceKinds; ++k) used |= territory.terrain[k].test(cell) << k;
    }
    std::array<std::pair<int, int>, kResourceKinds> cheapest;  // points lost, cell
    int kinds = 0;
    for (int k = 0; k < kResourceKinds; ++k) {
      auto cells = settled.resource & settled.terrain[k];
      if (used >> k & 1 || !cells.any()) continue;
      std::pair<int, int> cheap{1 << 20, 0};
      while (cells.any()) {
        const int c = cells.pop();
        auto without = settled;
        without.resource.reset(c);
        cheap = std::min(cheap, {trials[i].points - tribe::points(without), c});
      }
      cheapest[kinds++] = cheap;
    }
    int loss = 0;
    for (; left > 0 && kinds > 0; --left) {
      const auto cheap = std::min_element(cheapest.begin(), cheapest.begin() + kinds);
      loss += cheap->first;
      payments.set(cheap->second);
      *cheap = cheapest[--kinds];
    }
    if (trials[i].points - loss - before > best.gain) best = {trials[i].points - loss - before, payments};
  }
  return best;
}

template <class Rules>
int choose_recruit(const State<Rules>& state) {
  int best = 0, chosen = kPass;
  const unsigned found = tribe::recruits(state);
  for (int i = 2 * kCavemanKinds - 1; i >= 0; --i) {  // from the top, so that equal ones end at the lowest
    if (!(found >> i & 1)) continue;
    const int cost = tribe::price(i >= kCavemanKinds);
    const int value = best_plan(state, i % kCavemanKinds, cost, 0).gain - cost;
    if (value >= best) {
      best = value;
      chosen = kFirstRecruit + i;
    }
  }
  return chosen;
}

// Fires and settlements: most points; of fires, rather one that destroys nothing.
template <class Rules>
int choose_cell(const State<Rules>& state) {
  using Board = typename Rules::Board;
  const int seat = state.mover();
  const auto& territory = state.own();
  std::pair<int, int> best{-1, 0};
  int chosen = -1;
  for (auto cells = engine::target_cells(state); cells.any();) {
    const int cell = cells.pop();
    State<Rules> after = state;
    std::pair<int, int> value{0, 0};
    if (state.phase == Phase::kErupt) {
      engine::fire(after, cell);
      bool harmless = !territory.cavemen().test(cell);
      if constexpr (Rules::template has<Resources>) harmless = harmless && !territory.resource.test(cell);
      value.second = harmless;
    } else if constexpr (Rules::template has<Tribe>) {
      engine::settle(after, cell);
    }
    value.first = points(after, seat);
    if (value > best) {
      best = value;
      chosen = engine::first_action(state.phase) + Board::to_canvas(cell);
    }
  }
  return chosen;
}

// The action the greedy bot chooses, −1 if there is none; somebody must be to decide.
template <class Rules>
int choose(const State<Rules>& state) {
  if (state.phase == Phase::kPlace) return choose_place(state);
  if (state.phase == Phase::kClaim) return choose_claim(state);
  if constexpr (Rules::template has<Eruption>)
    if (state.phase == Phase::kErupt) return choose_cell(state);
  if constexpr (Rules::template has<Totems>)
    if (state.phase == Phase::kGive) {
      const int seats = totems::heirs(state, totems::lost(state)).seats;
      int chosen = -1, fewest = 0;
      for (int seat = 0; seat < state.config.players; ++seat) {
        if (!(seats >> seat & 1)) continue;
        const int own = points(state, seat);
        if (chosen < 0 || own < fewest) {
          chosen = seat;
          fewest = own;
        }
      }
      return kFirstGive + chosen;
    }
  if constexpr (Rules::template has<Tribe>) {
    if (state.phase == Phase::kRecruit) return choose_recruit(state);
    if (state.phase == Phase::kPay) {
      const int cost = tribe::price(state.cave.from_pile) - std::popcount(state.cave.paid);
      const auto plan = best_plan(state, state.cave.recruit, cost, state.cave.paid);
      return plan.payments.any() ? kFirstPay + Rules::Board::to_canvas(plan.payments.lowest()) : -1;
    }
    if (state.phase == Phase::kSettle) return choose_cell(state);
  }
  return -1;
}

}  // namespace crownfire::greedy
