// Totems go to the seat with the most of their resource (T3, T4).
#pragma once

#include "crownfire/parts/resources.hpp"

namespace crownfire::totems {

// The seats that may hold a totem after the mover's turn, one bit each; none if it goes to the middle.
struct Heirs {
  int seats = 0;
  bool changes = false;
};

template <class Rules>
Heirs heirs(const State<Rules>& state, int kind) {
  const int seat = state.mover();
  const int own = resources::count(state.territory[seat], kind);
  int most = 0, tied = 0;
  for (int other = 0; other < state.config.players; ++other) {
    if (other == seat) continue;
    const int count = resources::count(state.territory[other], kind);
    if (count > most) tied = 0;
    if (count >= most) tied |= 1 << other;
    most = std::max(most, count);
  }
  if (own > most) return {1 << seat, true};                                // T3
  if (state.totems[kind] != seat || (own == most && most > 0)) return {};  // T4: a tie keeps it
  return {most == 0 ? 0 : tied, true};                                     // T4
}

// Moves totems with a single heir or none. Returns whether the mover must give one to one of several seats.
template <class Rules>
bool compare(State<Rules>& state) {
  bool to_give = false;
  for (int kind = 0; kind < kResourceKinds; ++kind) {
    const Heirs found = heirs(state, kind);
    if (!found.changes) continue;
    if (std::popcount(static_cast<unsigned>(found.seats)) > 1)
      to_give = true;
    else
      state.totems[kind] =
          found.seats ? static_cast<std::int8_t>(std::countr_zero(static_cast<unsigned>(found.seats)))
                      : kNobody;
  }
  return to_give;
}

// The totem that the mover must give away, in kGive; else −1.
template <class Rules>
int lost(const State<Rules>& state) {
  for (int kind = 0; kind < kResourceKinds; ++kind)
    if (std::popcount(static_cast<unsigned>(heirs(state, kind).seats)) > 1) return kind;
  return -1;
}

}  // namespace crownfire::totems
