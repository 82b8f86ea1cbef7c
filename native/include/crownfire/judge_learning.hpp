// Fitting a judge. An estimate plays games; the judge's value of every position between rounds is then
// corrected towards its value a round later, or before the last line towards the final margin (temporal
// differences). Corrections are applied in batches of games (Adam).
#pragma once

#include <functional>
#include <string>

#include "crownfire/any_state.hpp"
#include "crownfire/judge.hpp"

namespace crownfire {

// The state of fitting a judge.
struct JudgeFit {
  Judge judge;
  std::vector<float> mean, square;  // running means of the corrections of each number
  std::uint64_t steps = 0;          // batches so far
};

// A new fit whose judge agrees with the estimate.
JudgeFit new_judge_fit(int stages, std::uint64_t seed);

struct WatchSettings {
  Depth depth = Depth::kClaims;  // of the moves
  double exploration = 0.05;     // moves made at random
};

// Plays games `begin` to `end` − 1 of a seed and returns their positions for `learn`. Games start from
// `starts` in turn, which must have the same rules, bonuses aside, and two players.
std::string watch(const std::vector<AnyState>& starts, const Estimate& estimate, std::uint64_t seed,
                  std::uint64_t begin, std::uint64_t end, const WatchSettings& settings,
                  const std::function<bool()>& should_stop);

// Learns from watched games in their order; false if they can't be read.
bool learn(const std::string& games, double rate, JudgeFit& fit);

}  // namespace crownfire
