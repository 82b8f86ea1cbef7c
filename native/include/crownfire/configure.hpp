// From the name of the rules to the numbers they are played with.
#pragma once

#include <string_view>

#include "crownfire/state.hpp"

namespace crownfire {

struct GameSetup {
  std::string_view name;  // of the ruleset, without options
  Config config;
  int frame;  // of a territory: 5 or 7
};

// Reads `ruleset+option+…`, which is known to exist for this many players.
GameSetup configure(std::string_view rules, int players);

}  // namespace crownfire
