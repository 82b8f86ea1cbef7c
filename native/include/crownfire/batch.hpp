// Many games of the same rules in lockstep, for learning. Observations, masks and rewards are written
// straight into the caller's arrays.
#pragma once

#include <memory>

#include "crownfire/any_state.hpp"
#include "crownfire/encoding.hpp"
#include "crownfire/numbering.hpp"

namespace crownfire {

// How a seat is rewarded for a finished game.
enum class Payoff { kWin, kScore, kMargin };
// When the next game replaces a finished one: in the step that ends it, in the step after, or on request.
enum class Autoreset { kSame, kNext, kOff };

struct BatchSettings {
  std::size_t games = 1;
  Payoff payoff = Payoff::kWin;
  Autoreset autoreset = Autoreset::kSame;
  std::vector<Policy> opponents;  // of seats 1, 2, …; empty: the caller plays all seats
  bool illegal_loses = false;     // otherwise it is refused
  int threads = 1;
};

// The output arrays, one row per game. Null arrays are skipped.
struct BatchArrays {
  std::uint8_t* observations = nullptr;
  std::int8_t* masks = nullptr;
  std::uint8_t* seats = nullptr;   // to play
  float* rewards = nullptr;        // of every seat; 0 until the game ends
  std::uint8_t* dones = nullptr;   // whether this step ended the game
  std::int32_t* scores = nullptr;  // of every seat; 0 until the game ends
};

// Why a step is refused.
struct BatchFault {
  enum Kind { kNone, kOver, kNoAction, kIllegal };
  Kind kind = kNone;
  std::size_t game = 0;
};

// The seed of a game in the sequence of games played in one row.
inline std::uint64_t episode_seed(std::uint64_t seed, std::uint64_t episode) {
  return episode ? Generator::derive(seed, {6, episode}).next() : seed;
}

class Batch {
 public:
  // Creates games with the rules of `start`, a new game. Call reset() before anything else.
  static std::unique_ptr<Batch> create(const AnyState& start, const BatchSettings& settings);
  virtual ~Batch() = default;

  // Starts all games, or the marked ones: with new seeds, or with the next game of their current seeds.
  virtual void reset(const std::uint64_t* seeds, const std::uint8_t* marked, const BatchArrays& arrays) = 0;
  // Returns the first fault of the actions, or kNone.
  virtual BatchFault find_fault(const std::int64_t* actions) const = 0;
  // Plays one action in every game. The actions must be free of faults.
  virtual void step(const std::int64_t* actions, const BatchArrays& arrays) = 0;
  // Writes the current observations, masks and seats; rewards, dones and scores are zero.
  virtual void observe(const BatchArrays& arrays) const = 0;
  // Writes the points of every seat, as if every game ended now.
  virtual void points(std::int32_t* out) const = 0;
  virtual AnyState state(std::size_t game) const = 0;

  const BatchSettings& settings() const { return settings_; }
  const Numbering& numbering() const { return numbering_; }
  std::size_t observation_size() const { return observation_size_; }
  std::size_t players() const { return static_cast<std::size_t>(numbering_.seats()); }

 protected:
  Batch(BatchSettings settings, Numbering numbering, std::size_t observation_size)
      : settings_(std::move(settings)),
        numbering_(std::move(numbering)),
        observation_size_(observation_size) {}

  BatchSettings settings_;
  Numbering numbering_;
  std::size_t observation_size_;
};

// Samples a marked index of each row uniformly; 0 for a row without marks.
void sample_rows(const std::int8_t* masks, std::size_t rows, std::size_t width, std::uint64_t seed,
                 std::int64_t* out);

}  // namespace crownfire
