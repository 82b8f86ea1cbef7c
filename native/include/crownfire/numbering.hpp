// The compact numbering of moves: those of the one numbering that a ruleset can have, counted from 0.
//
// It differs from the one numbering in one more way: totems are given to the first, second, … seat after the
// mover, as seats are counted in observations. So there is one table for each seat.
#pragma once

#include <cstring>
#include <vector>

#include "crownfire/engine.hpp"

namespace crownfire {

// The place of a cell on the canvas.
template <class Board>
inline constexpr auto kCanvasIndex = [] {
  std::array<std::uint8_t, Board::kCells> index{};
  for (int cell = 0; cell < Board::kCells; ++cell)
    index[cell] = static_cast<std::uint8_t>(Board::to_canvas(cell));
  return index;
}();

class Numbering {
 public:
  template <class Rules>
  static Numbering of(const Config& config) {
    Numbering numbering;
    for (int seat = 0; seat < config.players; ++seat) {
      auto& actions = numbering.actions_.emplace_back();
      auto& compact = numbering.compact_.emplace_back();
      compact.fill(-1);
      for (int action = 0; action < kNumActions; ++action) {
        if (!exists<Rules>(config, action)) continue;
        const int after = action - kFirstGive;  // of the seats that may get a totem, from the mover
        const bool is_give = after >= 0 && after < kMaxSeats;
        const int global = is_give ? kFirstGive + (seat + 1 + after) % config.players : action;
        compact[static_cast<std::size_t>(global)] = static_cast<std::int16_t>(actions.size());
        actions.push_back(static_cast<std::int16_t>(global));
      }
    }
    return numbering;
  }

  int size() const { return static_cast<int>(actions_[0].size()); }
  int seats() const { return static_cast<int>(actions_.size()); }
  // By compact number the action, for a mover.
  const std::int16_t* actions(int seat) const { return actions_[static_cast<std::size_t>(seat)].data(); }
  // By action the compact number, or −1, for a mover.
  const std::int16_t* compact(int seat) const { return compact_[static_cast<std::size_t>(seat)].data(); }

 private:
  template <class Rules>
  static bool exists(const Config& config, int action) {
    using Board = typename Rules::Board;
    if (action < kDiscard) {
      const int cell = Board::from_canvas(action / 4);
      if (cell < 0 || cell == Board::kHome) return false;
      const int other = Board::step(cell, static_cast<Direction>(action % 4));
      return Board::is_inside(other) && other != Board::kHome;
    }
    if (action == kDiscard) return true;
    if (action < kFirstGive) {
      const int cell = Board::from_canvas((action - kFirstFire) % kCanvasCells);
      if (action < kFirstPay) return Rules::template has<Eruption> && cell >= 0;
      return Rules::template has<Tribe> && cell >= 0 && cell != Board::kHome;
    }
    if (action < kFirstClaim)  // T4: given to one of several others
      return Rules::template has<Totems> && config.players > 2 && action - kFirstGive + 1 < config.players;
    return action < kFirstRecruit || Rules::template has<Tribe>;
  }

  std::vector<std::vector<std::int16_t>> actions_;
  std::vector<std::array<std::int16_t, kNumActions>> compact_;
};

// Writes which moves are legal, `size` bytes of 0 or 1; none when nobody is to decide.
template <class Rules>
void write_mask(const State<Rules>& state, const Numbering& numbering, std::int8_t* out) {
  using Board = typename Rules::Board;
  std::memset(out, 0, static_cast<std::size_t>(numbering.size()));
  if (state.is_chance() || state.is_over()) return;
  const std::int16_t* compact = numbering.compact(state.mover());
  if (state.phase == Phase::kPlace) {  // the same as below, without a list
    const auto places = placement::places(state.own(), state.domino_in_turn());
    bool fits = false;
    for (std::size_t d = 0; d < static_cast<std::size_t>(places.directions); ++d)
      for (std::size_t i = 0; i < places.first[d].word.size(); ++i)
        for (std::uint64_t word = places.first[d].word[i]; word; word &= word - 1) {
          const std::size_t cell = 64 * i + static_cast<std::size_t>(std::countr_zero(word));
          out[compact[4 * kCanvasIndex<Board>[cell] + d]] = 1;
          fits = true;
        }
    if (!fits) out[compact[kDiscard]] = 1;  // C5
    return;
  }
  Actions actions;
  legal_actions(state, actions);
  for (int i = 0; i < actions.size; ++i) {
    const int at = compact[actions.at[static_cast<std::size_t>(i)]];
    if (at >= 0) out[at] = 1;  // always, but after unchecked illegal actions
  }
}

}  // namespace crownfire
