// A value network for two-player positions between rounds: the dominoes of a line are placed, the next ones
// are claimed, and a line is about to be drawn.
//
// There is one small network for each number of lines still to come. Its input is the unseen dominoes and
// both territories after placing the claimed dominoes (estimator.hpp), as the features of the estimate and of
// the open cells. Its output corrects the difference of the two expected scores.
#pragma once

#include <bit>
#include <numeric>
#include <span>

#include "crownfire/estimator.hpp"

namespace crownfire {

// What can be seen of a territory; each sight adds its own row of numbers to the network's units.
struct Sights {
  static constexpr int kMasks = 1 << kTerrains;          // the terrains that may go on in a cell
  static constexpr int kPair = Rows::kEnd;               // two cells for a domino, and their terrains
  static constexpr int kCell = kPair + kMasks * kMasks;  // a cell, its terrains and free neighbours
  static constexpr int kPlace = kCell + kMasks * 5;      // in line
  static constexpr int kDiscards = kPlace + 4;           // how many, up to 3
  static constexpr int kUnseen = kDiscards + 4;          // dominoes, the same for both
  static constexpr int kEnd = kUnseen + kDominoes;
};
using Seen = std::vector<std::uint16_t>;

inline void see_unseen(std::uint64_t unseen, Seen& seen) {
  for (; unseen; unseen &= unseen - 1)
    seen.push_back(static_cast<std::uint16_t>(Sights::kUnseen + std::countr_zero(unseen)));
}

// The network of one stage, as a view of its numbers.
template <class Number>
struct Network {
  static constexpr int kUnits = 32;   // for each territory
  static constexpr int kHidden = 32;  // for both
  static constexpr std::size_t kSize =
      Sights::kEnd * kUnits + kUnits + kHidden * 2 * kUnits + kHidden + kHidden + 1;

  explicit Network(Number* numbers)
      : rows(numbers),
        bias(rows + Sights::kEnd * kUnits),
        hidden(bias + kUnits),
        hidden_bias(hidden + kHidden * 2 * kUnits),
        out(hidden_bias + kHidden),
        trust(out + kHidden) {}

  Number *rows, *bias, *hidden, *hidden_bias, *out;
  Number* trust;  // in the difference of the estimates
};

using Units = std::array<float, Network<float>::kUnits>;
using Hidden = std::array<float, Network<float>::kHidden>;

inline constexpr float kOutScale = 10;  // points that an output of 1 means

struct Judge {
  std::vector<float> numbers;  // stage by stage, from one line to come
  std::vector<float> spread;   // root mean square error of each stage

