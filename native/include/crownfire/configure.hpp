// Resolves the name of a ruleset with options into its configuration.
#pragma once

#include <string_view>

#include "crownfire/state.hpp"

namespace crownfire {

struct GameSetup {
  std::string_view name;  // of the ruleset without options
  Config config;
  int frame;  // side of a territory: 5 or 7
};

// Parses `ruleset+option+…`, which must be valid for this many players.
GameSetup configure(std::string_view rules, int players);

}  // namespace crownfire
