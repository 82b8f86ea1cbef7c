// The Python module crownfire._native. Errors come from the Python rules, so both engines raise the same
// errors with the same texts.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "common.hpp"
#include "crownfire/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using crownfire::AnyState;
using crownfire::Estimate;
using crownfire::Judge;
using crownfire::knows;
using crownfire::Policy;
using crownfire::Reward;
using crownfire::Search;
using crownfire::SearchedMove;
using crownfire::SearchLimit;
using crownfire::SearchSettings;

namespace {

constexpr std::size_t kMaxPlayouts = 100'000'000;
constexpr int kMaxDepth = 99;
constexpr double kMaxMilliseconds = 3'600'000;
constexpr std::chrono::milliseconds kBetweenSignals{100};  // about the longest wait of an interrupt

AnyState new_game(nb::str rules, int players) {
  nb::object ruleset = nb::module_::import_("crownfire.rules").attr("ruleset")(rules, players);
  return AnyState::new_game(nb::cast<std::string>(ruleset.attr("text")), players);
}

AnyState from_position(nb::str text) {
  nb::module_ notation = nb::module_::import_("crownfire.notation");
  nb::object state = notation.attr("parse_position")(text);  // raises for invalid text
  return AnyState::from_position(nb::cast<std::string>(notation.attr("format_position")(state)));
}

// Raises the error of the Python rules for an illegal action.
[[noreturn]] void refuse_action(const AnyState& state, nb::handle action) {
  nb::object position =
      nb::module_::import_("crownfire.notation").attr("parse_position")(state.to_position());
  nb::module_::import_("crownfire.rules").attr("apply")(position, action);
  throw std::runtime_error("the native core and the Python rules disagree about " + state.to_position());
}

AnyState apply(const AnyState& state, nb::object action) {
  nb::object index = nb::steal(PyNumber_Index(action.ptr()));  // any integer, NumPy's too
  if (!index.is_valid()) throw nb::python_error();
  int number = 0;
  if (!nb::try_cast<int>(index, number) || !state.is_legal(number)) refuse_action(state, index);
  AnyState after = state;
  after.apply(number);
  return after;
}

AnyState apply_unchecked(const AnyState& state, int action) {
  if (action < 0 || action >= crownfire::kNumActions)
    refuse(std::to_string(action) + " is not an action; actions run from 0 to " +
           std::to_string(crownfire::kNumActions - 1));
  AnyState after = state;
  after.apply(action);
  return after;
}

AnyState deal(const AnyState& state, std::uint64_t seed) {
  AnyState after = state;
  after.deal(seed);
  return after;
}

// Takes an outcome of the Python rules: numbers, or the codes of cavemen.
AnyState reveal(const AnyState& state, nb::typed<nb::sequence, nb::object> outcome) {
  std::vector<int> found;
  for (nb::handle item : outcome) {
    int value = -1;
    if (nb::isinstance<nb::str>(item) && state.phase() == "cave") {
      const auto code = nb::cast<std::string>(item);
      for (std::size_t kind = 0; kind < crownfire::kCavemen.size(); ++kind)
        if (crownfire::kCavemen[kind].code == code) value = static_cast<int>(kind);
    } else if (!nb::try_cast<int>(item, value)) {
      value = -1;
    }
    found.push_back(value);
  }
  AnyState after = state;
  if (!after.reveal(found)) refuse("the outcome is not possible in this position");
  return after;
}

AnyState playout(const AnyState& state, std::string_view policy, std::uint64_t seed) {
  const Policy chosen = to_policy(policy);
  AnyState after = state;
  nb::gil_scoped_release release;
  after.play_out(chosen, seed);
  return after;
}

using ScoreArray = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>;

ScoreArray playouts(const AnyState& state, std::size_t n, std::string_view policy, std::uint64_t seed,
                    int threads) {
  const Policy chosen = to_policy(policy);
  if (threads < 1 || threads > kMaxThreads)
    refuse("threads must be from 1 to " + std::to_string(kMaxThreads));
  if (n > kMaxPlayouts) refuse("n must be at most " + std::to_string(kMaxPlayouts));
  const auto players = static_cast<std::size_t>(state.players());
  auto* scores = new std::int32_t[n * players]();
  nb::capsule owner(scores, [](void* data) noexcept { delete[] static_cast<std::int32_t*>(data); });
  auto chunk = static_cast<std::size_t>(threads);
  for (std::size_t begin = 0; begin < n;) {
    nb::gil_scoped_release release;
    const auto start = std::chrono::steady_clock::now();
    const std::size_t end = std::min(n, begin + chunk);
    state.playouts(begin, end, chosen, seed, threads, scores);
    begin = end;
    if (std::chrono::steady_clock::now() - start < kBetweenSignals) chunk *= 2;
    if (is_interrupted()) {
      nb::gil_scoped_acquire acquire;
      throw nb::python_error();
    }
  }
  return ScoreArray(scores, {n, players}, owner);
}

int choose(const AnyState& state, std::string_view policy, std::uint64_t seed) {
  const Policy chosen = to_policy(policy);
  if (state.to_play() < 0) refuse("no seat is to play in this position");
  nb::gil_scoped_release release;
  return state.choose(chosen, seed);
}

std::vector<std::uint64_t> perft(const AnyState& state, std::uint64_t seed, int depth) {
  if (depth < 0 || depth > kMaxDepth) refuse("depth must be from 0 to " + std::to_string(kMaxDepth));
  bool is_stopped = false;
  std::vector<std::uint64_t> counts;
  {
    nb::gil_scoped_release release;
    counts = state.perft(seed, depth, [&] { return is_stopped = is_interrupted(); });
  }
  if (is_stopped) throw nb::python_error();
  return counts;
}

Reward to_reward(std::string_view name) {
  return choose_by_name<Reward>("reward", name,
                                Choices<Reward>{{"mixed", Reward::kMixed},
                                                {"win", Reward::kWin},
                                                {"score", Reward::kScore},
                                                {"relative", Reward::kRelative}});
}

// A search with its current position, to refuse illegal moves.
class BoundSearch {
 public:
  BoundSearch(const AnyState& state, const SearchSettings& settings, std::uint64_t seed)
      : state_(state), search_(Search::create(state, settings, seed)) {}

