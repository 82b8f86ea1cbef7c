// The cells that a territory can reach: for an N×N frame a square of side 2N−1 around the home, one bit per
// cell.
//
// Each row has an extra column that stays empty, so shifting all bits by one cell never wraps into the next
// row. Cells have the order of the 13×13 canvas, so ascending bits are ascending actions.
#pragma once

#include <array>
#include <cstdint>

#include "crownfire/bits.hpp"

namespace crownfire {

inline constexpr int kCanvas = 13;
inline constexpr int kCanvasCells = kCanvas * kCanvas;

enum Direction : std::uint8_t { kNorth, kEast, kSouth, kWest };

template <int Frame>
struct Board {
  static constexpr int kSide = 2 * Frame - 1;
  static constexpr int kStride = kSide + 1;
  static constexpr int kCells = kSide * kStride;
  static constexpr int kCentre = Frame - 1;
  static constexpr int kHome = kCentre * kStride + kCentre;
  static constexpr int kMargin = (kCanvas - kSide) / 2;
  using Mask = Bits<(kCells + 63) / 64>;

  static constexpr int column(int cell) { return cell % kStride; }
  static constexpr int row(int cell) { return cell / kStride; }

  static constexpr int to_canvas(int cell) {
    return (row(cell) + kMargin) * kCanvas + column(cell) + kMargin;
  }
  // The cell at a canvas index, or −1 outside the board.
  static constexpr int from_canvas(int canvas) {
    const int x = canvas % kCanvas - kMargin, y = canvas / kCanvas - kMargin;
    return x < 0 || y < 0 || x >= kSide || y >= kSide ? -1 : y * kStride + x;
  }

  static constexpr Mask rectangle(int west, int east, int south, int north) {
    Mask mask;
    for (int y = south; y <= north; ++y)
      for (int x = west; x <= east; ++x) mask.set(y * kStride + x);
    return mask;
  }

  static constexpr Mask kAll = rectangle(0, kSide - 1, 0, kSide - 1);

  // The columns (rows) that a frame can still cover if those from `low` to `high` are in use: [low][high].
  static constexpr auto kColumnWindow = [] {
    std::array<std::array<Mask, kSide>, Frame> windows{};
    for (int low = 0; low < Frame; ++low)
      for (int high = kCentre; high < low + Frame; ++high)
        windows[low][high] = rectangle(high - Frame + 1, low + Frame - 1, 0, kSide - 1);
    return windows;
  }();
  static constexpr auto kRowWindow = [] {
    std::array<std::array<Mask, kSide>, Frame> windows{};
    for (int low = 0; low < Frame; ++low)
      for (int high = kCentre; high < low + Frame; ++high)
        windows[low][high] = rectangle(0, kSide - 1, high - Frame + 1, low + Frame - 1);
    return windows;
  }();

  // All cells orthogonally adjacent to one of these; may include cells of the empty column.
  [[gnu::always_inline]] static constexpr Mask beside(const Mask& mask) {
    return mask.template up<1>() | mask.template down<1>() | mask.template up<kStride>() |
           mask.template down<kStride>();
  }
  // These cells and all cells a king's move away.
  [[gnu::always_inline]] static constexpr Mask around(const Mask& mask) {
    const Mask wide = (mask | mask.template up<1>() | mask.template down<1>()) & kAll;
    return (wide | wide.template up<kStride>() | wide.template down<kStride>()) & kAll;
  }
  // The cells a king's move away from each cell, without the cell itself.
  static constexpr auto kRing = [] {
    std::array<Mask, kCells> rings{};
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x) {
        const int cell = y * kStride + x;
        rings[cell] = rectangle(x > 0 ? x - 1 : x, x + 1 < kSide ? x + 1 : x, y > 0 ? y - 1 : y,
                                y + 1 < kSide ? y + 1 : y);
        rings[cell].reset(cell);
      }
    return rings;
  }();
  // The connected component of `seed` within `cells`.
  static constexpr Mask connected(Mask seed, const Mask& cells) {
    for (;;) {
      const Mask grown = (seed | beside(seed)) & cells;
      if (grown == seed) return seed;
      seed = grown;
    }
  }
  // The cells from which a step in this direction leads into `cells`.
  template <Direction direction>
  static constexpr Mask towards(const Mask& cells) {
    if constexpr (direction == kNorth) return cells.template down<kStride>();
    if constexpr (direction == kEast) return cells.template down<1>();
    if constexpr (direction == kSouth) return cells.template up<kStride>();
    if constexpr (direction == kWest) return cells.template up<1>();
  }
  static constexpr Mask towards(const Mask& cells, Direction direction) {
    switch (direction) {
      case kNorth: return towards<kNorth>(cells);
      case kEast: return towards<kEast>(cells);
      case kSouth: return towards<kSouth>(cells);
      default: return towards<kWest>(cells);
    }
  }
  static constexpr bool is_inside(int cell) { return cell >= 0 && cell < kCells && column(cell) < kSide; }
  static constexpr int step(int cell, Direction direction) {
    constexpr int kSteps[] = {kStride, 1, -kStride, -1};
    return cell + kSteps[direction];
  }
};

}  // namespace crownfire
