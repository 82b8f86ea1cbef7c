// Rulesets as lists of parts, composed at compile time. Parts have the names of crownfire.rules.parts.
#pragma once

#include <type_traits>

#include "crownfire/tables.hpp"

namespace crownfire {

struct Placement {};
struct Eruption {};
struct Resources {};
struct Totems {};
struct Draft {};
struct Tribe {};

template <int Frame, class... Parts>
struct Ruleset {
  static constexpr int kFrame = Frame;
  using Board = crownfire::Board<Frame>;

  template <class Part>
  static constexpr bool has = (std::is_same_v<Part, Parts> || ...);

  // The volcano is the last terrain of Origins; Kingdomino has none.
  static constexpr bool kOrigins = has<Eruption>;
  static constexpr const std::array<Domino, 48>& dominoes() {
    if constexpr (kOrigins)
      return kOriginsDominoes;
    else
      return kKingdominoDominoes;
  }
  static constexpr std::string_view letters() { return kOrigins ? kOriginsLetters : kKingdominoLetters; }
};

template <int Frame>
using KingdominoRules = Ruleset<Frame, Placement, Draft>;
template <int Frame>
using DiscoveryRules = Ruleset<Frame, Placement, Eruption, Draft>;
template <int Frame>
using TotemRules = Ruleset<Frame, Placement, Eruption, Resources, Totems, Draft>;
template <int Frame>
using TribeRules = Ruleset<Frame, Placement, Eruption, Resources, Draft, Tribe>;

// Applies a macro to every ruleset, to instantiate templates once.
#define CROWNFIRE_FOR_EACH_RULESET(use)                                                         \
  use(KingdominoRules<5>) use(KingdominoRules<7>) use(DiscoveryRules<5>) use(DiscoveryRules<7>) \
      use(TotemRules<5>) use(TotemRules<7>) use(TribeRules<5>) use(TribeRules<7>)

inline constexpr int kTerrains = 6;
inline constexpr int kVolcano = 5;
inline constexpr int kResourceKinds = 4;  // resource k lies on terrain k
static_assert(kResources.size() == kResourceKinds && kCavemen.size() == 10);

inline constexpr int kCavemenInBox = [] {
  int sum = 0;
  for (const Caveman& kind : kCavemen) sum += kind.copies;
  return sum;
}();

// Symbols, craters and powers fit in two bits; a caveman either has power or counts something.
static_assert([] {
  for (const auto& dominoes : {kKingdominoDominoes, kOriginsDominoes})
    for (const Domino& domino : dominoes)
      for (const Half& half : {domino.first, domino.second})
        if (half.symbols > 3 || half.craters > 3) return false;
  for (const Caveman& kind : kCavemen)
    if (kind.power > 3 || (kind.power == 0) == (kind.per == kPerNothing)) return false;
  return true;
}());
static_assert(kKingdominoLetters.size() == kTerrains && kOriginsLetters.size() == kTerrains);

}  // namespace crownfire
