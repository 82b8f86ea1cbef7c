// Fitting an estimate by self-play: games are played by the estimate itself, and what it expected of every
// territory is corrected towards what came of it (temporal differences, TD(λ)). A weight moves the more
// slowly the more its corrections contradict each other (temporal coherence).
#pragma once

#include "crownfire/any_state.hpp"
#include "crownfire/estimate.hpp"

namespace crownfire {

// An estimate under way.
struct Fit {
  Estimate estimate;
  std::vector<float> moved;   // for each weight the sum of its corrections
  std::vector<float> shaken;  // and of their sizes
};

struct FitSettings {
  Depth depth = Depth::kPlain;  // of the moves
  double rate = 1;              // of corrections that never contradict each other
  double trace = 0.5;  // λ: how much what came in the end counts against what was expected a turn later
  double exploration = 0.02;  // moves made at random
};

// Plays games number `begin` to `end` of a seed, from the starts in turn, all of one set-up up to bonuses,
// and learns from each.
void learn(const std::vector<AnyState>& starts, std::uint64_t seed, std::uint64_t begin, std::uint64_t end,
           const FitSettings& settings, Fit& fit, const std::function<bool()>& should_stop);

}  // namespace crownfire
