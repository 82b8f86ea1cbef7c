// Monte Carlo tree search: a tree of the decisions of this round, playouts beyond it.
//
// Every simulation draws its own future, so no plan relies on one shuffle. The tree ends at chance steps; the
// last line of a game that uses all dominoes is known, so drawing it is none. With a judge the tree continues
// through another round, with a few lines shared by all its branches. Every seat maximises its own reward,
// but several opponents each play full greedy in some simulations. At the root the moves with the best
// heuristic values are candidates. All get the same futures, and the worse half is dropped repeatedly
// (sequential halving); the heuristic value counts like some simulations there. Deeper decisions use PUCT.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "crownfire/any_state.hpp"
#include "crownfire/judge.hpp"

namespace crownfire {

enum class Reward { kMixed, kWin, kScore, kRelative };

struct SearchSettings {
  Policy playout = Policy::kGreedy;          // plays on
  std::shared_ptr<const Estimate> estimate;  // plays on for the seat that searches, orders moves and judges
  std::shared_ptr<const Judge> judge;        // judges in its place, in a game for two that can be judged
  Depth depth = Depth::kGlance;              // of moves played on by the estimate, without a judge
  // Unset values depend on the game.
  std::optional<int> horizon;     // dominoes that every seat gets before a simulation is judged
  std::optional<double> through;  // the share of simulations that are not judged but played to the end
  int beyond = 24;     // lines with which familiar simulations go a round further, with a judge; 0: none
  double greed = 0.6;  // how likely each of several others decides as full greedy does, not by reward
  Reward reward = Reward::kMixed;
  double win_weight = 0.2;   // kMixed: the share of winning, the rest is the margin
  double margin_scale = 40;  // kMixed: the margin, in points, that counts as clear
  double exploration = 0.5;  // in the tree, of rewards from 0 to 1
  double temperature = 3;    // points at first sight that make a move e times as likely
  double first_sight = 40;   // at the root the estimate counts like so many simulations
  int candidates = 16;       // at the root, 0: all
  bool halving = true;       // false: the same number of simulations for all
  bool tree = true;          // false: playouts right after the first move
  int threads = 1;
};

// The limits of a search. The clock is read only if there is a deadline.
struct SearchLimit {
  std::optional<std::uint64_t> nodes;  // simulations
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::function<bool()> should_stop;  // called now and then by the calling thread
};

// The results for a move: means over its simulations, for the seat to play.
struct SearchedMove {
  int action = 0;
  std::uint64_t visits = 0;
  double reward = 0;
  double win = 0;  // shared victories count in part
  double score = 0;
  double margin = 0;  // to the best opponent
  double value = 0;   // at first sight
};

class Search {
 public:
  static std::unique_ptr<Search> create(const AnyState& state, const SearchSettings& settings,
                                        std::uint64_t seed);
  virtual ~Search() = default;
  // Simulates until a limit is reached. Returns the number of simulations.
  virtual std::uint64_t run(const SearchLimit& limit) = 0;
  // The legal moves, best first.
  virtual std::vector<SearchedMove> moves() const = 0;
  // Moves to the position after a move and keeps the tree below it.
  virtual void advance(int action) = 0;
};

}  // namespace crownfire
