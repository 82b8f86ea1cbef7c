// Plays games of every ruleset, player count and policy to their end, and checks what must always hold.
// Built with sanitizers by `make sanitize`: play_random GAMES_OF_EACH.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "crownfire/any_state.hpp"

namespace {

void check(bool holds, const char* what, const crownfire::AnyState& state) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, state.to_position().c_str());
  std::exit(1);
}

// A game decision by decision, with every text read back.
void walk(crownfire::AnyState state, std::uint64_t seed) {
  crownfire::Generator rng(seed);
  state.deal(seed);
  while (!state.is_over()) {
    const auto legal = state.legal_actions();
    check(!legal.empty(), "nothing is legal", state);
    check(crownfire::AnyState::from_position(state.to_position()) == state, "text differs", state);
    check(state.previews().size() == legal.size(), "previews are missing", state);
    check(state.is_legal(state.choose(crownfire::Policy::kGreedy, seed)), "greedy is illegal", state);
    state.apply(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    state.deal(seed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 100;
  using crownfire::Policy;
  const char* const rules[] = {"kingdomino", "kingdomino+harmony+middle_kingdom", "origins-discovery",
                               "origins-totem", "origins-tribe+empire_of_fire+homo_habilis"};
  for (const std::string name : rules)
    for (int players = 2; players <= 4; ++players) {
      const auto start = crownfire::AnyState::new_game(name, players);
      for (int game = 0; game < games; ++game) {
        auto state = start;
        state.play_out(Policy::kRandom, static_cast<std::uint64_t>(game));
        check(state.is_over(), "not over", state);
        if (game % 10 == 0) {
          state = start;
          state.play_out(Policy::kInformed, static_cast<std::uint64_t>(game));
          check(state.ranking().size() >= 1, "no ranking", state);
        }
        if (game % 100 == 0) walk(start, static_cast<std::uint64_t>(game));
      }
      std::printf("%s, %d players: %d games\n", name.c_str(), players, games);
    }
  const auto duel = crownfire::AnyState::new_game("kingdomino+mighty_duel", 2);
  for (int game = 0; game < games; ++game) {
    auto state = duel;
    state.play_out(Policy::kRandom, static_cast<std::uint64_t>(game));
    if (game % 100 == 0) walk(duel, static_cast<std::uint64_t>(game));
  }
  std::printf("kingdomino+mighty_duel, 2 players: %d games\n", games);
}