  const AnyState& state() const { return state_; }
  std::vector<SearchedMove> moves() const { return search_->moves(); }

  std::uint64_t run(std::optional<std::uint64_t> nodes, std::optional<double> ms) {
    if (!nodes && !ms) refuse("a search needs a limit: nodes, ms, or both");
    if (ms && !(*ms >= 0 && *ms <= kMaxMilliseconds))
      refuse("ms must be from 0 to " + std::to_string(static_cast<int>(kMaxMilliseconds)));
    bool is_stopped = false;
    SearchLimit limit{nodes, std::nullopt, [&] { return is_stopped = is_interrupted(); }};
    if (ms)
      limit.deadline =
          std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(1000 * *ms));
    std::uint64_t used = 0;
    {
      nb::gil_scoped_release release;
      used = search_->run(limit);
    }
    if (is_stopped) throw nb::python_error();
    return used;
  }

  void advance(nb::object action) {
    state_ = apply(state_, action);
    search_->advance(nb::cast<int>(nb::steal(PyNumber_Index(action.ptr()))));
  }

 private:
  AnyState state_;
  std::unique_ptr<Search> search_;
};

BoundSearch new_search(const AnyState& state, std::uint64_t seed, std::shared_ptr<Estimate> estimate,
                       std::shared_ptr<Judge> judge, int depth, std::optional<int> horizon,
                       std::optional<double> through, int beyond, double greed, std::string_view playout,
                       std::string_view reward, double win_weight, double margin_scale, double exploration,
                       double temperature, double first_sight, int candidates, bool halving, bool tree,
                       int threads) {
  if (state.to_play() < 0) refuse("no seat is to play in this position");
  if (threads < 1 || threads > kMaxThreads)
    refuse("threads must be from 1 to " + std::to_string(kMaxThreads));
  if (!(win_weight >= 0 && win_weight <= 1)) refuse("win_weight must be from 0 to 1");
  if (!(margin_scale > 0)) refuse("margin_scale must be more than 0");
  if (!(exploration >= 0)) refuse("exploration must not be less than 0");
  if (!(temperature > 0)) refuse("temperature must be more than 0");
  if (!(first_sight >= 0)) refuse("first_sight must not be less than 0");
  if (horizon && (*horizon < 1 || *horizon > 24)) refuse("horizon must be from 1 to 24, the end of any game");
  if (through && !(*through >= 0 && *through <= 1)) refuse("through must be from 0 to 1");
  if (beyond < 0 || beyond > 1000) refuse("beyond must be from 0 to 1000 lines");
  if (!(greed >= 0 && greed <= 1)) refuse("greed must be from 0 to 1");
  if (candidates < 0) refuse("candidates must not be less than 0; 0 means all");
  if (judge && !state.visit([&](const auto& s) { return knows(*judge, s); }))
    refuse("the value network was fitted for another set-up");
  SearchSettings settings;
  settings.playout = to_policy(playout);
  settings.estimate = std::move(estimate);
  settings.judge = std::move(judge);
  settings.depth = to_depth(depth);
  settings.horizon = horizon;
  settings.through = through;
  settings.beyond = beyond;
  settings.greed = greed;
  settings.reward = to_reward(reward);
  settings.win_weight = win_weight;
  settings.margin_scale = margin_scale;
  settings.exploration = exploration;
  settings.temperature = temperature;
  settings.first_sight = first_sight;
  settings.candidates = candidates;
  settings.halving = halving;
  settings.tree = tree;
  settings.threads = threads;
  return {state, settings, seed};
}

