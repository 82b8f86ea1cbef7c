// Estimates of final scores: as the search uses them, and as they are fitted.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "crownfire/learning.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using crownfire::AnyState;
using crownfire::count_weights;
using crownfire::Estimate;
using crownfire::Fit;
using crownfire::FitSettings;
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
  if (state.to_play() < 0) refuse("nobody is to decide here");
  return state.visit([&](const auto& s) { return choose_by(estimate, to_depth(depth), s); });
}

std::vector<float> expect(const Estimate& estimate, const AnyState& state) {
  return state.visit([&](const auto& s) {
    std::vector<float> found;
    for (int seat = 0; seat < state.players(); ++seat) found.push_back(expect(estimate, s, seat));
    return found;
  });
}

// A fit with the tables it plays at.
struct BoundFit {
  std::vector<AnyState> starts;
  Fit fit;
};

BoundFit new_fit(const std::vector<AnyState>& starts, const Floats& weights, const Floats& moved,
                 const Floats& shaken) {
  if (starts.empty()) refuse("a fit needs a table to start from");
  for (const AnyState& start : starts)
    if (!start.is_same_kind(starts[0])) refuse("all tables of a fit must have the same rules up to bonuses");
  const std::size_t size = count_weights();
  BoundFit bound{starts, {}};
  bound.fit.estimate.weights = to_vector(weights, "weights", size);
  bound.fit.moved = to_vector(moved, "moved", size);
  bound.fit.shaken = to_vector(shaken, "shaken", size);
  return bound;
}

void learn(BoundFit& bound, std::uint64_t seed, std::uint64_t begin, std::uint64_t end, int depth,
           double rate, double trace, double exploration) {
  if (!(rate > 0 && rate <= 1)) refuse("rate must be more than 0 and at most 1");
  if (!(trace >= 0 && trace <= 1)) refuse("trace must be from 0 to 1");
  if (!(exploration >= 0 && exploration <= 1)) refuse("exploration must be from 0 to 1");
  const FitSettings settings{to_depth(depth), rate, trace, exploration};
  bool is_stopped = false;
  {
    nb::gil_scoped_release release;
    crownfire::learn(bound.starts, seed, begin, end, settings, bound.fit,
                     [&] { return is_stopped = is_interrupted(); });
  }
  if (is_stopped) throw nb::python_error();
}

NewFloats weights_of(const BoundFit& bound) { return to_array(bound.fit.estimate.weights); }
NewFloats moved_of(const BoundFit& bound) { return to_array(bound.fit.moved); }
NewFloats shaken_of(const BoundFit& bound) { return to_array(bound.fit.shaken); }
NewFloats spread_of(const BoundFit& bound) {
  const auto& spread = bound.fit.estimate.spread;
  return to_array({spread.begin(), spread.end()});
}

}  // namespace

void bind_estimates(nb::module_& m) {
  nb::class_<Estimate>(m, "Estimate", "What final scores to expect, fitted for one set-up.")
      .def(nb::new_(&new_estimate), "weights"_a, "spread"_a,
           "NUM_WEIGHTS weights, and how far final scores "
           "spread in each of the 8 stages of a game.")
      .def("choose", &choose, "state"_a, "depth"_a = 3,
           "The action that leads to the highest score. Depth 0 claims at a glance, 1 lays the dominoes it "
           "has before "
           "it claims, 2 before it places too, 3 thinks of what it can claim after placing.")
      .def("expect", &expect, "state"_a, "What every seat will have at the end.");
  nb::class_<BoundFit>(m, "Fit", "An estimate under way.")
      .def(nb::new_(&new_fit), "starts"_a, "weights"_a, "moved"_a, "shaken"_a,
           "Games are played from these tables in turn.")
      .def("learn", &learn, "seed"_a, "begin"_a, "end"_a, nb::kw_only(), "depth"_a = 1, "rate"_a = 1.0,
           "trace"_a = 0.5, "exploration"_a = 0.02,
           "Plays games number `begin` to `end` and learns from each.")
      .def_prop_ro("weights", &weights_of, nb::rv_policy::automatic)
      .def_prop_ro("moved", &moved_of, nb::rv_policy::automatic,
                   "For each weight the sum of its corrections.")
      .def_prop_ro("shaken", &shaken_of, nb::rv_policy::automatic, "And of their sizes.")
      .def_prop_ro(
          "spread", &spread_of, nb::rv_policy::automatic,
          "How far final scores were from what was expected, in each stage of the games learnt from.");
  m.attr("NUM_WEIGHTS") = count_weights();
}
