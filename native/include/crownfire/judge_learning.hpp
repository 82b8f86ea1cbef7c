// Fitting a judge: games are played by an estimate and watched; then what the judge thought of every position
// between rounds is corrected towards what it thinks a round later, and before the last line towards what
// came (temporal differences). Corrections are made a batch of games at a time (Adam).
#pragma once

#include <functional>
#include <string>

#include "crownfire/any_state.hpp"
#include "crownfire/judge.hpp"

namespace crownfire {

// A judge under way.
struct JudgeFit {
  Judge judge;
  std::vector<float> mean, square;  // of the corrections of each number, lately
  std::uint64_t steps = 0;          // batches so far
};

// One that goes by the estimate alone.
JudgeFit new_judge_fit(int stages, std::uint64_t seed);

struct WatchSettings {
  Depth depth = Depth::kClaims;  // of the moves
  double exploration = 0.05;     // moves made at random
};

// Plays games number `begin` to `end` of a seed, from the starts in turn, all of one set-up for two up to
// bonuses; what was seen in them, for `learn`.
std::string watch(const std::vector<AnyState>& starts, const Estimate& estimate, std::uint64_t seed,
                  std::uint64_t begin, std::uint64_t end, const WatchSettings& settings,
                  const std::function<bool()>& should_stop);

// Learns from watched games in their order; false if they can't be read.
bool learn(const std::string& games, double rate, JudgeFit& fit);

}  // namespace crownfire
