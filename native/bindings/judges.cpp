// Value networks for two-player positions between rounds.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "arrays.hpp"
#include "crownfire/any_state.hpp"
#include "crownfire/judge.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using crownfire::AnyState;
using crownfire::Court;
using crownfire::Estimate;
using crownfire::Judge;
using crownfire::judged_stage;
using crownfire::kCanBeJudged;
using crownfire::kJudgeNumbers;
using crownfire::knows;

namespace {

Judge new_ready_judge(const Floats& numbers, const Floats& spread) {
  Judge judge = to_judge(numbers, spread);
  for (const float each : judge.spread)
    if (!(each > 0 && std::isfinite(each))) refuse("every 'spread' must be a finite number more than 0");
  return judge;
}

float margin(const Judge& judge, const Estimate& estimate, const AnyState& state) {
  return state.visit([&](const auto& s) -> float {
    using Rules = typename std::decay_t<decltype(s)>::Rules;
    if constexpr (kCanBeJudged<Rules>)
      if (knows(judge, s) && judged_stage(s) >= 0) return Court<Rules>(judge, estimate).verdict(s).margin;
    refuse("the value network evaluates only positions of its set-up between rounds, before a line is drawn");
  });
}

}  // namespace

void bind_judges(nb::module_& m) {
  nb::class_<Judge>(m, "Judge",
                    "A value network for two-player positions between rounds, fitted for one set-up.")
      .def(nb::new_(&new_ready_judge), "numbers"_a, "spread"_a,
           "Takes JUDGE_NUMBERS numbers and the root mean square error for each stage.")
      .def("margin", &margin, "estimate"_a, "state"_a,
           "Returns the expected final margin of the first seat, for a position between rounds.");
  m.attr("JUDGE_NUMBERS") = kJudgeNumbers;
}
