// Plays games of every ruleset, number of players and policy to the end and checks invariants.
// `make sanitize` builds it with sanitizers. Usage: play_random GAMES_PER_RULESET
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "crownfire/batch.hpp"
#include "crownfire/judge_learning.hpp"
#include "crownfire/learning.hpp"
#include "crownfire/search.hpp"

namespace {

using crownfire::AnyState;
using crownfire::Policy;

void check(bool holds, const char* what, const AnyState& state) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, state.to_position().c_str());
  std::exit(1);
}

void play(AnyState state, Policy policy, std::uint64_t seed) {
  state.play_out(policy, seed);
  check(state.is_over() && !state.ranking().empty(), "not over", state);
}

// Writes the observation of every seat and the mask into arrays of exactly the right size.
void observe(const AnyState& any) {
  any.visit([]<class Rules>(const crownfire::State<Rules>& state) {
    std::vector<std::uint8_t> seen(static_cast<std::size_t>(crownfire::encoding::size<Rules>(state.config)));
    for (int seat = 0; seat < state.config.players; ++seat)
      crownfire::encoding::write(state, seat, seen.data(), seen.size());
    const auto numbering = crownfire::Numbering::of<Rules>(state.config);
    std::vector<std::int8_t> mask(static_cast<std::size_t>(numbering.size()));
    crownfire::write_mask(state, numbering, mask.data());
  });
}

// Plays games in lockstep on two threads, against opponents and without.
void step_batches(const AnyState& start, std::uint64_t seed) {
  for (const bool has_opponents : {false, true}) {
    crownfire::BatchSettings settings;
    settings.games = 130;
    settings.threads = 2;
    if (has_opponents)
      settings.opponents.assign(static_cast<std::size_t>(start.players() - 1), Policy::kInformed);
    const auto batch = crownfire::Batch::create(start, settings);
    const auto width = static_cast<std::size_t>(batch->numbering().size());
    std::vector<std::uint64_t> seeds(settings.games, seed);
    std::vector<std::uint8_t> seen(settings.games * batch->observation_size()), seats(settings.games),
        dones(settings.games);
    std::vector<std::int8_t> masks(settings.games * width);
    std::vector<float> rewards(settings.games * batch->players());
    std::vector<std::int32_t> scores(settings.games * batch->players());
    std::vector<std::int64_t> actions(settings.games);
    const crownfire::BatchArrays arrays{seen.data(),    masks.data(), seats.data(),
                                        rewards.data(), dones.data(), scores.data()};
    batch->reset(seeds.data(), nullptr, arrays);
    for (std::uint64_t step = 0; step < 60; ++step) {
      crownfire::sample_rows(masks.data(), settings.games, width, step, actions.data());
      check(batch->find_fault(actions.data()).kind == crownfire::BatchFault::kNone, "a fault", start);
      batch->step(actions.data(), arrays);
    }
  }
}

