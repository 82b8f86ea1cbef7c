#include "crownfire/policies.hpp"

namespace crownfire {

namespace {

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

}  // namespace

template <class Rules>
int choose_by(Policy policy, const State<Rules>& state, Generator& rng) {
  return with_policy(policy, [&](auto type) { return decltype(type)::choose(state, rng); });
}

template <class Rules>
void play_by(Policy policy, State<Rules>& state, Generator& rng) {
  with_policy(policy, [&](auto type) { decltype(type)::play(state, rng); });
}

template <class Rules>
void play_out_by(Policy policy, State<Rules>& state, std::uint64_t seed) {
  with_policy(policy, [&](auto type) { play_out<decltype(type)>(state, seed); });
}

#define CROWNFIRE_COMPILE(Rules)                                   \
  template int choose_by(Policy, const State<Rules>&, Generator&); \
  template void play_by(Policy, State<Rules>&, Generator&);        \
  template void play_out_by(Policy, State<Rules>&, std::uint64_t);

CROWNFIRE_FOR_EACH_RULESET(CROWNFIRE_COMPILE)
#undef CROWNFIRE_COMPILE

}  // namespace crownfire
