// The regions of a territory, updated square by square.
#pragma once

#include "crownfire/territory.hpp"

namespace crownfire {

template <class Rules>
struct Patch {
  using Mask = typename Rules::Board::Mask;
  Mask cells, beside;
  int terrain, count, symbols;
  int growth = -1;  // room to grow, −1: unknown; valid while
  Mask room;        // these cells stay open
};

// All regions of a territory, volcanoes included.
template <class Rules>
struct Patches {
  static constexpr int kMost = 48;
  int size = 0;
  union {
    std::array<Patch<Rules>, kMost> at;  // only the first `size` are initialised
  };
  Patches() {}  // NOLINT: `at` stays uninitialised
  Patches(const Patches& other) { *this = other; }
  Patches& operator=(const Patches& other) {
    size = other.size;
    std::copy(other.at.begin(), other.at.begin() + size, at.begin());
    return *this;
  }

  explicit Patches(const Territory<Rules>& territory) {
    using Board = typename Rules::Board;
    using Mask = typename Board::Mask;
    for (int t = 0; t < kTerrains; ++t)
      for (auto rest = territory.terrain[t]; rest.any() && size < kMost;) {
        const Mask cells = Board::connected(Mask::one(rest.lowest()), rest);
        rest &= ~cells;
        at[size++] = {cells, Board::beside(cells), t, cells.count(), territory.count_symbols(cells), -1, {}};
      }
  }

  // The regions after a square (or two of one terrain) has been added.
  void join(const typename Rules::Board::Mask& squares, int terrain, int symbols) {
    Patch<Rules> joined{squares, Rules::Board::beside(squares), terrain, squares.count(), symbols, -1, {}};
    int kept = 0;
    for (int i = 0; i < size; ++i) {
      const auto& each = at[i];
      if (each.terrain == terrain && (each.beside & squares).any()) {
        joined.cells |= each.cells;
        joined.beside |= each.beside;
        joined.count += each.count;
        joined.symbols += each.symbols;
      } else {
        if (kept != i) at[kept] = each;
        ++kept;
      }
    }
    at[kept] = joined;
    size = kept + 1;
  }
};

}  // namespace crownfire
