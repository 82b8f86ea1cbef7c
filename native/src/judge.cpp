#include "crownfire/judge.hpp"

namespace crownfire {

namespace {

// The terrains that may go on in each open cell, one bit each, and where a domino may lie.
template <class Rules>
void see_places(const Territory<Rules>& territory, Seen& seen) {
  using Board = typename Rules::Board;
  using Mask = typename Board::Mask;
  const auto note = [&](int sight) { seen.push_back(static_cast<std::uint16_t>(sight)); };
  const Mask free = territory.window() & ~territory.covered, open = free & Board::beside(free);
  const Mask home = Board::beside(Mask::one(Board::kHome));  // C2: wild
  std::array<Mask, kTerrains> fronts;
  for (int t = 0; t < kTerrains; ++t) fronts[t] = Board::beside(territory.terrain[t]) | home;
  std::array<int, Board::kCells> terrains;
  for (auto cells = open; cells.any();) {
    const int cell = cells.pop();
    terrains[cell] = 0;
    for (int t = 0; t < kTerrains; ++t) terrains[cell] |= fronts[t].test(cell) << t;
    if (terrains[cell])
      note(Sights::kCell + terrains[cell] * 5 + (Board::beside(Mask::one(cell)) & free).count());
  }
  for (const Direction direction : {kNorth, kEast})
    for (auto cells = open & Board::towards(open, direction); cells.any();) {
      const int cell = cells.pop(), one = terrains[cell], other = terrains[Board::step(cell, direction)];
      if (one | other) note(Sights::kPair + std::max(one, other) * Sights::kMasks + std::min(one, other));
    }
}

}  // namespace

template <class Rules>
float look(const Estimate& estimate, const State<Rules>& state, int seat, Seen& seen) {
  const Estimator<Rules> estimator(state, seat, estimate.weights.data());
  const auto settled = estimator.settled(typename Estimator<Rules>::Ground(state.territory[seat]),
                                         claimed(state, seat), dominoes_left(state, seat));
  const auto& territory = settled.ground.territory;
  float order = 0;
  for (int place = 0; place < state.current.size; ++place)
    if (state.current.seat[place] == seat) {
      order += estimator.order(place, settled.left);
      seen.push_back(static_cast<std::uint16_t>(Sights::kPlace + place));
    }
  estimator.each_row(territory, settled.left,
                     [&](int row) { seen.push_back(static_cast<std::uint16_t>(row)); });
  see_places(territory, seen);
  seen.push_back(static_cast<std::uint16_t>(Sights::kDiscards + std::min<int>(territory.discards, 3)));
  return settled.value + order;
}

template <class Rules>
std::uint64_t fingerprint(const State<Rules>& state, int seat) {
  const auto& territory = state.territory[seat];
  std::uint64_t found = mix(state.unseen);
  const auto add = [&](const auto& cells) {
    for (const std::uint64_t word : cells.word) found = mix(found ^ word);
  };
  for (const auto& cells : territory.terrain) add(cells);
  add(territory.low);
  add(territory.high);
  found = mix(found + territory.discards);
  for (int place = 0; place < state.current.size; ++place)
    if (state.current.seat[place] == seat)
      found = mix(found + 4u * state.current.number[place] + static_cast<unsigned>(place));
  return found;
}

template <class Rules>
std::uint64_t fingerprint_of_decision(const State<Rules>& state) {
  const int seat = state.mover();
  std::uint64_t found = fingerprint(state, seat);
  found = mix(found + 16u * static_cast<unsigned>(state.phase) + state.turn);
  for (int place = 0; place < state.next.size; ++place)
    if (const int owner = state.next.seat[place]; owner == seat || owner == kNobody)
      found =
          mix(found + 2u * state.next.number[place] + (owner == seat) + 128u * static_cast<unsigned>(place));
  return found;
}

#define CROWNFIRE_COMPILE(Rules)                                         \
  template float look(const Estimate&, const State<Rules>&, int, Seen&); \
  template std::uint64_t fingerprint(const State<Rules>&, int);          \
  template std::uint64_t fingerprint_of_decision(const State<Rules>&);

CROWNFIRE_COMPILE(KingdominoRules<5>)
CROWNFIRE_COMPILE(KingdominoRules<7>)
#undef CROWNFIRE_COMPILE

}  // namespace crownfire
