// Many games of the same rules in lockstep, for learning: observations, masks and rewards go straight into
// arrays of the caller.
#pragma once

#include <memory>

#include "crownfire/any_state.hpp"
#include "crownfire/encoding.hpp"
#include "crownfire/numbering.hpp"

namespace crownfire {

// What a finished game is worth to each seat.
enum class Payoff { kWin, kScore, kMargin };
// When a finished game makes way for the next one: with the step that ends it, with the step after, or when
// told to.
enum class Autoreset { kSame, kNext, kOff };

struct BatchSettings {
  std::size_t games = 1;
  Payoff payoff = Payoff::kWin;
  Autoreset autoreset = Autoreset::kSame;
  std::vector<Policy> opponents;  // of seats 1, 2, …; empty: the caller plays all seats
  bool illegal_loses = false;     // or is refused
  int threads = 1;
};

// Where to write, one row a game; what is null is left out.
struct BatchArrays {
  std::uint8_t* observations = nullptr;
  std::int8_t* masks = nullptr;
  std::uint8_t* seats = nullptr;   // to play
  float* rewards = nullptr;        // of every seat, 0 but at the end
  std::uint8_t* dones = nullptr;   // whether this step ended the game
  std::int32_t* scores = nullptr;  // of every seat at the end, else 0
};

// Why a step can't be made.
struct BatchFault {
  enum Kind { kNone, kOver, kNoAction, kIllegal };
  Kind kind = kNone;
  std::size_t game = 0;
};

// The seed of one of the games that are played one after another in the same place.
inline std::uint64_t episode_seed(std::uint64_t seed, std::uint64_t episode) {
  return episode ? Generator::derive(seed, {6, episode}).next() : seed;
}

class Batch {
 public:
  // Games by the rules of a new game; reset them before anything else.
  static std::unique_ptr<Batch> create(const AnyState& start, const BatchSettings& settings);
  virtual ~Batch() = default;

  // Starts games over: all, or those marked; with new seeds, or with the next game of their old ones.
  virtual void reset(const std::uint64_t* seeds, const std::uint8_t* marked, const BatchArrays& arrays) = 0;
  // The first game in which an action can't be played.
  virtual BatchFault find_fault(const std::int64_t* actions) const = 0;
  // Plays an action in every game; there is no fault.
  virtual void step(const std::int64_t* actions, const BatchArrays& arrays) = 0;
  // Writes how things stand; nothing is rewarded or done.
  virtual void observe(const BatchArrays& arrays) const = 0;
  // The points of every seat in every game, as if it ended now.
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

// For each row one of its marked places, all equally likely; 0 in a row without any.
void sample_rows(const std::int8_t* masks, std::size_t rows, std::size_t width, std::uint64_t seed,
                 std::int64_t* out);

}  // namespace crownfire
