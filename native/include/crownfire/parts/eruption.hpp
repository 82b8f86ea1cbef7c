// Volcanoes throw fire when they are placed (O7 to O9).
#pragma once

#include "crownfire/state.hpp"

namespace crownfire::eruption {

// O8: the cells where the fire of a volcano may land, the home among them.
template <class Rules>
typename Rules::Board::Mask targets(const Territory<Rules>& territory, int volcano) {
  using Board = typename Rules::Board;
  auto reach = Board::Mask::one(volcano);
  const int distance = kFireReachPlusCraters - territory.symbols_at(volcano);
  for (int i = 0; i < distance; ++i) reach = Board::around(reach);
  // Craters are stored like symbols, so this rules out volcanoes and squares with fire at once.
  return reach & territory.covered & ~territory.with_symbols();
}

// Lands a fire with this many symbols, which destroys a resource or caveman there (T2, B5).
template <class Rules>
void land(Territory<Rules>& territory, int cell, int symbols) {
  territory.set_symbols(cell, symbols);
  territory.token.set(cell);
  if constexpr (Rules::template has<Resources>) territory.resource.reset(cell);
  if constexpr (Rules::template has<Tribe>) territory.settlers.remove(cell);
}

template <class Rules>
void land(State<Rules>& state, int cell) {
  auto& territory = state.own();
  land(territory, cell, territory.symbols_at(state.erupting.cell));
  state.erupting.cell = kNoVolcano;
}

}  // namespace crownfire::eruption
