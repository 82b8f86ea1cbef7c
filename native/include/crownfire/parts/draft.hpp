// Lines and claims (C6, C7, C8, O3, O6).
#pragma once

#include "crownfire/generator.hpp"
#include "crownfire/state.hpp"

namespace crownfire::draft {

// The slots of the next line that may be claimed now, one bit each.
template <class Rules>
unsigned claimable(const State<Rules>& state) {
  unsigned free = 0;
  for (int i = 0; i < state.next.size; ++i) free |= (state.next.seat[i] == kNobody ? 1u : 0u) << i;
  if (!state.config.paired || !state.is_opening() || state.turn == 0) return free;
  if (state.turn > 1) return free & -free;  // O6: the lower remaining domino first
  const int taken = std::countr_one(free);
  return 1u << (state.next.size - 1 - taken);  // O6: the partner
}

template <class Rules>
void claim(State<Rules>& state, int slot) {
  state.next.seat[slot] = static_cast<std::int8_t>(state.mover());
}

// Draws `count` unseen dominoes, as bits, by the shuffle of docs/dealing.md without building the pool.
inline std::uint64_t draw_dominoes(Generator& words, std::uint64_t unseen, int count) {
  const int size = std::popcount(unseen);
  std::array<int, 4> place{}, item{};  // the swaps so far: place in the pool, item now there
  std::uint64_t drawn = 0;
  const auto at = [&](int index, int done) {
    for (int i = done - 1; i >= 0; --i)
      if (place[i] == index) return item[i];
    return select_bit(unseen, index);
  };
  for (int i = 0; i < count; ++i) {
    const int j = i + static_cast<int>(words.below(static_cast<std::uint32_t>(size - i)));
    drawn |= std::uint64_t{1} << at(j, i);
    item[i] = at(i, i);
    place[i] = j;
  }
  return drawn;
}

template <class Rules>
void reveal_line(State<Rules>& state, std::uint64_t drawn) {
  state.unseen &= ~drawn;
  state.next = Line{};
  while (drawn) {
    state.next.number[state.next.size++] = static_cast<std::uint8_t>(std::countr_zero(drawn) + 1);
    drawn &= drawn - 1;
  }
}

// C7: the next line becomes the current one. O3: unclaimed dominoes leave the game.
template <class Rules>
void end_line(State<Rules>& state) {
  Line claimed;
  for (int i = 0; i < state.next.size; ++i)
    if (state.next.seat[i] != kNobody) {
      claimed.number[claimed.size] = state.next.number[i];
      claimed.seat[claimed.size++] = state.next.seat[i];
    }
  state.current = claimed;
  state.next = Line{};
  state.opening_size = 0;
  state.opening = {};
  state.turn = 0;
}

}  // namespace crownfire::draft
