// Decisions by an estimate of final scores, fitted by self-play (learning.hpp).
#pragma once

#include <array>
#include <vector>

#include "crownfire/values.hpp"

namespace crownfire {

inline constexpr int kStages = 8;  // of a game, each with weights of its own

// The fitted numbers of one set-up.
struct Estimate {
  std::vector<float> weights;           // stage by stage
  std::array<float, kStages> spread{};  // root mean square error of each stage
};

// How deep a decision looks: it values claims roughly; places the claimed dominoes first; does so for
// placements too; adds the best claim after a placement.
enum class Depth { kGlance, kPlain, kSettled, kClaims };

// How many weights an estimate has.
std::size_t count_weights();

// Instantiated once per ruleset in estimate.cpp.

// The action with the highest expected score, −1 if there is none.
template <class Rules>
int choose_by(const Estimate& estimate, Depth depth, const State<Rules>& state);

// The expected final score of a seat.
template <class Rules>
float expect(const Estimate& estimate, const State<Rules>& state, int seat);

// The root mean square error of that score.
template <class Rules>
float spread(const Estimate& estimate, const State<Rules>& state, int seat);

// Lists the legal actions with the expected final score of the mover.
template <class Rules>
void value_actions_by(const Estimate& estimate, const State<Rules>& state, ValuedActions& found);

}  // namespace crownfire
