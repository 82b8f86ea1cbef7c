// The state of a game: a trivially copyable value with the fields of crownfire.rules.State.
#pragma once

#include <type_traits>

#include "crownfire/actions.hpp"
#include "crownfire/territory.hpp"

namespace crownfire {

enum class Phase : std::uint8_t {
  kOrder,
  kLine,
  kCave,
  kPlace,
  kErupt,
  kGive,
  kClaim,
  kRecruit,
  kPay,
  kSettle,
  kOver
};

inline constexpr std::array<std::string_view, 11> kPhaseNames{
    "order", "line", "cave", "place", "erupt", "give", "claim", "recruit", "pay", "settle", "over"};

inline constexpr std::int8_t kNobody = -1;
inline constexpr std::uint8_t kNoVolcano = 255;

// The numbers that rules and players fix before the deal.
struct Config {
  std::uint8_t players = 0;
  std::uint8_t kings = 0;
  std::uint8_t line = 0;
  std::uint8_t lines = 0;
  std::uint8_t centre_points = 0;         // C11; 0 if not in play
  std::uint8_t complete_points = 0;       // C12; 0 if not in play
  bool paired = false;                    // O6
  std::array<std::uint8_t, 4> opening{};  // K4, O6: the order of claims, as indices of drawn seats
};

struct Line {
  std::uint8_t size = 0;
  std::array<std::uint8_t, 4> number{};
  std::array<std::int8_t, 4> seat{kNobody, kNobody, kNobody, kNobody};
};

struct Cave {
  std::array<std::uint8_t, kCavemanKinds> row{};   // face up, by kind
  std::array<std::uint8_t, kCavemanKinds> pile{};  // face down, by kind
  std::uint8_t row_size = 0;
  std::uint8_t pile_size = 0;
  std::uint8_t recruit = 0;  // the kind being recruited
  bool from_pile = false;
  std::uint8_t paid = 0;  // the kinds of resource paid so far, one bit each
};

// The cell of a volcano, or none.
struct Volcano {
  std::uint8_t cell = kNoVolcano;
};

template <class RulesT>
struct State {
  using Rules = RulesT;
  using Board = typename Rules::Board;
  using Mask = typename Board::Mask;
  using Territory = crownfire::Territory<Rules>;
  template <class Part, class T>
  using If = std::conditional_t<Rules::template has<Part>, T, Nothing>;

  Config config;
  Phase phase = Phase::kOrder;
  std::uint8_t turn = 0;
  std::uint8_t opening_size = 0;
  std::array<std::int8_t, 4> opening{};
  Line current;
  Line next;
  std::uint64_t unseen = (std::uint64_t{1} << kDominoes) - 1;  // bit n−1 is domino n
  std::array<Territory, kMaxSeats> territory{};
  [[no_unique_address]] If<Eruption, Volcano> erupting{};  // the volcano whose fire is to land, in kErupt
  [[no_unique_address]] If<Totems, std::array<std::int8_t, kResourceKinds>> totems{};
  [[no_unique_address]] If<Tribe, Cave> cave{};

  bool is_opening() const { return current.size == 0 && phase != Phase::kOver; }
  bool is_last_round() const { return current.size != 0 && next.size == 0; }
  int lines_drawn() const { return (kDominoes - std::popcount(unseen)) / config.line; }
  bool is_chance() const { return phase <= Phase::kCave; }
  bool is_over() const { return phase == Phase::kOver; }

  // The seat whose turn it is; valid only in decision phases.
  int mover() const { return is_opening() ? opening[turn] : current.seat[turn]; }
  const Domino& domino_in_turn() const { return Rules::dominoes()[current.number[turn] - 1]; }
  Territory& own() { return territory[mover()]; }
  const Territory& own() const { return territory[mover()]; }
};

static_assert(std::is_trivially_copyable_v<State<TribeRules<7>>>);

// The state before the first chance step.
template <class Rules>
State<Rules> new_game(const Config& config) {
  State<Rules> state;
  state.config = config;
  if constexpr (Rules::template has<Totems>) state.totems.fill(kNobody);
  if constexpr (Rules::template has<Tribe>)
    for (int kind = 0; kind < kCavemanKinds; ++kind) {
      state.cave.pile[kind] = kCavemen[kind].copies;
      state.cave.pile_size += kCavemen[kind].copies;
    }
  return state;
}

}  // namespace crownfire
