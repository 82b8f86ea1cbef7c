// Observations of a seat as bytes, for learning. docs/research.md describes the blocks.
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "crownfire/state.hpp"

namespace crownfire::encoding {

// A part of an observation: its name, its shape and its largest value.
struct Block {
  std::string_view name;
  std::vector<int> shape;
  int high;

  int size() const {
    int product = 1;
    for (const int side : shape) product *= side;
    return product;
  }
};

inline constexpr int kPhases = static_cast<int>(kPhaseNames.size());
inline constexpr int kSlots = 4;                 // of a line; also the most opening claims
inline constexpr int kHalfSize = kTerrains + 1;  // one byte per terrain, then symbols or craters
inline constexpr int kEruptingPlane = kTerrains + 2;
inline constexpr int kOverrun = 7;  // bytes that writing a plane may overwrite after it
inline constexpr int kMostSymbols = 3;
inline constexpr int kMostBonusPoints = 20;  // more than any bonus, so the scale outlives a change of points

template <class Rules>
inline constexpr int kPlanes =
    kTerrains + 1 + (Rules::template has<Eruption> ? 2 : 0) + (Rules::template has<Resources> ? 1 : 0) +
    (Rules::template has<Tribe> ? kCavemanKinds : 0);
template <class Rules>
inline constexpr int kPlaneSize = Rules::Board::kSide * Rules::Board::kSide;
template <class Rules>
inline constexpr int kStackSize = kPlanes<Rules> * kPlaneSize<Rules>;

template <class Rules>
std::vector<Block> blocks(const Config& config) {
  constexpr int kSide = Rules::Board::kSide;
  const int seats = config.players;
  std::vector<Block> found{
      {"territories", {seats, kPlanes<Rules>, kSide, kSide}, kMostSymbols},
      {"to_play", {seats}, 1},
      {"phase", {kPhases}, 1},
      {"turn", {kSlots}, 1},
      {"lines_drawn", {1}, config.lines},
      {"bonuses", {2}, kMostBonusPoints},
      {"discards", {seats}, config.lines * config.kings},
      {"opening", {kSlots, seats}, 1},
      {"current_numbers", {kSlots}, kDominoes},
      {"current_halves", {kSlots, 2, kHalfSize}, kMostSymbols},
      {"current_owners", {kSlots, seats}, 1},
      {"next_numbers", {kSlots}, kDominoes},
      {"next_halves", {kSlots, 2, kHalfSize}, kMostSymbols},
      {"next_owners", {kSlots, seats}, 1},
      {"unseen", {kDominoes}, 1},
  };
  if constexpr (Rules::template has<Resources>)  // at most one on every half
    found.push_back({"resources", {seats, kResourceKinds}, 2 * config.lines * config.kings});
  if constexpr (Rules::template has<Totems>) found.push_back({"totems", {seats, kResourceKinds}, 1});
  if constexpr (Rules::template has<Tribe>) {
    found.push_back({"cave", {kCavemanKinds}, kCaveRow});
    found.push_back({"pile", {kCavemanKinds}, kCavemenInBox});
    found.push_back({"recruit", {kCavemanKinds}, 1});
    found.push_back({"from_pile", {1}, 1});
    found.push_back({"paid", {kResourceKinds}, 1});
  }
  return found;
}

template <class Rules>
int size(const Config& config) {
  int sum = 0;
  for (const Block& block : blocks<Rules>(config)) sum += block.size();
  return sum;
}

// The index of a cell in a plane, which lacks the empty column of the board.
template <class Board>
inline constexpr auto kPlaneIndex = [] {
  std::array<std::uint8_t, Board::kCells> index{};
  for (int cell = 0; cell < Board::kCells; ++cell)
    index[cell] = static_cast<std::uint8_t>(Board::row(cell) * Board::kSide + Board::column(cell));
  return index;
}();

// Both halves of each domino as in the blocks of halves.
template <class Rules>
inline constexpr auto kHalves = [] {
  std::array<std::array<std::uint8_t, 2 * kHalfSize>, kDominoes> table{};
  for (int i = 0; i < kDominoes; ++i) {
    const Domino& domino = Rules::dominoes()[i];
    table[i][domino.first.terrain] = 1;
    table[i][kTerrains] = domino.first.symbols | domino.first.craters;
    table[i][kHalfSize + domino.second.terrain] = 1;
    table[i][kHalfSize + kTerrains] = domino.second.symbols | domino.second.craters;
  }
  return table;
}();

// Eight bits spread over eight bytes.
inline constexpr auto kSpread = [] {
  std::array<std::uint64_t, 256> table{};
  for (std::size_t bits = 0; bits < table.size(); ++bits)
    for (int i = 0; i < 8; ++i) table[bits] |= std::uint64_t{bits >> i & 1} << (8 * i);
  return table;
}();

inline void store(std::uint64_t bytes, std::uint8_t* out) { std::memcpy(out, &bytes, sizeof bytes); }

// The cells of one row, shifted to bit 0.
template <class Board, int Row>
[[gnu::always_inline]] inline std::uint64_t row_of(const typename Board::Mask& cells) {
  constexpr int kFirst = Row * Board::kStride, kWord = kFirst / 64, kShift = kFirst % 64;
  std::uint64_t row = cells.word[kWord] >> kShift;
  if constexpr (kShift + Board::kSide > 64) row |= cells.word[kWord + 1] << (64 - kShift);
  return row & ((1u << Board::kSide) - 1);
}

// Writes a plane: 1 for every cell in `ones`, plus 2 for every cell in `twos`. May overwrite up to `kOverrun`
// bytes after the plane, so planes must be written in order.
template <class Board>
[[gnu::always_inline]] inline void write_plane(const typename Board::Mask& ones,
                                               const typename Board::Mask& twos, std::uint8_t* plane) {
  static_assert(Board::kSide > 8 && Board::kSide <= 16);
  [&]<int... Row>(std::integer_sequence<int, Row...>) {
    const auto write_row = [](std::uint64_t one, std::uint64_t two, std::uint8_t* out) {
      store(kSpread[one & 0xFF] + 2 * kSpread[two & 0xFF], out);
      store(kSpread[one >> 8] + 2 * kSpread[two >> 8], out + 8);
    };
    (write_row(row_of<Board, Row>(ones), row_of<Board, Row>(twos), plane + Row * Board::kSide), ...);
  }(std::make_integer_sequence<int, Board::kSide>{});
}
template <class Board>
[[gnu::always_inline]] inline void write_plane(const typename Board::Mask& cells, std::uint8_t* plane) {
  write_plane<Board>(cells, {}, plane);
}

// Writes the planes of a territory, with an empty one for the erupting volcano. May overwrite up to
// `kOverrun` bytes after them.
template <class Rules>
void write_territory(const Territory<Rules>& territory, std::uint8_t* out) {
  using Board = typename Rules::Board;
  constexpr int kPlane = kPlaneSize<Rules>;
  for (int t = 0; t < kTerrains; ++t, out += kPlane) write_plane<Board>(territory.terrain[t], out);
  write_plane<Board>(territory.low, territory.high, out);
  out += kPlane;
  if constexpr (Rules::template has<Eruption>) {
    write_plane<Board>(territory.token, out);
    out += kPlane;
    std::memset(out, 0, kPlane);
    out += kPlane;
  }
  if constexpr (Rules::template has<Resources>) {
    write_plane<Board>(territory.resource, out);
    out += kPlane;
  }
  if constexpr (Rules::template has<Tribe>) {
    std::memset(out, 0, kCavemanKinds * kPlane);
    for (int i = 0; i < territory.settlers.count; ++i)
      out[territory.settlers.kind[i] * kPlane + kPlaneIndex<Board>[territory.settlers.cell[i]]] = 1;
  }
}

// Writes the observation of a seat, `size` bytes. Seats count from the observer, who is 0.
// `write_planes(seat, out)` must write the same as `write_territory` for a seat.
template <class Rules, class WritePlanes>
void write(const State<Rules>& state, int seat, std::uint8_t* out, std::size_t size,
           const WritePlanes& write_planes) {
  const int players = state.config.players;
  const auto relative = [=](int other) { return other < seat ? other - seat + players : other - seat; };
  const bool is_decision = !state.is_chance() && !state.is_over();
  const int mover = is_decision ? state.mover() : kNobody;
  const std::uint8_t* end = out + size;
  for (int i = 0, other = seat; i < players; ++i, other = other + 1 == players ? 0 : other + 1) {
    write_planes(other, out);
    if constexpr (Rules::template has<Eruption>)
      if (other == mover && state.erupting.cell != kNoVolcano)
        out[kEruptingPlane * kPlaneSize<Rules> + kPlaneIndex<typename Rules::Board>[state.erupting.cell]] = 1;
    out += kStackSize<Rules>;
  }
  std::memset(out, 0, static_cast<std::size_t>(end - out));
  if (is_decision) out[relative(mover)] = 1;
  out += players;
  out[static_cast<int>(state.phase)] = 1;
  out += kPhases;
  out[state.turn] = 1;
  out += kSlots;
  *out++ = static_cast<std::uint8_t>(state.lines_drawn());
  *out++ = state.config.centre_points;
  *out++ = state.config.complete_points;
  for (int other = 0; other < players; ++other) out[relative(other)] = state.territory[other].discards;
  out += players;
  for (int i = 0; i < state.opening_size; ++i) out[i * players + relative(state.opening[i])] = 1;
  out += kSlots * players;
  for (const Line* line : {&state.current, &state.next}) {
    for (int i = 0; i < line->size; ++i) {
      out[i] = line->number[i];
      std::memcpy(out + kSlots + i * 2 * kHalfSize, kHalves<Rules>[line->number[i] - 1].data(),
                  2 * kHalfSize);
      if (line->seat[i] != kNobody)
        out[kSlots * (1 + 2 * kHalfSize) + i * players + relative(line->seat[i])] = 1;
    }
    out += kSlots * (1 + 2 * kHalfSize + players);
  }
  for (int i = 0; i < kDominoes; i += 8) store(kSpread[state.unseen >> i & 0xFF], out + i);
  out += kDominoes;
  if constexpr (Rules::template has<Resources>) {
    for (int other = 0; other < players; ++other)
      for (int kind = 0; kind < kResourceKinds; ++kind) {
        const auto& territory = state.territory[other];
        out[relative(other) * kResourceKinds + kind] =
            static_cast<std::uint8_t>((territory.resource & territory.terrain[kind]).count());
      }
    out += players * kResourceKinds;
  }
  if constexpr (Rules::template has<Totems>) {
    for (int kind = 0; kind < kResourceKinds; ++kind)
      if (state.totems[kind] != kNobody) out[relative(state.totems[kind]) * kResourceKinds + kind] = 1;
    out += players * kResourceKinds;
  }
  if constexpr (Rules::template has<Tribe>) {
    const Cave& cave = state.cave;
    std::memcpy(out, cave.row.data(), kCavemanKinds);
    std::memcpy(out + kCavemanKinds, cave.pile.data(), kCavemanKinds);
    out += 2 * kCavemanKinds;
    if (state.phase == Phase::kPay || state.phase == Phase::kSettle) {
      out[cave.recruit] = 1;
      out[kCavemanKinds] = cave.from_pile;
      for (int kind = 0; kind < kResourceKinds; ++kind) out[kCavemanKinds + 1 + kind] = cave.paid >> kind & 1;
    }
  }
}

template <class Rules>
void write(const State<Rules>& state, int seat, std::uint8_t* out, std::size_t size) {
  write(state, seat, out, size,
        [&](int other, std::uint8_t* planes) { write_territory(state.territory[other], planes); });
}

}  // namespace crownfire::encoding
