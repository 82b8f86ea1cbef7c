// Estimates of final scores.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "crownfire/any_state.hpp"
#include "crownfire/estimate.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using crownfire::AnyState;
using crownfire::count_weights;
using crownfire::Estimate;
using crownfire::kStages;

namespace {

Estimate new_estimate(const Floats& weights, const Floats& spread) {
  Estimate estimate;
  estimate.weights = to_vector(weights, "weights", count_weights());
  const auto stages = to_vector(spread, "spread", kStages);
  std::copy(stages.begin(), stages.end(), estimate.spread.begin());
  return estimate;
}

int choose(const Estimate& estimate, const AnyState& state, int depth) {
  if (state.to_play() < 0) refuse("no seat is to play in this position");
  return state.visit([&](const auto& s) { return choose_by(estimate, to_depth(depth), s); });
}

std::vector<float> expect(const Estimate& estimate, const AnyState& state) {
  return state.visit([&](const auto& s) {
    std::vector<float> found;
    for (int seat = 0; seat < state.players(); ++seat) found.push_back(expect(estimate, s, seat));
    return found;
  });
}

}  // namespace

void bind_estimates(nb::module_& m) {
  nb::class_<Estimate>(m, "Estimate", "An estimate of final scores, fitted for one set-up.")
      .def(nb::new_(&new_estimate), "weights"_a, "spread"_a,
           "Takes NUM_WEIGHTS weights and the root mean square error in each of the 8 stages of a game.")
      .def("choose", &choose, "state"_a, "depth"_a = 3,
           "Returns the action with the highest expected score. Depth 0 values claims roughly; 1 places the "
           "claimed dominoes first; 2 does so for placements too; 3 adds the best claim after a placement.")
      .def("expect", &expect, "state"_a, "Returns the expected final score of every seat.");
  m.attr("NUM_WEIGHTS") = count_weights();
}
