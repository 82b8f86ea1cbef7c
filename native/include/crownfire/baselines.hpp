// The baseline policies of the literature other than uniform random play; docs/bots.md defines them.
#pragma once

#include "crownfire/playout.hpp"

namespace crownfire::baselines {

// The points a seat can reach after its placement with a domino of the next line, placed in the best way with
// its best fire.
struct ClaimValues {
  int best;   // with the best domino it may claim
  int total;  // summed over all dominoes it may claim
};

template <class Rules>
ClaimValues claim_values(const State<Rules>& state, int cell, Direction direction) {
  const int seat = state.mover();
  State<Rules> after = state;
  engine::place(after, cell, direction);
  if constexpr (Rules::template has<Eruption>)
    while (after.phase == Phase::kErupt || after.phase == Phase::kGive) apply(after, greedy::choose(after));
  if (after.phase != Phase::kClaim || after.mover() != seat) {  // C8: nothing to claim
    const int now = points(after, seat);
    return {now, now};
  }
  const Outlook<Rules> outlook(after, seat);
  ClaimValues found{-1, 0};
  for (unsigned left = draft::claimable(after); left; left &= left - 1) {
    const int number = after.next.number[std::countr_zero(left)];
    const int points = outlook.best_points(Rules::dominoes()[number - 1]);
    found.best = std::max(found.best, points);
    found.total += points;
  }
  return found;
}

using PlaceValue = std::array<int, 4>;  // compared lexicographically

// Calls `visit(action, value)` for every placement. The value consists of the points with a claimed domino,
// minus the holes, the points now and the matching sides.
template <class Rules, class Visit>
void each_place(const State<Rules>& state, int ClaimValues::* criterion, Visit&& visit) {
  const Outlook<Rules> outlook(state, state.mover());
  outlook.each_placement(state.domino_in_turn(), [&](int cell, Direction direction, int points) {
    const auto [now, holes, sides] = greedy::place_value(state, cell, direction, points);
    visit(4 * Rules::Board::to_canvas(cell) + direction,
          PlaceValue{claim_values(state, cell, direction).*criterion, holes, now, sides});
  });
}

template <class Rules>
int choose_place(const State<Rules>& state, int ClaimValues::* criterion) {
  PlaceValue best{-1, 0, 0, 0};
  int chosen = kDiscard;
  each_place(state, criterion, [&](int action, const PlaceValue& value) {
    if (value > best || (value == best && action < chosen)) {
      best = value;
      chosen = action;
    }
  });
  return chosen;
}

}  // namespace crownfire::baselines

namespace crownfire {

// `gprd`: greedy placement, random draft. Places for the mean of its possible claims and claims at random.
struct GreedyPlacementPolicy {
  template <class Rules>
  static void play(State<Rules>& state, Generator& rng) {
    apply_or_random(state, choose(state, rng), rng);
  }

  template <class Rules>
  static int choose(const State<Rules>& state, Generator& rng) {
    if (state.phase == Phase::kPlace) return baselines::choose_place(state, &baselines::ClaimValues::total);
    return state.phase == Phase::kClaim ? RandomPolicy::choose(state, rng) : greedy::choose(state);
  }
};

// `fg`: full greedy. Places for the best of its possible claims and otherwise plays like greedy.
struct FullGreedyPolicy {
  template <class Rules>
  static void play(State<Rules>& state, Generator& rng) {
    apply_or_random(state, choose(state, rng), rng);
  }

  template <class Rules>
  static int choose(const State<Rules>& state, Generator&) {
    if (state.phase == Phase::kPlace) return baselines::choose_place(state, &baselines::ClaimValues::best);
    return greedy::choose(state);
  }
};

}  // namespace crownfire
