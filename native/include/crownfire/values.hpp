// Heuristic values of the legal actions, in points: the prior of the search, and all that the weaker levels
// use.
#pragma once

#include "crownfire/baselines.hpp"

namespace crownfire {

struct Valued {
  std::uint16_t action;
  float value;
};

// A fixed-capacity list of actions with their values; no decision has more.
struct ValuedActions {
  int size = 0;
  std::array<Valued, 4 * kCanvasCells> at;  // only the first `size` are valid

  void add(int action, double value) {
    at[size++] = {static_cast<std::uint16_t>(action), static_cast<float>(value)};
  }
};

// Sorts by value, best first.
void sort_by_value(ValuedActions& found);
// Sorts by action number.
void sort_by_action(ValuedActions& found);

namespace values {

// Points credited for an unplaced symbol, lost for a hole and credited for a matching side.
inline constexpr double kSymbol = 1.0, kHole = 1.0, kSide = 0.25;

template <class Rules>
void add_placements(const State<Rules>& state, ValuedActions& found) {
  baselines::each_place(state, &baselines::ClaimValues::best,
                        [&](int action, const baselines::PlaceValue& value) {
                          const auto [claimed, holes, now, sides] = value;
                          found.add(action, 0.5 * (claimed + now) + kHole * holes + kSide * sides);
                        });
  if (found.size == 0) found.add(kDiscard, 0);
}

template <class Rules>
void add_claims(const State<Rules>& state, ValuedActions& found) {
  const Outlook<Rules> outlook(state, state.mover());
  for (unsigned left = draft::claimable(state); left; left &= left - 1) {
    const int number = state.next.number[std::countr_zero(left)];
    const Domino& domino = Rules::dominoes()[number - 1];
    int symbols = 0;
    for (const Half& half : {domino.first, domino.second}) symbols += half.symbols + half.craters;
    found.add(kFirstClaim + number - 1, outlook.best_points(domino) + kSymbol * symbols);
  }
}

template <class Rules>
void add_recruits(const State<Rules>& state, ValuedActions& found) {
  const unsigned possible = tribe::recruits(state);
  for (int i = 0; i < 2 * kCavemanKinds; ++i)
    if (possible >> i & 1) {
      const int cost = tribe::price(i >= kCavemanKinds);
      found.add(kFirstRecruit + i, greedy::best_plan(state, i % kCavemanKinds, cost, 0).gain - cost);
    }
  found.add(kPass, 0);
}

template <class Rules>
void add_payments(const State<Rules>& state, ValuedActions& found) {
  const int cost = tribe::price(state.cave.from_pile) - std::popcount(state.cave.paid);
  const auto plan = greedy::best_plan(state, state.cave.recruit, cost, state.cave.paid);
  for (auto cells = engine::target_cells(state); cells.any();) {
    const int cell = cells.pop();
    found.add(kFirstPay + Rules::Board::to_canvas(cell), plan.payments.test(cell) ? 1 : 0);
  }
}

}  // namespace values

// Lists the legal actions with their values. Within a decision a better action has a higher value.
template <class Rules>
void value_actions(const State<Rules>& state, ValuedActions& found) {
  found.size = 0;
  if (state.phase == Phase::kPlace) return values::add_placements(state, found);
  if (state.phase == Phase::kClaim) return values::add_claims(state, found);
  if constexpr (Rules::template has<Tribe>) {
    if (state.phase == Phase::kRecruit) return values::add_recruits(state, found);
    if (state.phase == Phase::kPay) return values::add_payments(state, found);
  }
  Actions actions;  // fires and settlements by the points after them; totems to the seat with the fewest
  legal_actions(state, actions);
  const int seat = actions.size ? state.mover() : 0;
  for (int i = 0; i < actions.size; ++i) {
    if (state.phase == Phase::kGive) {
      found.add(actions.at[i], -points(state, actions.at[i] - kFirstGive));
      continue;
    }
    State<Rules> after = state;
    apply(after, actions.at[i]);
    found.add(actions.at[i], points(after, seat));
  }
}

// Instantiated once per ruleset in policies.cpp.
#define CROWNFIRE_EXTERN(Rules) extern template void value_actions(const State<Rules>&, ValuedActions&);
CROWNFIRE_FOR_EACH_RULESET(CROWNFIRE_EXTERN)
#undef CROWNFIRE_EXTERN

}  // namespace crownfire
