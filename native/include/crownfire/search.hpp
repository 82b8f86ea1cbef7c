// Choosing a move by playing on: a tree of the decisions of this round, playouts beyond it.
//
// Every simulation draws its own future, so nothing is ever planned on one shuffle. The tree ends where
// chance is due; the last line of a game that uses all dominoes is known and no chance. With a judge it goes
// on through another round, with a few lines that are the same everywhere. Every seat in it seeks its own
// reward, but in some simulations some of several others simply do what full greedy would.
// Where the search decides (at its root), the moves that look best are candidates; all of them get the same
// futures, and the worse half drops out again and again (sequential halving); with few simulations first
// sight has a say in which. Deeper decisions go by reward, visits and first sight (PUCT).
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
  // What is not given is what helps in the game that is played.
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

// What may be used; the clock is read only if there is a deadline.
struct SearchLimit {
  std::optional<std::uint64_t> nodes;  // simulations
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::function<bool()> should_stop;  // asked now and then by the calling thread
};

// What was found out about a move: means over its simulations, for the seat to move.
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
  // Simulates until a limit is reached; how many simulations that took.
  virtual std::uint64_t run(const SearchLimit& limit) = 0;
  // The legal moves, best first.
  virtual std::vector<SearchedMove> moves() const = 0;
  // Goes on from the position after a move with what the tree knows of it.
  virtual void advance(int action) = 0;
};

}  // namespace crownfire
