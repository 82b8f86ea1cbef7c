// Fitting estimates and value networks by self-play.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "crownfire/judge_learning.hpp"
#include "crownfire/learning.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using crownfire::AnyState;
using crownfire::count_weights;
using crownfire::Estimate;
using crownfire::Fit;
using crownfire::FitSettings;
using crownfire::JudgeFit;
using crownfire::kCanBeJudged;
using crownfire::kJudgeNumbers;
using crownfire::WatchSettings;

namespace {

// A fit with the positions its games start from.
struct BoundFit {
  std::vector<AnyState> starts;
  Fit fit;
};

void check_same_kind(const AnyState& start, const AnyState& first) {
  if (!start.is_same_kind(first))
    refuse("all 'starts' must have the same rules and number of players, bonuses aside");
}

BoundFit new_fit(const std::vector<AnyState>& starts, const Floats& weights, const Floats& moved,
                 const Floats& shaken) {
  if (starts.empty()) refuse("'starts' must not be empty");
  for (const AnyState& start : starts) check_same_kind(start, starts[0]);
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

nb::bytes watch(const std::vector<AnyState>& starts, const Estimate& estimate, std::uint64_t seed,
                std::uint64_t begin, std::uint64_t end, int depth, double exploration) {
  if (starts.empty()) refuse("'starts' must not be empty");
  for (const AnyState& start : starts) {
    check_same_kind(start, starts[0]);
    const bool can_be_judged = start.visit([](const auto& s) {
      return kCanBeJudged<typename std::decay_t<decltype(s)>::Rules> && s.config.players == 2;
    });
    if (!can_be_judged) refuse("the value network supports only two-player Kingdomino");
  }
  if (!(exploration >= 0 && exploration <= 1)) refuse("exploration must be from 0 to 1");
  const WatchSettings settings{to_depth(depth), exploration};
  bool is_stopped = false;
  std::string games;
  {
    nb::gil_scoped_release release;
    games = crownfire::watch(starts, estimate, seed, begin, end, settings,
                             [&] { return is_stopped = is_interrupted(); });
  }
  if (is_stopped) throw nb::python_error();
  return nb::bytes(games.data(), games.size());
}

JudgeFit new_judge_fit(const Floats& numbers, const Floats& spread, const Floats& mean, const Floats& square,
                       std::uint64_t steps) {
  const std::size_t size = spread.size() * kJudgeNumbers;
  return {to_judge(numbers, spread), to_vector(mean, "mean", size), to_vector(square, "square", size), steps};
}

JudgeFit begin_judge_fit(int stages, std::uint64_t seed) {
  if (stages < 1 || stages > 24) refuse("stages must be from 1 to 24");
  return crownfire::new_judge_fit(stages, seed);
}

void learn_judge(JudgeFit& fit, nb::bytes games, double rate) {
  if (!(rate > 0 && rate <= 1)) refuse("rate must be more than 0 and at most 1");
  const std::string bytes(games.c_str(), games.size());
  bool is_read = false;
  {
    nb::gil_scoped_release release;
    is_read = crownfire::learn(bytes, rate, fit);
  }
  if (!is_read) refuse("'games' must come from watch_games, for a set-up with the same number of lines");
}

NewFloats numbers_of(const JudgeFit& fit) { return to_array(fit.judge.numbers); }
NewFloats judge_spread_of(const JudgeFit& fit) { return to_array(fit.judge.spread); }
NewFloats mean_of(const JudgeFit& fit) { return to_array(fit.mean); }
NewFloats square_of(const JudgeFit& fit) { return to_array(fit.square); }

}  // namespace

void bind_fits(nb::module_& m) {
  nb::class_<BoundFit>(m, "Fit", "The state of fitting an estimate.")
      .def(nb::new_(&new_fit), "starts"_a, "weights"_a, "moved"_a, "shaken"_a,
           "Takes the positions that games start from in turn, and the numbers of a saved fit.")
      .def("learn", &learn, "seed"_a, "begin"_a, "end"_a, nb::kw_only(), "depth"_a = 1, "rate"_a = 1.0,
           "trace"_a = 0.5, "exploration"_a = 0.02, "Plays games `begin` to `end` − 1 and learns from each.")
      .def_prop_ro("weights", &weights_of, nb::rv_policy::automatic)
      .def_prop_ro("moved", &moved_of, nb::rv_policy::automatic, "The sum of the corrections of each weight.")
      .def_prop_ro("shaken", &shaken_of, nb::rv_policy::automatic,
                   "The sum of the sizes of the corrections of each weight.")
      .def_prop_ro("spread", &spread_of, nb::rv_policy::automatic,
                   "The root mean square error of the estimate in each stage, over the last games.");
  m.def("watch_games", &watch, "starts"_a, "estimate"_a, "seed"_a, "begin"_a, "end"_a, nb::kw_only(),
        "depth"_a = 3, "exploration"_a = 0.05,
        "Plays games `begin` to `end` − 1 by an estimate. Returns their positions for JudgeFit.learn.");
  nb::class_<JudgeFit>(m, "JudgeFit", "The state of fitting a value network.")
      .def(nb::new_(&new_judge_fit), "numbers"_a, "spread"_a, "mean"_a, "square"_a, "steps"_a,
           "Takes the numbers of a saved fit.")
      .def_static("begin", &begin_judge_fit, "stages"_a, "seed"_a,
                  "Returns a new fit whose network agrees with the estimate.")
      .def("learn", &learn_judge, "games"_a, "rate"_a = 0.004,
           "Learns from games of watch_games, in their order.")
      .def_prop_ro("numbers", &numbers_of, nb::rv_policy::automatic)
      .def_prop_ro("spread", &judge_spread_of, nb::rv_policy::automatic,
                   "The root mean square error of the network in each stage, over the last games.")
      .def_prop_ro("mean", &mean_of, nb::rv_policy::automatic,
                   "The running mean of the corrections of each number.")
      .def_prop_ro("square", &square_of, nb::rv_policy::automatic,
                   "The running mean of the squared corrections of each number.")
      .def_ro("steps", &JudgeFit::steps, "The number of batches of games learnt from.");
}
