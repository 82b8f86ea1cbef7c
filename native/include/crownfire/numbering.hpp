// Compact action numbers: the actions that a ruleset can have, in their order and numbered from 0.
//
// Totems go to the first, second, … seat after the mover, as observations count seats. Each seat therefore
// has its own table.
#pragma once

#include <cstring>
#include <vector>

#include "crownfire/engine.hpp"

namespace crownfire {

// The canvas index of a cell.
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
        const int offset = action - kFirstGive;  // of the recipient of a totem, from the seat after the mover
        const bool is_give = offset >= 0 && offset < kMaxSeats;
        const int global = is_give ? kFirstGive + (seat + 1 + offset) % config.players : action;
        compact[static_cast<std::size_t>(global)] = static_cast<std::int16_t>(actions.size());
        actions.push_back(static_cast<std::int16_t>(global));
      }
    }
    return numbering;
  }

  int size() const { return static_cast<int>(actions_[0].size()); }
  int seats() const { return static_cast<int>(actions_.size()); }
  // The actions of a mover, indexed by compact number.
  const std::int16_t* actions(int seat) const { return actions_[static_cast<std::size_t>(seat)].data(); }
  // The compact numbers of a mover, indexed by action; −1 for actions that the ruleset lacks.
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
    if (action < kFirstClaim)  // T4: only among several other seats
      return Rules::template has<Totems> && config.players > 2 && action - kFirstGive + 1 < config.players;
    return action < kFirstRecruit || Rules::template has<Tribe>;
  }

  std::vector<std::vector<std::int16_t>> actions_;
  std::vector<std::array<std::int16_t, kNumActions>> compact_;
};

// Writes a byte for every compact number: 1 if the action is legal, else 0. All are 0 unless a seat decides.
template <class Rules>
void write_mask(const State<Rules>& state, const Numbering& numbering, std::int8_t* out) {
  using Board = typename Rules::Board;
  std::memset(out, 0, static_cast<std::size_t>(numbering.size()));
  if (state.is_chance() || state.is_over()) return;
  const std::int16_t* compact = numbering.compact(state.mover());
  if (state.phase == Phase::kPlace) {  // as below, but without a list
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
    if (at >= 0) out[at] = 1;  // −1 only after unchecked illegal actions
  }
}

}  // namespace crownfire
