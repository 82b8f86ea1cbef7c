// Deciding by an estimate of final scores that was fitted to self-play (learning.hpp).
#pragma once

#include <array>
#include <vector>

#include "crownfire/values.hpp"

namespace crownfire {

inline constexpr int kStages = 8;  // of a game, each with weights of its own

// What was fitted for one set-up.
struct Estimate {
  std::vector<float> weights;           // stage by stage
  std::array<float, kStages> spread{};  // of each stage: how far final scores lie from what was expected
};

// How far a decision looks: claims at a glance; known dominoes laid before a claim; before a place too; and
// what can be claimed after it.
enum class Depth { kGlance, kPlain, kSettled, kClaims };

// How many weights an estimate has.
std::size_t count_weights();

// What follows is compiled once for every ruleset, in estimate.cpp.

// The action that leads to the highest score, −1 if there is none.
template <class Rules>
int choose_by(const Estimate& estimate, Depth depth, const State<Rules>& state);

// What a seat will have at the end.
template <class Rules>
float expect(const Estimate& estimate, const State<Rules>& state, int seat);

// How much it varies, for one seat.
template <class Rules>
float spread(const Estimate& estimate, const State<Rules>& state, int seat);

// The legal actions with what the mover will have at the end.
template <class Rules>
void value_actions_by(const Estimate& estimate, const State<Rules>& state, ValuedActions& found);

}  // namespace crownfire
