// A state of any ruleset behind one type, for callers that learn the rules at run time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "crownfire/policies.hpp"

namespace crownfire {

class AnyState {
 public:
  // The table before anything is drawn; rules as in records, known to exist for this many players.
  static AnyState new_game(std::string_view rules, int players);
  // Reads a position text that is known to be right.
  static AnyState from_position(std::string_view text);
  std::string to_position() const;

  bool operator==(const AnyState& other) const;
  // Whether the rules are the same up to bonuses, for as many players.
  bool is_same_kind(const AnyState& other) const {
    return state_.index() == other.state_.index() && players() == other.players();
  }

  std::string_view phase() const;
  int players() const;
  bool is_over() const;
  bool is_chance() const;
  // The seat to decide, or −1.
  int to_play() const;

  std::vector<int> legal_actions() const;
  bool is_legal(int action) const;
  void apply(int action);  // legal
  void deal(std::uint64_t seed);
  // Settles the chance step that is due with an outcome as in the Python rules (cavemen by their place in the
  // table); false, and nothing changes, if it can't be one.
  bool reveal(const std::vector<int>& outcome);
  std::vector<int> scores() const;
  std::vector<std::vector<int>> ranking() const;
  // For each legal action the mover's points after it.
  std::vector<int> previews() const;
  int choose(Policy policy, std::uint64_t seed) const;
  // The best action, where all that is left is to lay dominoes and that can be counted out (last_round.hpp).
  std::optional<int> best_ending() const;
  void play_out(Policy policy, std::uint64_t seed);
  // The scores of playouts number `begin` to `end` from here, row by row; uses so many threads.
  void playouts(std::size_t begin, std::size_t end, Policy policy, std::uint64_t seed, int threads,
                std::int32_t* scores) const;

  // For each legal action, ascending, its value at first sight.
  std::vector<double> values() const;

  // Calls `use` with the state of its own type.
  template <class Use>
  auto visit(Use&& use) const {
    return std::visit(use, state_);
  }

  // These rules with another state of the same type.
  template <class Rules>
  AnyState with(const State<Rules>& state) const {
    return AnyState(rules_, state);
  }

  // Trees of decisions with the seeded deal: how many sequences of each length. Asks now and then whether to
  // stop; the counts are then incomplete.
  std::vector<std::uint64_t> perft(std::uint64_t seed, int depth,
                                   const std::function<bool()>& should_stop) const;

 private:
  using Variant = std::variant<State<KingdominoRules<5>>, State<KingdominoRules<7>>, State<DiscoveryRules<5>>,
                               State<DiscoveryRules<7>>, State<TotemRules<5>>, State<TotemRules<7>>,
                               State<TribeRules<5>>, State<TribeRules<7>>>;
  AnyState(std::string rules, Variant state) : rules_(std::move(rules)), state_(state) {}

  std::string rules_;
  Variant state_;
};

}  // namespace crownfire
