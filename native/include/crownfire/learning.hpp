// Fitting an estimate by self-play. The estimate plays all seats; its value of every territory is then
// corrected towards the outcome (temporal differences, TD(λ)). A weight changes more slowly if its
// corrections contradict each other (temporal coherence).
#pragma once

#include "crownfire/any_state.hpp"
#include "crownfire/estimate.hpp"

namespace crownfire {

// The state of fitting an estimate.
struct Fit {
  Estimate estimate;
  std::vector<float> moved;   // the sum of the corrections of each weight
  std::vector<float> shaken;  // the sum of their sizes
};

struct FitSettings {
  Depth depth = Depth::kPlain;  // of the moves
  double rate = 1;              // of corrections that never contradict each other
  double trace = 0.5;           // λ: the weight of the final score against the value a turn later
  double exploration = 0.02;    // moves made at random
};

// Plays games `begin` to `end` − 1 of a seed and learns from each. Games start from `starts` in turn, which
// must have the same rules and number of players, bonuses aside.
void learn(const std::vector<AnyState>& starts, std::uint64_t seed, std::uint64_t begin, std::uint64_t end,
           const FitSettings& settings, Fit& fit, const std::function<bool()>& should_stop);

}  // namespace crownfire
