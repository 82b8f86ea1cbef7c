// Playout policies, chosen at run time.
#pragma once

#include "crownfire/baselines.hpp"

namespace crownfire {

enum class Policy { kRandom, kInformed, kGreedy, kGreedyPlacement, kFullGreedy };

struct NamedPolicy {
  std::string_view name;
  Policy policy;
};

inline constexpr std::array<NamedPolicy, 5> kPolicies{{{"random", Policy::kRandom},
                                                       {"informed", Policy::kInformed},
                                                       {"greedy", Policy::kGreedy},
                                                       {"gprd", Policy::kGreedyPlacement},
                                                       {"fg", Policy::kFullGreedy}}};

// Instantiated once per ruleset in policies.cpp.
template <class Rules>
int choose_by(Policy policy, const State<Rules>& state, Generator& rng);
template <class Rules>
void play_by(Policy policy, State<Rules>& state, Generator& rng);
template <class Rules>
void play_out_by(Policy policy, State<Rules>& state, std::uint64_t seed);

}  // namespace crownfire