// Plays a game decision by decision and checks that every position text can be parsed.
void walk(AnyState state, std::uint64_t seed) {
  crownfire::Generator rng(seed);
  state.deal(seed);
  while (!state.is_over()) {
    const auto legal = state.legal_actions();
    check(!legal.empty(), "nothing is legal", state);
    observe(state);
    check(AnyState::from_position(state.to_position()) == state, "the position text differs", state);
    check(state.previews().size() == legal.size(), "previews are missing", state);
    check(state.values().size() == legal.size(), "values are missing", state);
    for (const auto& [name, policy] : crownfire::kPolicies)
      check(state.is_legal(state.choose(policy, seed)), "an illegal choice", state);
    if (const auto best = state.best_ending()) check(state.is_legal(*best), "an illegal ending", state);
    state.apply(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    state.deal(seed);
  }
}

// Fits an estimate to a few games.
std::shared_ptr<const crownfire::Estimate> learn(const AnyState& start, std::uint64_t seed) {
  crownfire::Fit fit;
  fit.estimate.weights.resize(crownfire::count_weights());
  fit.moved.resize(crownfire::count_weights());
  fit.shaken.resize(crownfire::count_weights());
  crownfire::learn({start}, seed, 0, 3, {}, fit, [] { return false; });
  return std::make_shared<const crownfire::Estimate>(fit.estimate);
}

// Fits a judge to a few games; null for games that can't be judged.
std::shared_ptr<const crownfire::Judge> learn_to_judge(const AnyState& start,
                                                       const crownfire::Estimate& estimate,
                                                       std::uint64_t seed) {
  const int stages = start.visit([]<class Rules>(const crownfire::State<Rules>& state) {
    return crownfire::kCanBeJudged<Rules> && state.config.players == 2 ? state.config.lines - 1 : 0;
  });
  if (!stages) return nullptr;
  auto fit = crownfire::new_judge_fit(stages, seed);
  const auto games = crownfire::watch({start}, estimate, seed, 0, 20, {}, [] { return false; });
  check(crownfire::learn(games, 0.004, fit), "games can't be learnt from", start);
  return std::make_shared<const crownfire::Judge>(fit.judge);
}

// Plays a game by search with two threads, keeping the tree while the same seat decides.
void search(AnyState state, const std::shared_ptr<const crownfire::Estimate>& estimate,
            const std::shared_ptr<const crownfire::Judge>& judge, crownfire::Depth depth,
            std::uint64_t seed) {
  crownfire::SearchSettings settings;
  settings.threads = 2;
  settings.estimate = estimate;
  settings.judge = judge;
  settings.depth = depth;
  state.deal(seed);
  std::unique_ptr<crownfire::Search> found;
  while (!state.is_over()) {
    const int seat = state.to_play();
    if (!found) found = crownfire::Search::create(state, settings, seed);
    found->run({judge ? 200 : 8, std::nullopt, nullptr});  // with a judge, enough to look beyond the round
    const auto moves = found->moves();
    check(moves.size() == state.legal_actions().size(), "moves are missing", state);
    check(state.is_legal(moves[0].action), "an illegal move", state);
    state.apply(moves[0].action);
    found->advance(moves[0].action);
    if (state.to_play() != seat) found.reset();
    state.deal(seed);
  }
}

// Applies random actions unchecked. Most are illegal; none may corrupt memory or keep the game from ending.
void play_unchecked(AnyState state, std::uint64_t seed) {
  crownfire::Generator rng(seed);
  state.deal(seed);
  for (int step = 0; step < 400 && !state.is_over(); ++step) {
    const auto legal = state.legal_actions();
    const bool is_legal = !legal.empty() && rng.below(2);
    state.apply(is_legal ? legal[rng.below(static_cast<std::uint32_t>(legal.size()))]
                         : static_cast<int>(rng.below(crownfire::kNumActions)));
    state.deal(seed);
    observe(state);
  }
  for (const auto& [name, policy] : crownfire::kPolicies) play(state, policy, seed);
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 100;
  struct Game {
    const char* rules;
    int fewest, most;
  };
  constexpr Game kGames[] = {{"kingdomino", 2, 4},
                             {"kingdomino+harmony+middle_kingdom", 2, 4},
                             {"kingdomino+harmony+middle_kingdom+mighty_duel", 2, 2},
                             {"origins-discovery", 2, 4},
                             {"origins-totem", 2, 4},
                             {"origins-tribe+empire_of_fire+homo_habilis", 2, 4}};
  for (const Game& game : kGames)
    for (int players = game.fewest; players <= game.most; ++players) {
      const auto start = AnyState::new_game(game.rules, players);
      for (int i = 0; i < games; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        play(start, Policy::kRandom, seed);
        if (i % 10 == 0) play(start, Policy::kInformed, seed);
        if (i % 100 == 0) play(start, Policy::kGreedy, seed);
        if (i % 20 == 0) play_unchecked(start, seed);
        if (i % 100 == 0) walk(start, seed);
        if (i % 100 == 0) step_batches(start, seed);
        if (i % 1000) continue;
        search(start, nullptr, nullptr, crownfire::Depth::kGlance, seed);
        const auto estimate = learn(start, seed);
        for (const auto depth : {crownfire::Depth::kGlance, crownfire::Depth::kClaims})
          search(start, estimate, nullptr, depth, seed);
        if (const auto judge = learn_to_judge(start, *estimate, seed))
          search(start, estimate, judge, crownfire::Depth::kGlance, seed);
      }
      std::printf("%s, %d players: %d games\n", game.rules, players, games);
      std::fflush(stdout);
    }
}
