// A territory as bit boards: the terrain, symbols and pieces of every cell.
#pragma once

#include <algorithm>

#include "crownfire/ruleset.hpp"

namespace crownfire {

// The cavemen of a territory, in no particular order.
struct Settlers {
  std::uint8_t count = 0;
  std::array<std::uint8_t, kCavemenInBox> cell{};
  std::array<std::uint8_t, kCavemenInBox> kind{};

  void add(int at, int caveman) {
    if (count == cell.size()) return;  // only after unchecked illegal actions
    cell[count] = static_cast<std::uint8_t>(at);
    kind[count++] = static_cast<std::uint8_t>(caveman);
  }
  void remove(int at) {
    for (int i = 0; i < count; ++i)
      if (cell[i] == at) {
        --count;
        cell[i] = cell[count];
        kind[i] = kind[count];
        return;
      }
  }
};

struct Nothing {};

template <class Rules>
struct Territory {
  using Board = typename Rules::Board;
  using Mask = typename Board::Mask;
  template <class Part, class T>
  using If = std::conditional_t<Rules::template has<Part>, T, Nothing>;

  std::array<Mask, kTerrains> terrain{};
  Mask covered = Mask::one(Board::kHome);  // C2: the home is a square too
  Mask low{}, high{};  // the number of symbols (of a volcano: craters) of each cell, in binary
  [[no_unique_address]] If<Eruption, Mask> token{};  // the cells whose symbols are a fire token's
  [[no_unique_address]] If<Resources, Mask> resource{};
  [[no_unique_address]] If<Tribe, Settlers> settlers{};
  std::uint8_t west = Board::kCentre, east = Board::kCentre, south = Board::kCentre, north = Board::kCentre;
  std::uint8_t discards = 0;

  int symbols_at(int cell) const { return low.test(cell) + 2 * high.test(cell); }
  void set_symbols(int cell, int symbols) {
    if (symbols & 1) low.set(cell);
    if (symbols & 2) high.set(cell);
  }
  Mask with_symbols() const { return low | high; }
  int count_symbols(const Mask& cells) const { return (low & cells).count() + 2 * (high & cells).count(); }

  // C4: the cells that the frame can still include, covered ones among them.
  Mask window() const { return Board::kColumnWindow[west][east] & Board::kRowWindow[south][north]; }

  void cover(int cell, const Half& half) {
    terrain[half.terrain].set(cell);
    covered.set(cell);
    set_symbols(cell, half.symbols | half.craters);
    const auto x = static_cast<std::uint8_t>(Board::column(cell));
    const auto y = static_cast<std::uint8_t>(Board::row(cell));
    west = std::min(west, x);
    east = std::max(east, x);
    south = std::min(south, y);
    north = std::max(north, y);
    if constexpr (Rules::template has<Resources>)  // T1
      if (half.terrain < kResourceKinds && half.symbols == 0) resource.set(cell);
  }

  Mask cavemen() const {
    Mask cells;
    if constexpr (Rules::template has<Tribe>)
      for (int i = 0; i < settlers.count; ++i) cells.set(settlers.cell[i]);
    return cells;
  }
};

}  // namespace crownfire
