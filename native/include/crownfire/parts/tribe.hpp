// Cavemen: the cave board, recruiting, paying, settling and scoring (B1 to B9).
#pragma once

#include "crownfire/parts/resources.hpp"

namespace crownfire::tribe {

// B1: the number of cavemen to turn up.
template <class Rules>
int missing(const State<Rules>& state) {
  return std::min<int>(kCaveRow - state.cave.row_size, state.cave.pile_size);
}

inline int price(bool from_pile) { return from_pile ? kPricePile : kPriceFaceUp; }

// B2: the cavemen that the mover can afford: bit `kind` face up, bit 10 + `kind` from the pile.
template <class Rules>
unsigned recruits(const State<Rules>& state) {
  const int kinds = std::popcount(static_cast<unsigned>(resources::kinds(state.own())));
  unsigned found = 0;
  for (int kind = 0; kind < kCavemanKinds; ++kind) {
    if (kinds >= kPriceFaceUp && state.cave.row[kind]) found |= 1u << kind;
    if (kinds >= kPricePile && state.cave.pile[kind]) found |= 1u << (kCavemanKinds + kind);
  }
  return found;
}

template <class Rules>
void recruit(State<Rules>& state, int kind, bool from_pile) {
  auto& cave = state.cave;
  cave.recruit = static_cast<std::uint8_t>(kind);
  cave.from_pile = from_pile;
  cave.paid = 0;
  --(from_pile ? cave.pile : cave.row)[kind];
  --(from_pile ? cave.pile_size : cave.row_size);
}

// B2: the cells whose resource may be paid now; each kind is paid only once.
template <class Rules>
typename Rules::Board::Mask payable(const State<Rules>& state) {
  const auto& territory = state.own();
  typename Rules::Board::Mask cells;
  for (int kind = 0; kind < kResourceKinds; ++kind)
    if (!(state.cave.paid >> kind & 1)) cells |= territory.resource & territory.terrain[kind];
  return cells;
}

// Pays the resource on a cell. Returns whether the price is now paid in full.
template <class Rules>
bool pay(State<Rules>& state, int cell) {
  auto& territory = state.own();
  territory.resource.reset(cell);
  for (int kind = 0; kind < kResourceKinds; ++kind)
    if (territory.terrain[kind].test(cell)) state.cave.paid |= static_cast<std::uint8_t>(1 << kind);
  return std::popcount(state.cave.paid) == price(state.cave.from_pile);
}

// B3: squares without fire, resource or caveman, except the home and volcanoes, whose craters count as
// symbols.
template <class Rules>
typename Rules::Board::Mask settleable(const Territory<Rules>& territory) {
  using Board = typename Rules::Board;
  return territory.covered & ~(territory.with_symbols() | territory.resource | territory.cavemen() |
                               Board::Mask::one(Board::kHome));
}

template <class Rules>
void settle(State<Rules>& state, int cell) {
  state.own().settlers.add(cell, state.cave.recruit);
  state.cave.recruit = 0;
  state.cave.from_pile = false;
  state.cave.paid = 0;
}

// B7, B8: the points of all cavemen in a territory.
template <class Rules>
int points(const Territory<Rules>& territory) {
  using Board = typename Rules::Board;
  using Mask = typename Board::Mask;
  const auto& settlers = territory.settlers;
  int sum = 0;
  Mask warriors, powers_low, powers_high;
  for (int i = 0; i < settlers.count; ++i) {
    const Caveman& kind = kCavemen[settlers.kind[i]];
    if (kind.power) {
      warriors.set(settlers.cell[i]);
      if (kind.power & 1) powers_low.set(settlers.cell[i]);
      if (kind.power & 2) powers_high.set(settlers.cell[i]);
      continue;
    }
    const Mask& around = Board::kRing[settlers.cell[i]];
    int count = 0;
    if (kind.per == kPerFire)
      count = territory.count_symbols(around & ~territory.terrain[kVolcano]);
    else if (kind.per == kPerCaveman)
      count = (around & territory.cavemen()).count();
    else if (kind.per == kPerAnyResource)
      count = (around & territory.resource).count();
    else
      count = (around & territory.resource & territory.terrain[kind.per]).count();
    sum += count * kind.points;
  }
  while (warriors.any()) {
    const Mask group = Board::connected(Mask::one(warriors.lowest()), warriors);
    sum += group.count() * ((group & powers_low).count() + 2 * (group & powers_high).count());
    warriors &= ~group;
  }
  return sum;
}

}  // namespace crownfire::tribe
