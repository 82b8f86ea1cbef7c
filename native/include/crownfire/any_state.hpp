// A state of any ruleset behind one type, for callers that choose the ruleset at run time.
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
  // The state before the first chance step. `rules` has the form used in records and must be valid.
  static AnyState new_game(std::string_view rules, int players);
  // Parses a position text, which must be valid.
  static AnyState from_position(std::string_view text);
  std::string to_position() const;

  bool operator==(const AnyState& other) const;
  // Whether rules and number of players are the same, bonuses aside.
  bool is_same_kind(const AnyState& other) const {
    return state_.index() == other.state_.index() && players() == other.players();
  }

  std::string_view phase() const;
  int players() const;
  bool is_over() const;
  bool is_chance() const;
  // The seat to play, or −1 during chance steps and after the end.
  int to_play() const;

  std::vector<int> legal_actions() const;
  bool is_legal(int action) const;
  void apply(int action);  // must be legal
  void deal(std::uint64_t seed);
  // Resolves the pending chance step with an outcome as in the Python rules (cavemen by their index in the
  // table). Returns false and changes nothing if the outcome is impossible.
  bool reveal(const std::vector<int>& outcome);
  std::vector<int> scores() const;
  std::vector<std::vector<int>> ranking() const;
  // The mover's points after each legal action, in the order of legal_actions(). A recruit counts with its
  // best payment and settlement.
  std::vector<int> previews() const;
  int choose(Policy policy, std::uint64_t seed) const;
  // The best action of a last round that can be solved exactly (last_round.hpp), else none.
  std::optional<int> best_ending() const;
  void play_out(Policy policy, std::uint64_t seed);
  // Writes the final scores of playouts `begin` to `end` − 1 into their rows of `scores`.
  void playouts(std::size_t begin, std::size_t end, Policy policy, std::uint64_t seed, int threads,
                std::int32_t* scores) const;

  // The heuristic value of each legal action (values.hpp), in the order of legal_actions().
  std::vector<double> values() const;

  // Calls `use` with the state as its concrete type.
  template <class Use>
  auto visit(Use&& use) const {
    return std::visit(use, state_);
  }

  // Returns these rules with another state of the same type.
  template <class Rules>
  AnyState with(const State<Rules>& state) const {
    return AnyState(rules_, state);
  }

  // Counts the sequences of 1 to `depth` decisions under the seeded deal. Calls `should_stop` now and then;
  // once it returns true, the counts stay incomplete.
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
