// The policies by which games are played on, chosen at run time.
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

// Calls `use` with the type of a policy.
template <class Use>
auto with_policy(Policy policy, Use&& use) {
  switch (policy) {
    case Policy::kRandom: return use(RandomPolicy{});
    case Policy::kInformed: return use(InformedPolicy{});
    case Policy::kGreedy: return use(GreedyPolicy{});
    case Policy::kGreedyPlacement: return use(GreedyPlacementPolicy{});
    default: return use(FullGreedyPolicy{});
  }
}

template <class Rules>
void play_out_by(Policy policy, State<Rules>& state, std::uint64_t seed) {
  with_policy(policy, [&](auto type) { play_out<decltype(type)>(state, seed); });
}

}  // namespace crownfire
