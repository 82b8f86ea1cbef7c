#include "crownfire/configure.hpp"

#include <algorithm>

#include "crownfire/encoding.hpp"
#include "crownfire/position.hpp"
#include "crownfire/setups.hpp"

namespace crownfire {

static_assert(std::all_of(kOptions.begin(), kOptions.end(),
                          [](const Option& option) { return option.points <= encoding::kMostBonusPoints; }));

GameSetup configure(std::string_view rules, int players) {
  const auto words = position::split(rules, '+');
  GameSetup game{words[0], {}, 0};
  const auto box = words[0].substr(0, words[0].find('-'));
  const auto has = [&](std::string_view option) {
    return !option.empty() && std::find(words.begin() + 1, words.end(), option) != words.end();
  };
  for (const Setup& setup : kSetups) {
    if (setup.game != box || setup.players != players) continue;
    if (!setup.option.empty() && !has(setup.option)) continue;
    game.frame = setup.frame;  // rows with an option follow the plain ones
    game.config.players = setup.players;
    game.config.kings = setup.kings;
    game.config.line = setup.line;
    game.config.lines = setup.lines;
    game.config.paired = setup.paired;
    for (std::size_t i = 0; i < setup.opening.size(); ++i)
      game.config.opening[i] = static_cast<std::uint8_t>(setup.opening[i] - 'A');
  }
  for (const Option& option : kOptions) {
    if (option.game != box || !has(option.name)) continue;
    if (option.bonus == "centre") game.config.centre_points = option.points;
    if (option.bonus == "complete") game.config.complete_points = option.points;
  }
  return game;
}

}  // namespace crownfire