std::optional<int> to_play(const AnyState& state) {
  const int seat = state.to_play();
  return seat < 0 ? std::nullopt : std::optional<int>(seat);
}

}  // namespace

NB_MODULE(_native, m) {
  // With libraries such as PyTorch the interpreter exits without clearing caches, which nanobind would report
  // as leaks. The sanitizers find real leaks.
  nb::set_leak_warnings(false);
  m.doc() = "The rules of both games as bit boards, for search, playouts and statistics.";
  m.attr("NUM_ACTIONS") = crownfire::kNumActions;
  nb::class_<AnyState>(m, "State",
                       "An immutable position. Methods return new positions or facts about this one.")
      .def_static("new_game", &new_game, "rules"_a, "players"_a,
                  "Returns the position before the first chance step.")
      .def_static("from_position", &from_position, "text"_a,
                  "Parses a position text; raises the errors of parse_position.")
      .def("to_position", &AnyState::to_position, "Returns the position text, as the Python rules format it.")
      .def("__repr__", [](const AnyState& s) { return "State.from_position('" + s.to_position() + "')"; })
      .def("__eq__", [](const AnyState& s, const AnyState& other) { return s == other; })
      .def(
          "__eq__", [](const AnyState&, nb::handle) { return false; }, nb::arg().none())
      .def("__hash__", [](const AnyState& s) { return nb::hash(nb::str(s.to_position().c_str())); })
      .def("__getstate__", &AnyState::to_position)
      .def("__setstate__", [](AnyState& s, nb::str text) { new (&s) AnyState(from_position(text)); })
      .def_prop_ro(
          "phase", [](const AnyState& s) { return std::string(s.phase()); },
          "The phase, such as 'place' or 'claim'.")
      .def_prop_ro("players", &AnyState::players, "The number of players.")
      .def_prop_ro("is_over", &AnyState::is_over, "Whether the game has ended.")
      .def_prop_ro("is_chance", &AnyState::is_chance, "Whether a chance step is pending.")
      .def_prop_ro("to_play", &to_play, "The seat to play, or None during chance steps and after the end.")
      .def("legal_actions", &AnyState::legal_actions,
           "Returns the legal actions in ascending order; none if no seat is to play.")
      .def("apply", &apply, "action"_a,
           "Returns the position after a legal action; raises IllegalMoveError for any other.")
      .def("apply_unchecked", &apply_unchecked, "action"_a,
           "Returns the position after an action that must be legal; any other gives an invalid position.")
      .def("deal", &deal, "seed"_a,
           "Returns the position after all pending chance steps, dealt by the seeded dealer.")
      .def("reveal", &reveal, "outcome"_a,
           "Returns the position after the pending chance step, with an outcome of the Python rules.")
      .def("scores", &AnyState::scores, "Returns the points of every seat, as if the game ended now.")
      .def("ranking", &AnyState::ranking, "Returns the seats from best to worst, tied seats together.")
      .def("previews", &AnyState::previews, nb::call_guard<nb::gil_scoped_release>(),
           "Returns the mover's points after each legal action; a recruit is paid and settled in the best "
           "way.")
      .def("values", &AnyState::values, nb::call_guard<nb::gil_scoped_release>(),
           "Returns the heuristic value of each legal action, in points.")
      .def("choose", &choose, "policy"_a, "seed"_a = 0, "Returns the action that a policy chooses.")
      .def("best_ending", &AnyState::best_ending, nb::call_guard<nb::gil_scoped_release>(),
           "Returns the best action of a last round, solved exactly; None before it and in Totem mode.")
      .def("playout", &playout, "policy"_a = "random", "seed"_a = 0,
           "Returns the end of the game when a policy plays on.")
      .def(
          "playouts", &playouts, "n"_a, "policy"_a = "random", "seed"_a = 0, "threads"_a = 1,
          "Returns the final scores of n playouts, one row each. They don't depend on the number of threads.")
      .def("perft", &perft, "seed"_a, "depth"_a,
           "Returns the number of decision sequences of length 1 to depth under the seeded deal.");
  nb::class_<SearchedMove>(m, "SearchedMove",
                           "The results of a search for one move, as means for the seat to play.")
      .def_ro("action", &SearchedMove::action)
      .def_ro("visits", &SearchedMove::visits, "The number of simulations that began with it.")
      .def_ro("reward", &SearchedMove::reward, "The reward that the search maximises.")
      .def_ro("win", &SearchedMove::win, "The share of simulations won; shared victories count in part.")
      .def_ro("score", &SearchedMove::score, "The final score.")
      .def_ro("margin", &SearchedMove::margin, "The final score minus that of the best opponent.")
      .def_ro("value", &SearchedMove::value, "The heuristic value before the search, in points.");
  bind_estimates(m);
  bind_judges(m);
  const SearchSettings usual;
  nb::class_<BoundSearch>(m, "Search", "A search from a position. It can be resumed and can follow the game.")
      .def(nb::new_(&new_search), "state"_a, "seed"_a = 0, nb::kw_only(), "estimate"_a = nb::none(),
           "judge"_a = nb::none(), "depth"_a = static_cast<int>(usual.depth), "horizon"_a = nb::none(),
           "through"_a = nb::none(), "beyond"_a = usual.beyond, "greed"_a = usual.greed,
           "playout"_a = "greedy", "reward"_a = "mixed", "win_weight"_a = usual.win_weight,
           "margin_scale"_a = usual.margin_scale, "exploration"_a = usual.exploration,
           "temperature"_a = usual.temperature, "first_sight"_a = usual.first_sight,
           "candidates"_a = usual.candidates, "halving"_a = usual.halving, "tree"_a = usual.tree,
           "threads"_a = usual.threads)
      .def_prop_ro("state", &BoundSearch::state, "The current position.")
      .def("run", &BoundSearch::run, "nodes"_a = nb::none(), "ms"_a = nb::none(),
           "Simulates until a limit is reached or no moves are left to compare. Returns the number of "
           "simulations.")
      .def("moves", &BoundSearch::moves, "Returns the legal moves, best first.")
      .def("advance", &BoundSearch::advance, "action"_a,
           "Moves to the position after a legal action and keeps the tree below it.");
}