  int stages() const { return static_cast<int>(spread.size()); }
  Network<const float> network(int stage) const {
    return Network<const float>(&numbers[static_cast<std::size_t>(stage) * Network<float>::kSize]);
  }
};

inline constexpr std::size_t kJudgeNumbers = Network<float>::kSize;  // of one stage

// Sums the rows of what is seen.
inline void add_rows(const Network<const float>& network, std::span<const std::uint16_t> seen, Units& units) {
  for (const int sight : seen) {
    const float* row = network.rows + sight * static_cast<int>(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) units[i] += row[i];
  }
}

// From 0 to 1 each.
inline Units squeezed(Units units) {
  for (float& unit : units) unit = std::clamp(unit, 0.0f, 1.0f);
  return units;
}

// What a territory adds to the hidden units, as the own one or as the other.
inline Hidden share_of(const Network<const float>& network, const Units& units, bool is_own) {
  Hidden found;
  for (std::size_t h = 0; h < found.size(); ++h) {
    const float* weights = network.hidden + (2 * h + !is_own) * units.size();
    found[h] = std::inner_product(units.begin(), units.end(), weights, 0.0f);
  }
  return found;
}

inline Hidden hidden_of(const Network<const float>& network, const Hidden& own, const Hidden& other) {
  Hidden found;
  for (std::size_t h = 0; h < found.size(); ++h)
    found[h] = std::max(0.0f, own[h] + other[h] + network.hidden_bias[h]);
  return found;
}

inline float out_of(const Network<const float>& network, const Hidden& hidden) {
  float sum = 0;
  for (std::size_t h = 0; h < hidden.size(); ++h) sum += network.out[h] * hidden[h];
  return kOutScale * sum;
}

// Games whose territories the sights tell apart; of fires, resources and cavemen they know nothing.
template <class Rules>
inline constexpr bool kCanBeJudged = !Rules::template has<Eruption>;

// How many lines are still to come beyond the one that is due; −1 if no verdict is possible here.
template <class Rules>
int judged_stage(const State<Rules>& state) {
  const bool is_between = state.phase == Phase::kLine && state.current.size > 0;
  return is_between && state.config.players == 2 ? state.config.lines - state.lines_drawn() - 1 : -1;
}

// Whether a judge was fitted for this game.
template <class Rules>
bool knows(const Judge& judge, const State<Rules>& state) {
  return kCanBeJudged<Rules> && state.config.players == 2 && judge.stages() == state.config.lines - 1;
}

// Instantiated once per ruleset that can be judged, in judge.cpp.

// Notes what is seen of a seat, unseen dominoes apart, where a line is due; what the estimate expects of it.
template <class Rules>
float look(const Estimate& estimate, const State<Rules>& state, int seat, Seen& seen);

// Everything about a seat that matters between rounds, as a number.
template <class Rules>
std::uint64_t fingerprint(const State<Rules>& state, int seat);

// Everything that a decision of the mover by its estimate depends on, as a number.
template <class Rules>
std::uint64_t fingerprint_of_decision(const State<Rules>& state);

struct Verdict {
  float margin;  // of the first seat
  float middle;  // the mean of both scores
  float spread;  // how far the final margin may lie from this one
};

// Judges many positions of one search: each territory is looked at once, as long as there is room.
template <class Rules>
class Court {
 public:
  Court(const Judge& judge, const Estimate& estimate) : judge_(judge), estimate_(estimate), looks_(kRoom) {}

  // A line must be due, between rounds.
  Verdict verdict(const State<Rules>& state) {
    const int stage = judged_stage(state);
    const auto network = judge_.network(stage);
    const Look first = look_at(state, 0, network), second = look_at(state, 1, network);
    const float margin = *network.trust * (first.expected - second.expected) +
                         out_of(network, hidden_of(network, first.as_own, second.as_other)) -
                         out_of(network, hidden_of(network, second.as_own, first.as_other));
    return {margin, (first.expected + second.expected) / 2, judge_.spread[static_cast<std::size_t>(stage)]};
  }

 private:
  static constexpr std::size_t kRoom = 1 << 14;

  struct Look {
    std::uint64_t fingerprint = 0;  // 0: of nothing
    float expected = 0;
    Hidden as_own{}, as_other{};
  };

  const Look& look_at(const State<Rules>& state, int seat, const Network<const float>& network) {
    const std::uint64_t key = fingerprint(state, seat);
    Look& found = looks_[key % kRoom];
    if (found.fingerprint == key) return found;
    if (unseen_ != state.unseen) note_unseen(state.unseen, network);
    Units units = common_;
    seen_.clear();
    found.fingerprint = key;
    found.expected = look(estimate_, state, seat, seen_);
    add_rows(network, seen_, units);
    units = squeezed(units);
    found.as_own = share_of(network, units, true);
    found.as_other = share_of(network, units, false);
    return found;
  }

  void note_unseen(std::uint64_t unseen, const Network<const float>& network) {
    unseen_ = unseen;
    seen_.clear();
    see_unseen(unseen, seen_);
    std::copy(network.bias, network.bias + common_.size(), common_.begin());
    add_rows(network, seen_, common_);
  }

  const Judge& judge_;
  const Estimate& estimate_;
  std::vector<Look> looks_;
  std::uint64_t unseen_ = 0;  // that are in
  Units common_{};
  Seen seen_;
};

}  // namespace crownfire
