// Points and ranking (C9, C10).
#pragma once

#include "crownfire/parts/bonuses.hpp"
#include "crownfire/parts/resources.hpp"
#include "crownfire/parts/tribe.hpp"

namespace crownfire {

using Scores = std::array<int, kMaxSeats>;

// C9: the sum of squares × symbols. Regions without symbols are skipped.
template <class Rules>
int region_points(const Territory<Rules>& territory) {
  using Board = typename Rules::Board;
  constexpr int kScoring = Rules::kOrigins ? kVolcano : kTerrains;  // O10
  const auto symbols = territory.with_symbols();
  int sum = 0;
  for (int t = 0; t < kScoring; ++t) {
    auto seeds = territory.terrain[t] & symbols;
    while (seeds.any()) {
      const auto region = Board::connected(Board::Mask::one(seeds.lowest()), territory.terrain[t]);
      sum += region.count() * territory.count_symbols(region);
      seeds &= ~region;
    }
  }
  return sum;
}

template <class Rules>
int largest_region(const Territory<Rules>& territory) {
  using Board = typename Rules::Board;
  int largest = 0;
  for (auto left : territory.terrain)
    while (left.any()) {
      const auto region = Board::connected(Board::Mask::one(left.lowest()), left);
      largest = std::max(largest, region.count());
      left &= ~region;
    }
  return largest;
}

// The points beyond regions: resources and totems, cavemen, bonuses.
template <class Rules>
int part_points(const State<Rules>& state, int seat) {
  const auto& territory = state.territory[seat];
  int sum = bonuses::points(state.config, territory);
  if constexpr (Rules::template has<Totems>) {  // T5
    sum += territory.resource.count() * kPointsPerResource;
    for (int kind = 0; kind < kResourceKinds; ++kind)
      if (state.totems[kind] == seat) sum += kTotemPoints[kind];
  }
  if constexpr (Rules::template has<Tribe>) sum += tribe::points(territory);  // B9
  return sum;
}

// The points of a seat, as if the game ended now.
template <class Rules>
int points(const State<Rules>& state, int seat) {
  return region_points(state.territory[seat]) + part_points(state, seat);
}

template <class Rules>
Scores scores(const State<Rules>& state) {
  Scores found{};
  for (int seat = 0; seat < state.config.players; ++seat) found[seat] = points(state, seat);
  return found;
}

// C10: points, largest region and symbols, compared lexicographically.
template <class Rules>
std::array<int, 3> strength(const State<Rules>& state, int seat) {
  const auto& territory = state.territory[seat];
  auto without_volcanoes = territory.covered;
  if constexpr (Rules::kOrigins) without_volcanoes &= ~territory.terrain[kVolcano];
  return {points(state, seat), largest_region(territory), territory.count_symbols(without_volcanoes)};
}

}  // namespace crownfire
