// Plays games of every ruleset, player count and policy to their end, and checks what must always hold.
// Built with sanitizers by `make sanitize`: play_random GAMES_OF_EACH.
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

// What every seat sees and may do, in arrays of exactly the right size.
void look(const AnyState& any) {
  any.visit([]<class Rules>(const crownfire::State<Rules>& state) {
    std::vector<std::uint8_t> seen(static_cast<std::size_t>(crownfire::encoding::size<Rules>(state.config)));
    for (int seat = 0; seat < state.config.players; ++seat)
      crownfire::encoding::write(state, seat, seen.data(), seen.size());
    const auto numbering = crownfire::Numbering::of<Rules>(state.config);
    std::vector<std::int8_t> mask(static_cast<std::size_t>(numbering.size()));
    crownfire::write_mask(state, numbering, mask.data());
  });
}

// Games in lockstep by two threads, against opponents and without.
void step_many(const AnyState& start, std::uint64_t seed) {
  for (const bool is_alone : {false, true}) {
    crownfire::BatchSettings settings;
    settings.games = 130;
    settings.threads = 2;
    if (is_alone) settings.opponents.assign(static_cast<std::size_t>(start.players() - 1), Policy::kInformed);
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

// A game decision by decision, with every text read back.
void walk(AnyState state, std::uint64_t seed) {
  crownfire::Generator rng(seed);
  state.deal(seed);
  while (!state.is_over()) {
    const auto legal = state.legal_actions();
    check(!legal.empty(), "nothing is legal", state);
    look(state);
    check(AnyState::from_position(state.to_position()) == state, "text differs", state);
    check(state.previews().size() == legal.size(), "previews are missing", state);
    check(state.values().size() == legal.size(), "values are missing", state);
    for (const auto& [name, policy] : crownfire::kPolicies)
      check(state.is_legal(state.choose(policy, seed)), "an illegal choice", state);
    if (const auto best = state.best_ending()) check(state.is_legal(*best), "an illegal ending", state);
    state.apply(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    state.deal(seed);
  }
}

// An estimate that has learnt from a few games.
std::shared_ptr<const crownfire::Estimate> learn(const AnyState& start, std::uint64_t seed) {
  crownfire::Fit fit;
  fit.estimate.weights.resize(crownfire::count_weights());
  fit.moved.resize(crownfire::count_weights());
  fit.shaken.resize(crownfire::count_weights());
  crownfire::learn({start}, seed, 0, 3, {}, fit, [] { return false; });
  return std::make_shared<const crownfire::Estimate>(fit.estimate);
}

// A judge that has learnt from a few games; none where nothing can be judged.
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

// A game by search, each decision with two threads; the tree is kept while nobody else decides.
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
    found->run({judge ? 200 : 8, std::nullopt, nullptr});  // with a judge beyond the round
    const auto moves = found->moves();
    check(moves.size() == state.legal_actions().size(), "moves are missing", state);
    check(state.is_legal(moves[0].action), "an illegal move", state);
    state.apply(moves[0].action);
    found->advance(moves[0].action);
    if (state.to_play() != seat) found.reset();
    state.deal(seed);
  }
}

// Actions that are not checked: most are illegal, none may do harm, and the game still comes to an end.
void stumble(AnyState state, std::uint64_t seed) {
  crownfire::Generator rng(seed);
  state.deal(seed);
  for (int step = 0; step < 400 && !state.is_over(); ++step) {
    const auto legal = state.legal_actions();
    const bool sensible = !legal.empty() && rng.below(2);
    state.apply(sensible ? legal[rng.below(static_cast<std::uint32_t>(legal.size()))]
                         : static_cast<int>(rng.below(crownfire::kNumActions)));
    state.deal(seed);
    look(state);
  }
  for (const auto& [name, policy] : crownfire::kPolicies) play(state, policy, seed);
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 100;
  struct Kind {
    const char* rules;
    int fewest, most;
  };
  constexpr Kind kKinds[] = {{"kingdomino", 2, 4},
                             {"kingdomino+harmony+middle_kingdom", 2, 4},
                             {"kingdomino+harmony+middle_kingdom+mighty_duel", 2, 2},
                             {"origins-discovery", 2, 4},
                             {"origins-totem", 2, 4},
                             {"origins-tribe+empire_of_fire+homo_habilis", 2, 4}};
  for (const Kind& kind : kKinds)
    for (int players = kind.fewest; players <= kind.most; ++players) {
      const auto start = AnyState::new_game(kind.rules, players);
      for (int game = 0; game < games; ++game) {
        const auto seed = static_cast<std::uint64_t>(game);
        play(start, Policy::kRandom, seed);
        if (game % 10 == 0) play(start, Policy::kInformed, seed);
        if (game % 100 == 0) play(start, Policy::kGreedy, seed);
        if (game % 20 == 0) stumble(start, seed);
        if (game % 100 == 0) walk(start, seed);
        if (game % 100 == 0) step_many(start, seed);
        if (game % 1000) continue;
        search(start, nullptr, nullptr, crownfire::Depth::kGlance, seed);
        const auto estimate = learn(start, seed);
        for (const auto depth : {crownfire::Depth::kGlance, crownfire::Depth::kClaims})
          search(start, estimate, nullptr, depth, seed);
        if (const auto judge = learn_to_judge(start, *estimate, seed))
          search(start, estimate, judge, crownfire::Depth::kGlance, seed);
      }
      std::printf("%s, %d players: %d games\n", kind.rules, players, games);
      std::fflush(stdout);
    }
}
