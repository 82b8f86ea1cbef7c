// The flow of a game: legal actions, applying them, and chance steps.
#pragma once

#include "crownfire/parts/draft.hpp"
#include "crownfire/parts/eruption.hpp"
#include "crownfire/parts/placement.hpp"
#include "crownfire/parts/totems.hpp"
#include "crownfire/parts/tribe.hpp"

namespace crownfire {

// A fixed-capacity list of actions; no decision has more.
struct Actions {
  int size = 0;
  std::array<std::uint16_t, 4 * kCanvasCells> at;  // only the first `size` are valid

  void add(int action) { at[size++] = static_cast<std::uint16_t>(action); }
};

namespace engine {

template <class Rules>
void begin_turn(State<Rules>& state) {
  state.phase = state.is_opening() ? Phase::kClaim : Phase::kPlace;
}

template <class Rules>
void begin_round(State<Rules>& state) {
  if (state.lines_drawn() < state.config.lines)
    state.phase = Phase::kLine;
  else
    begin_turn(state);  // C8
}

template <class Rules>
void end_turn(State<Rules>& state) {
  const int turns = state.opening_size ? state.opening_size : state.current.size;
  if (++state.turn < turns) return begin_turn(state);
  draft::end_line(state);
  if (state.current.size)
    begin_round(state);
  else
    state.phase = Phase::kOver;
}

template <class Rules>
void after_claim(State<Rules>& state) {
  if constexpr (Rules::template has<Tribe>)
    if (!state.is_opening() && !state.is_last_round() && tribe::recruits(state)) {  // B4
      state.phase = Phase::kRecruit;
      return;
    }
  end_turn(state);
}

template <class Rules>
void after_totems(State<Rules>& state) {
  if (state.next.size)
    state.phase = Phase::kClaim;
  else
    end_turn(state);  // C8, B4: no claim and no recruit
}

template <class Rules>
void after_fire(State<Rules>& state) {
  if constexpr (Rules::template has<Totems>)
    if (totems::compare(state)) {
      state.phase = Phase::kGive;
      return;
    }
  after_totems(state);
}

template <class Rules>
void after_placing(State<Rules>& state) {
  if constexpr (Rules::template has<Eruption>)
    if (state.erupting.cell != kNoVolcano) {
      if (eruption::targets(state.own(), state.erupting.cell).any()) {
        state.phase = Phase::kErupt;
        return;
      }
      state.erupting.cell = kNoVolcano;  // O9
    }
  after_fire(state);
}

// The moves. Each must be legal and advances the state to its next phase.

template <class Rules>
void place(State<Rules>& state, int cell, Direction direction) {
  placement::place(state, cell, direction);
  after_placing(state);
}

template <class Rules>
void discard(State<Rules>& state) {
  ++state.own().discards;
  after_fire(state);
}

template <class Rules>
void claim(State<Rules>& state, int slot) {
  draft::claim(state, slot);
  after_claim(state);
}

template <class Rules>
void fire(State<Rules>& state, int cell) {
  eruption::land(state, cell);
  after_fire(state);
}

template <class Rules>
void give(State<Rules>& state, int seat) {
  state.totems[totems::lost(state)] = static_cast<std::int8_t>(seat);
  after_totems(state);
}

template <class Rules>
void recruit(State<Rules>& state, int kind, bool from_pile) {
  tribe::recruit(state, kind, from_pile);
  state.phase = Phase::kPay;
}

template <class Rules>
void pay(State<Rules>& state, int cell) {
  if (tribe::pay(state, cell)) state.phase = Phase::kSettle;
}

template <class Rules>
void settle(State<Rules>& state, int cell) {
  tribe::settle(state, cell);
  end_turn(state);
}

// The cells to choose from in kErupt, kPay and kSettle.
template <class Rules>
typename Rules::Board::Mask target_cells(const State<Rules>& state) {
  if constexpr (Rules::template has<Eruption>)
    if (state.phase == Phase::kErupt) return eruption::targets(state.own(), state.erupting.cell);
  if constexpr (Rules::template has<Tribe>) {
    if (state.phase == Phase::kPay) return tribe::payable(state);
    if (state.phase == Phase::kSettle) return tribe::settleable(state.own());
  }
  return {};
}

// The action of cell 0 in kErupt, kPay and kSettle.
inline int first_action(Phase phase) {
  return phase == Phase::kErupt ? kFirstFire : phase == Phase::kPay ? kFirstPay : kFirstSettle;
}

template <class Rules>
void apply_to_cell(State<Rules>& state, int action) {
  const int canvas = action - first_action(state.phase);
  if (canvas < 0 || canvas >= kCanvasCells) return;
  const int cell = Rules::Board::from_canvas(canvas);
  if (cell < 0 || !target_cells(state).test(cell)) return;
  if constexpr (Rules::template has<Eruption>)
    if (state.phase == Phase::kErupt) return fire(state, cell);
  if constexpr (Rules::template has<Tribe>)
    state.phase == Phase::kPay ? pay(state, cell) : settle(state, cell);
}

}  // namespace engine

// Lists the legal actions in ascending order; none during chance steps and after the end.
template <class Rules>
void legal_actions(const State<Rules>& state, Actions& actions) {
  using Board = typename Rules::Board;
  actions.size = 0;
  switch (state.phase) {
    case Phase::kPlace: {
      const auto places = placement::places(state.own(), state.domino_in_turn());
      auto cells = places.first[0] | places.first[1] | places.first[2] | places.first[3];
      while (cells.any()) {
        const int cell = cells.pop();
        for (int d = 0; d < places.directions; ++d)
          if (places.first[d].test(cell)) actions.add(4 * Board::to_canvas(cell) + d);
      }
      if (actions.size == 0) actions.add(kDiscard);  // C5
      return;
    }
    case Phase::kClaim: {
      const unsigned free = draft::claimable(state);
      for (int i = 0; i < state.next.size; ++i)
        if (free >> i & 1) actions.add(kFirstClaim + state.next.number[i] - 1);
      return;
    }
    case Phase::kErupt:
    case Phase::kPay:
    case Phase::kSettle: {
      const int first = engine::first_action(state.phase);
      auto cells = engine::target_cells(state);
      while (cells.any()) actions.add(first + Board::to_canvas(cells.pop()));
      return;
    }
    case Phase::kGive:
      if constexpr (Rules::template has<Totems>) {
        const int seats = totems::heirs(state, totems::lost(state)).seats;
        for (int seat = 0; seat < kMaxSeats; ++seat)
          if (seats >> seat & 1) actions.add(kFirstGive + seat);
      }
      return;
    case Phase::kRecruit:
      if constexpr (Rules::template has<Tribe>) {
        const unsigned found = tribe::recruits(state);
        for (int i = 0; i < 2 * kCavemanKinds; ++i)
          if (found >> i & 1) actions.add(kFirstRecruit + i);
        actions.add(kPass);
      }
      return;
    default: return;
  }
}

// Whether an action is legal; accepts any int.
template <class Rules>
bool is_legal(const State<Rules>& state, int action) {
  Actions actions;
  legal_actions(state, actions);
  return std::find(actions.at.begin(), actions.at.begin() + actions.size, action) !=
         actions.at.begin() + actions.size;
}

// Applies a legal action. Illegal placements on the board and illegal discards are carried out and give an
// invalid state; all other illegal actions are ignored. Memory outside the state is never touched.
template <class Rules>
void apply(State<Rules>& state, int action) {
  using Board = typename Rules::Board;
  switch (state.phase) {
    case Phase::kPlace: {
      if (action == kDiscard) return engine::discard(state);
      const int cell = action < kDiscard ? Board::from_canvas(action / 4) : -1;
      const auto direction = static_cast<Direction>(action % 4);
      if (cell >= 0 && Board::is_inside(Board::step(cell, direction))) engine::place(state, cell, direction);
      return;
    }
    case Phase::kClaim: {
      const unsigned free = draft::claimable(state);
      for (int i = 0; i < state.next.size; ++i)
        if (state.next.number[i] == action - kFirstClaim + 1 && (free >> i & 1))
          return engine::claim(state, i);
      return;
    }
    case Phase::kErupt:
    case Phase::kPay:
    case Phase::kSettle: return engine::apply_to_cell(state, action);
    case Phase::kGive:
      if constexpr (Rules::template has<Totems>) {
        const int seat = action - kFirstGive, kind = totems::lost(state);
        if (kind >= 0 && seat >= 0 && seat < kMaxSeats && (totems::heirs(state, kind).seats >> seat & 1))
          engine::give(state, seat);
      }
      return;
    case Phase::kRecruit:
      if constexpr (Rules::template has<Tribe>) {
        if (action == kPass) return engine::end_turn(state);
        const int kind = action - kFirstRecruit;
        if (kind >= 0 && kind < 2 * kCavemanKinds && (tribe::recruits(state) >> kind & 1))
          engine::recruit(state, kind % kCavemanKinds, kind >= kCavemanKinds);
      }
      return;
    default: return;
  }
}

// Chance steps. Each advances the state to its next phase.

namespace chance {

template <class Rules>
void reveal_order(State<Rules>& state, const std::array<std::int8_t, 4>& order, int size) {
  state.opening = order;
  state.opening_size = static_cast<std::uint8_t>(size);
  state.phase = Phase::kLine;
}

template <class Rules>
void reveal_line(State<Rules>& state, std::uint64_t drawn) {
  draft::reveal_line(state, drawn);
  if constexpr (Rules::template has<Tribe>)
    if (tribe::missing(state) > 0) {  // B1
      state.phase = Phase::kCave;
      return;
    }
  engine::begin_turn(state);
}

// Turns up a caveman of a kind.
template <class Rules>
void turn_up(State<Rules>& state, int kind) {
  --state.cave.pile[kind];
  --state.cave.pile_size;
  ++state.cave.row[kind];
  ++state.cave.row_size;
}

template <class Rules>
void deal_order(State<Rules>& state, Generator words) {
  std::array<std::int8_t, 4> drawn{0, 1, 2, 3};
  const int players = state.config.players;
  for (int i = 0; i < players; ++i)
    std::swap(drawn[i], drawn[i + static_cast<int>(words.below(static_cast<std::uint32_t>(players - i)))]);
  std::array<std::int8_t, 4> order{};
  const int size = players * state.config.kings;
  for (int i = 0; i < size; ++i) order[i] = drawn[state.config.opening[i]];
  reveal_order(state, order, size);
}

template <class Rules>
void deal_cave(State<Rules>& state, Generator words) {
  std::array<std::uint8_t, kCavemenInBox> pool{};
  int size = 0;
  for (int kind = 0; kind < kCavemanKinds; ++kind)
    for (int i = 0; i < state.cave.pile[kind]; ++i) pool[size++] = static_cast<std::uint8_t>(kind);
  const int count = tribe::missing(state);
  for (int i = 0; i < count; ++i) {
    std::swap(pool[i], pool[i + static_cast<int>(words.below(static_cast<std::uint32_t>(size - i)))]);
    turn_up(state, pool[i]);
  }
  engine::begin_turn(state);
}

// Resolves the pending chance step with an outcome. Returns false and changes nothing if it is impossible.
template <class Rules, class Outcome>
bool reveal(State<Rules>& state, const Outcome& outcome) {
  const int size = static_cast<int>(outcome.size());
  if (state.phase == Phase::kOrder) {
    std::array<std::int8_t, 4> order{};
    if (size != state.config.players * state.config.kings) return false;
    for (int i = 0; i < size; ++i) {
      if (outcome[i] < 0 || outcome[i] >= state.config.players) return false;
      order[i] = static_cast<std::int8_t>(outcome[i]);
    }
    reveal_order(state, order, size);
    return true;
  }
  if (state.phase == Phase::kLine) {
    std::uint64_t drawn = 0;
    for (const int number : outcome) {
      if (number < 1 || number > kDominoes || !(state.unseen >> (number - 1) & 1)) return false;
      drawn |= std::uint64_t{1} << (number - 1);
    }
    if (size != state.config.line || std::popcount(drawn) != size) return false;
    reveal_line(state, drawn);
    return true;
  }
  if constexpr (Rules::template has<Tribe>)
    if (state.phase == Phase::kCave) {
      State<Rules> after = state;
      if (size != tribe::missing(state)) return false;
      for (const int kind : outcome) {
        if (kind < 0 || kind >= kCavemanKinds || after.cave.pile[kind] == 0) return false;
        turn_up(after, kind);
      }
      engine::begin_turn(after);
      state = after;
      return true;
    }
  return false;
}

// Resolves the pending chance step with the seeded dealer of docs/dealing.md.
template <class Rules>
void deal_step(State<Rules>& state, std::uint64_t seed) {
  if (state.phase == Phase::kOrder) return deal_order(state, Generator::derive(seed, {0, 0}));
  const auto lines = static_cast<std::uint64_t>(state.lines_drawn());
  if (state.phase == Phase::kLine) {
    Generator words = Generator::derive(seed, {1, lines});
    return reveal_line(state, draft::draw_dominoes(words, state.unseen, state.config.line));
  }
  if constexpr (Rules::template has<Tribe>) deal_cave(state, Generator::derive(seed, {2, lines - 1}));
}

// Resolves all pending chance steps with the seeded dealer.
template <class Rules>
void deal(State<Rules>& state, std::uint64_t seed) {
  while (state.is_chance()) deal_step(state, seed);
}

}  // namespace chance

// Instantiated once per ruleset in policies.cpp.
#define CROWNFIRE_EXTERN(Rules)                                      \
  extern template void legal_actions(const State<Rules>&, Actions&); \
  extern template bool is_legal(const State<Rules>&, int);           \
  extern template void chance::deal_step(State<Rules>&, std::uint64_t);
CROWNFIRE_FOR_EACH_RULESET(CROWNFIRE_EXTERN)
#undef CROWNFIRE_EXTERN

}  // namespace crownfire
