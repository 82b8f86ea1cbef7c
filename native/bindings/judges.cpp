// Judges of two-player positions: as the search uses them, and as they are fitted.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "arrays.hpp"
#include "crownfire/judge_learning.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using crownfire::AnyState;
using crownfire::Court;
using crownfire::Estimate;
using crownfire::Judge;
using crownfire::judged_stage;
using crownfire::JudgeFit;
using crownfire::kCanBeJudged;
using crownfire::kJudgeNumbers;
using crownfire::knows;
using crownfire::WatchSettings;

namespace {

Judge new_judge(const Floats& numbers, const Floats& spread) {
  if (spread.size() == 0) refuse("'spread' must have an item for each stage");
  Judge judge;
  judge.spread = to_vector(spread, "spread", spread.size());
  judge.numbers = to_vector(numbers, "numbers", spread.size() * kJudgeNumbers);
  return judge;
}

Judge new_ready_judge(const Floats& numbers, const Floats& spread) {
  Judge judge = new_judge(numbers, spread);
  for (const float each : judge.spread)
    if (!(each > 0 && std::isfinite(each))) refuse("every 'spread' must be a number more than 0");
  return judge;
}

float margin(const Judge& judge, const Estimate& estimate, const AnyState& state) {
  return state.visit([&](const auto& s) -> float {
    using Rules = typename std::decay_t<decltype(s)>::Rules;
    if constexpr (kCanBeJudged<Rules>)
      if (knows(judge, s) && judged_stage(s) >= 0) return Court<Rules>(judge, estimate).verdict(s).margin;
    refuse("a judge is asked between the rounds of its game, with two players, where a line is due");
  });
}

nb::bytes watch(const std::vector<AnyState>& starts, const Estimate& estimate, std::uint64_t seed,
                std::uint64_t begin, std::uint64_t end, int depth, double exploration) {
  if (starts.empty()) refuse("there is no table to start from");
  for (const AnyState& start : starts) {
    if (!start.is_same_kind(starts[0])) refuse("all tables must have the same rules up to bonuses");
    const bool can_be_judged = start.visit([](const auto& s) {
      return kCanBeJudged<typename std::decay_t<decltype(s)>::Rules> && s.config.players == 2;
    });
    if (!can_be_judged) refuse("a judge knows Kingdomino for two only");
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

JudgeFit new_fit(const Floats& numbers, const Floats& spread, const Floats& mean, const Floats& square,
                 std::uint64_t steps) {
  const std::size_t size = spread.size() * kJudgeNumbers;
  return {new_judge(numbers, spread), to_vector(mean, "mean", size), to_vector(square, "square", size),
          steps};
}

JudgeFit begin(int stages, std::uint64_t seed) {
  if (stages < 1 || stages > 24) refuse("stages must be from 1 to 24");
  return crownfire::new_judge_fit(stages, seed);
}

void learn(JudgeFit& fit, nb::bytes games, double rate) {
  if (!(rate > 0 && rate <= 1)) refuse("rate must be more than 0 and at most 1");
  const std::string bytes(games.c_str(), games.size());
  bool is_read = false;
  {
    nb::gil_scoped_release release;
    is_read = crownfire::learn(bytes, rate, fit);
  }
  if (!is_read) refuse("'games' must come from watch_games of a set-up with as many lines");
}

NewFloats numbers_of(const JudgeFit& fit) { return to_array(fit.judge.numbers); }
NewFloats spread_of(const JudgeFit& fit) { return to_array(fit.judge.spread); }
NewFloats mean_of(const JudgeFit& fit) { return to_array(fit.mean); }
NewFloats square_of(const JudgeFit& fit) { return to_array(fit.square); }

}  // namespace

void bind_judges(nb::module_& m) {
  nb::class_<Judge>(m, "Judge", "Who of two will be ahead, and by how much, fitted for one set-up.")
      .def(nb::new_(&new_ready_judge), "numbers"_a, "spread"_a,
           "For each stage JUDGE_NUMBERS numbers, and how far final margins lie from what is judged.")
      .def("margin", &margin, "estimate"_a, "state"_a,
           "By how many points the first seat will be ahead, between rounds.");
  m.def("watch_games", &watch, "starts"_a, "estimate"_a, "seed"_a, "begin"_a, "end"_a, nb::kw_only(),
        "depth"_a = 3, "exploration"_a = 0.05,
        "What is seen in games number `begin` to `end`, played by an estimate, for JudgeFit.learn.");
  nb::class_<JudgeFit>(m, "JudgeFit", "A judge under way.")
      .def(nb::new_(&new_fit), "numbers"_a, "spread"_a, "mean"_a, "square"_a, "steps"_a, "As it was kept.")
      .def_static("begin", &begin, "stages"_a, "seed"_a, "One that goes by the estimate alone.")
      .def("learn", &learn, "games"_a, "rate"_a = 0.004, "Learns from watched games, in their order.")
      .def_prop_ro("numbers", &numbers_of, nb::rv_policy::automatic)
      .def_prop_ro("spread", &spread_of, nb::rv_policy::automatic,
                   "How far final margins were from what was judged, in each stage of the games learnt from.")
      .def_prop_ro("mean", &mean_of, nb::rv_policy::automatic, "Of each number's corrections, lately.")
      .def_prop_ro("square", &square_of, nb::rv_policy::automatic, "And of their squares.")
      .def_ro("steps", &JudgeFit::steps, "Batches of games so far.");
  m.attr("JUDGE_NUMBERS") = kJudgeNumbers;
}
