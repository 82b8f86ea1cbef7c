// The last round, solved exactly. Nothing is drawn or claimed any more (C8), so the result of a seat depends
// only on how it places its remaining dominoes, and all ways to do so can be tried.
#pragma once

#include <optional>

#include "crownfire/outlook.hpp"

namespace crownfire::last_round {

// The state as if only the mover had dominoes left.
template <class Rules>
State<Rules> alone(State<Rules> state) {
  const int seat = state.mover();
  Line own;
  for (int place = state.turn; place < state.current.size; ++place)
    if (state.current.seat[place] == seat) {
      own.number[own.size] = state.current.number[place];
      own.seat[own.size++] = static_cast<std::int8_t>(seat);
    }
  state.current = own;
  state.turn = 0;
  return state;
}

// Raises `best` to the strongest end (C10) that a seat alone can reach from here, if it is stronger.
template <class Rules>
void find_best(const State<Rules>& state, int seat, std::array<int, 3>& best) {
  if (state.is_over()) {
    best = std::max(best, strength(state, seat));
    return;
  }
  const bool is_last_domino = state.phase == Phase::kPlace && state.turn + 1 == state.current.size;
  if (is_last_domino && Outlook<Rules>(state, seat).best_points(state.domino_in_turn()) < best[0]) return;
  Actions actions;
  legal_actions(state, actions);
  for (int i = 0; i < actions.size; ++i) {
    State<Rules> after = state;
    apply(after, actions.at[i]);
    find_best(after, seat, best);
  }
}

// The lowest of the mover's best actions. None before the last round, and none in Totem mode, where the
// points of a seat depend on the others (T3).
template <class Rules>
std::optional<int> choose(const State<Rules>& state) {
  const bool is_decision = !state.is_over() && !state.is_chance();
  if (!is_decision || !state.is_last_round() || Rules::template has<Totems>) return std::nullopt;
  const int seat = state.mover();
  const State<Rules> start = alone(state);
  Actions actions;
  legal_actions(start, actions);
  std::array<int, 3> best{-1};
  int chosen = 0;
  for (int i = 0; i < actions.size; ++i) {
    State<Rules> after = start;
    apply(after, actions.at[i]);
    const auto before = best;
    find_best(after, seat, best);
    if (best != before) chosen = actions.at[i];
  }
  return chosen;
}

}  // namespace crownfire::last_round
