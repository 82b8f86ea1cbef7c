// Legal placements of the domino in turn, and placing it (C3, C4).
#pragma once

#include "crownfire/state.hpp"

namespace crownfire::placement {

// The cells where the first half may lie, by direction of the second half.
template <class Rules>
struct Places {
  using Mask = typename Rules::Board::Mask;
  std::array<Mask, 4> first{};
  int directions = 4;  // N6: a domino with two equal halves points north or east only

  int count() const {
    int sum = 0;
    for (int d = 0; d < directions; ++d) sum += first[d].count();
    return sum;
  }
};

// C3: the cells beside the home or a square of this terrain.
template <class Rules>
typename Rules::Board::Mask connecting(const Territory<Rules>& territory, int terrain) {
  using Board = typename Rules::Board;
  constexpr auto kBesideHome = Board::beside(Board::Mask::one(Board::kHome));
  return Board::beside(territory.terrain[terrain]) | kBesideHome;
}

template <class Rules>
[[gnu::always_inline]] inline Places<Rules> places(const Territory<Rules>& territory, const Domino& domino) {
  using Board = typename Rules::Board;
  const auto free = territory.window() & ~territory.covered;  // C4
  const auto first = connecting(territory, domino.first.terrain) & free;
  const auto north = Board::template towards<kNorth>(free), east = Board::template towards<kEast>(free);
  Places<Rules> found;
  if (domino.is_double()) {
    found.directions = 2;
    found.first[kNorth] = (north & first) | (Board::template towards<kNorth>(first) & free);
    found.first[kEast] = (east & first) | (Board::template towards<kEast>(first) & free);
    return found;
  }
  const auto second = connecting(territory, domino.second.terrain) & free;
  found.first[kNorth] = (north & first) | (Board::template towards<kNorth>(second) & free);
  found.first[kEast] = (east & first) | (Board::template towards<kEast>(second) & free);
  found.first[kSouth] =
      (Board::template towards<kSouth>(free) & first) | (Board::template towards<kSouth>(second) & free);
  found.first[kWest] =
      (Board::template towards<kWest>(free) & first) | (Board::template towards<kWest>(second) & free);
  return found;
}

template <class Rules>
void place(State<Rules>& state, int cell, Direction direction) {
  auto& territory = state.own();
  const Domino& domino = state.domino_in_turn();
  const int other = Rules::Board::step(cell, direction);
  territory.cover(cell, domino.first);
  territory.cover(other, domino.second);
  if constexpr (Rules::template has<Eruption>) {  // O7
    state.erupting.cell = domino.first.craters    ? static_cast<std::uint8_t>(cell)
                          : domino.second.craters ? static_cast<std::uint8_t>(other)
                                                  : kNoVolcano;
  }
}

}  // namespace crownfire::placement
