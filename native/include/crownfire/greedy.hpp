// The policy `greedy` (docs/bots.md). It makes exactly the choices of crownfire.bots.greedy.
#pragma once

#include <algorithm>
#include <tuple>

#include "crownfire/outlook.hpp"

namespace crownfire::greedy {

using Value = std::array<int, 3>;  // compared lexicographically

// Counts the empty cells that the frame can still include but that have no such neighbour.
template <class Rules>
int count_holes(const Territory<Rules>& territory) {
  using Board = typename Rules::Board;
  const auto open = territory.window() & ~territory.covered;
  return (open & ~Board::beside(open)).count();
}

// Counts the sides of a new square that touch its own terrain.
template <class Rules>
int matching_sides(const Territory<Rules>& territory, int cell, int terrain) {
  using Board = typename Rules::Board;
  return (Board::beside(Board::Mask::one(cell)) & territory.terrain[terrain]).count();
}

// Values a placement by points, then fewest holes, then most matching sides.
template <class Rules>
Value place_value(const State<Rules>& state, int cell, Direction direction, int points) {
  const Domino& domino = state.domino_in_turn();
  const int other = Rules::Board::step(cell, direction);
  auto after = state.own();
  after.cover(cell, domino.first);
  after.cover(other, domino.second);
  return {points, -count_holes(after),
          matching_sides(after, cell, domino.first.terrain) +
              matching_sides(after, other, domino.second.terrain)};
}

template <class Rules>
int choose_place(const State<Rules>& state) {
  using Board = typename Rules::Board;
  const Domino& domino = state.domino_in_turn();
  Value best{-1, 0, 0};
  int chosen = kDiscard;
  const Outlook<Rules> outlook(state, state.mover());
  outlook.each_placement(domino, [&](int cell, Direction direction, int points) {
    if (points < best[0]) return;
    const Value value = place_value(state, cell, direction, points);
    const int action = 4 * Board::to_canvas(cell) + direction;
    if (value > best || (value == best && action < chosen)) {
      best = value;
      chosen = action;
    }
  });
  return chosen;
}

template <class Rules>
int choose_claim(const State<Rules>& state) {
  const unsigned free = draft::claimable(state);
  if (std::has_single_bit(free)) return kFirstClaim + state.next.number[std::countr_zero(free)] - 1;
  const Outlook<Rules> outlook(state, state.mover());
  Value best{-1, 0, 0};
  int chosen = 0;
  for (unsigned left = free; left; left &= left - 1) {
    const int number = state.next.number[std::countr_zero(left)];
    const Domino& domino = Rules::dominoes()[number - 1];
    int symbols = 0, resources = 0;
    for (const Half& half : {domino.first, domino.second}) {
      symbols += half.symbols + half.craters;
      resources += Rules::kOrigins && half.terrain < kResourceKinds && half.symbols == 0;
    }
    const Value value{outlook.best_points(domino), symbols, resources};
    if (chosen == 0 || value > best) {
      best = value;
      chosen = kFirstClaim + number - 1;
    }
  }
  return chosen;
}

// A cell where a recruit may settle, and the points of all cavemen then.
struct Settlement {
  int points, cell;
};

// Sorts by points, most first, then by cell.
void sort_settlements(Settlement* begin, Settlement* end);

// Where a recruit settles and how it is paid.
template <class Rules>
struct Plan {
  int gain;  // of points
  int cell;  // −1 if it can settle nowhere
  typename Rules::Board::Mask payments;
};

// Finds the plan that gains most, with `cost` resources still to pay. `paid` has a bit for every kind of
// resource that is already paid.
template <class Rules>
Plan<Rules> best_plan(const State<Rules>& state, int kind, int cost, int paid) {
  using Board = typename Rules::Board;
  using Mask = typename Board::Mask;
  const Territory<Rules>& territory = state.own();
  const int before = tribe::points(territory);
  std::array<Settlement, Board::kCells> settlements;
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
    settlements[size++] = {tribe::points(settled), cell};
  }
  sort_settlements(settlements.data(), settlements.data() + size);
  Plan<Rules> best{-before - 1, -1, {}};
  for (int i = 0; i < size && settlements[i].points - before > best.gain; ++i) {
    const int cell = settlements[i].cell;
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
    const auto near = Board::around(settled.cavemen());
    std::array<std::pair<int, int>, kResourceKinds> cheapest;  // points lost, cell
    int kinds = 0;
    for (int k = 0; k < kResourceKinds; ++k) {
      auto cells = settled.resource & settled.terrain[k];
      if (used >> k & 1 || !cells.any()) continue;
      std::pair<int, int> cheap{1 << 20, 0};
      while (cells.any()) {
        const int c = cells.pop();
        if (!near.test(c)) {  // no caveman counts it
          cheap = std::min(cheap, {0, c});
          continue;
        }
        auto without = settled;
        without.resource.reset(c);
        cheap = std::min(cheap, {settlements[i].points - tribe::points(without), c});
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
    if (settlements[i].points - loss - before > best.gain)
      best = {settlements[i].points - loss - before, cell, payments};
  }
  return best;
}

template <class Rules>
int choose_recruit(const State<Rules>& state) {
  int best = 0, chosen = kPass;
  const unsigned found = tribe::recruits(state);
  for (int i = 2 * kCavemanKinds - 1; i >= 0; --i) {  // downwards, so ties go to the lowest action
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

// Chooses the cell of a fire or settlement by points; ties go to a fire that destroys nothing.
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

// Chooses an action, −1 if there is none. The state must be a decision.
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

// Instantiated once per ruleset in policies.cpp.
#define CROWNFIRE_EXTERN(Rules) extern template int choose(const State<Rules>&);
CROWNFIRE_FOR_EACH_RULESET(CROWNFIRE_EXTERN)
#undef CROWNFIRE_EXTERN
extern template Plan<TribeRules<5>> best_plan(const State<TribeRules<5>>&, int, int, int);
extern template Plan<TribeRules<7>> best_plan(const State<TribeRules<7>>&, int, int, int);

}  // namespace crownfire::greedy
