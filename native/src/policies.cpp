#include "crownfire/policies.hpp"

#include <algorithm>
#include <tuple>

#include "crownfire/values.hpp"

namespace crownfire {

void greedy::sort_settlements(Settlement* begin, Settlement* end) {
  std::sort(begin, end, [](const Settlement& a, const Settlement& b) {
    return std::tuple(-a.points, a.cell) < std::tuple(-b.points, b.cell);
  });
}

void sort_by_value(ValuedActions& found) {
  std::sort(found.at.begin(), found.at.begin() + found.size, [](const Valued& a, const Valued& b) {
    return a.value != b.value ? a.value > b.value : a.action < b.action;
  });
}

void sort_by_action(ValuedActions& found) {
  std::sort(found.at.begin(), found.at.begin() + found.size,
            [](const Valued& a, const Valued& b) { return a.action < b.action; });
}

namespace {

// Calls `use` with an instance of the policy's type.
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

#define CROWNFIRE_COMPILE(Rules)                                    \
  template void legal_actions(const State<Rules>&, Actions&);       \
  template bool is_legal(const State<Rules>&, int);                 \
  template void chance::deal_step(State<Rules>&, std::uint64_t);    \
  template void RandomPolicy::play(State<Rules>&, Generator&);      \
  template int greedy::choose(const State<Rules>&);                 \
  template void value_actions(const State<Rules>&, ValuedActions&); \
  template int choose_by(Policy, const State<Rules>&, Generator&);  \
  template void play_by(Policy, State<Rules>&, Generator&);         \
  template void play_out_by(Policy, State<Rules>&, std::uint64_t);

CROWNFIRE_FOR_EACH_RULESET(CROWNFIRE_COMPILE)
#undef CROWNFIRE_COMPILE
template greedy::Plan<TribeRules<5>> greedy::best_plan(const State<TribeRules<5>>&, int, int, int);
template greedy::Plan<TribeRules<7>> greedy::best_plan(const State<TribeRules<7>>&, int, int, int);

}  // namespace crownfire
