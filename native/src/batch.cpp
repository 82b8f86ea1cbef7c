#include "crownfire/batch.hpp"

#include <atomic>

#include "crownfire/threads.hpp"

namespace crownfire {

namespace {

constexpr std::size_t kGamesAtOnce = 64;  // per chunk of a thread
constexpr float kIllegalPoints = -100;    // for an illegal action if rewards are points

// Caches the planes of a game's territories, since a decision changes at most one of them.
template <class Rules>
class Planes {
 public:
  void copy(const Territory<Rules>& territory, int seat, std::uint8_t* out) {
    constexpr std::size_t kSize = encoding::kStackSize<Rules>, kStride = kSize + encoding::kOverrun;
    std::uint8_t* cached = bytes_.data() + static_cast<std::size_t>(seat) * kStride;
    Territory<Rules>& written = written_[static_cast<std::size_t>(seat)];
    if (std::memcmp(&written, &territory, sizeof territory) != 0) {
      encoding::write_territory(territory, cached);
      written = territory;
    }
    std::memcpy(out, cached, kSize);
  }

  explicit Planes(int players)
      : bytes_(static_cast<std::size_t>(players) * (encoding::kStackSize<Rules> + encoding::kOverrun)) {}

 private:
  std::array<Territory<Rules>, kMaxSeats> written_{};  // the planes of a bare home are empty
  std::vector<std::uint8_t> bytes_;
};

template <class Rules>
struct Game {
  State<Rules> state;
  Generator rng{0};  // of the opponents
  std::uint64_t first_seed = 0;
  std::uint64_t seed = 0;
  std::uint64_t episode = 0;
  bool is_finished = false;
};

// Whether an action is legal, without listing all legal actions.
template <class Rules>
bool is_legal_here(const State<Rules>& state, int action) {
  if (state.phase != Phase::kPlace || action >= kDiscard) return is_legal(state, action);
  const auto places = placement::places(state.own(), state.domino_in_turn());
  const int cell = Rules::Board::from_canvas(action / 4), direction = action % 4;
  return cell >= 0 && direction < places.directions &&
         places.first[static_cast<std::size_t>(direction)].test(cell);
}

// C10: each seat's share of the victory.
template <class Rules>
std::array<float, kMaxSeats> victory_shares(const State<Rules>& state) {
  std::array<float, kMaxSeats> shares{};
  std::array<std::array<int, 3>, kMaxSeats> strengths{};
  std::array<int, 3> best{-1, -1, -1};
  const auto players = static_cast<std::size_t>(state.config.players);
  for (std::size_t seat = 0; seat < players; ++seat) {
    strengths[seat] = strength(state, static_cast<int>(seat));
    best = std::max(best, strengths[seat]);
  }
  const auto winners = static_cast<float>(std::count(strengths.begin(), strengths.begin() + players, best));
  for (std::size_t seat = 0; seat < players; ++seat)
    if (strengths[seat] == best) shares[seat] = 1 / winners;
  return shares;
}

template <class Rules>
class BatchOf final : public Batch {
 public:
  BatchOf(const AnyState& start, const State<Rules>& state, const BatchSettings& settings)
      : Batch(settings, Numbering::of<Rules>(state.config),
              static_cast<std::size_t>(encoding::size<Rules>(state.config))),
        start_(start),
        fresh_(state),
        games_(settings.games, Game<Rules>{state}),
        planes_(settings.games, Planes<Rules>(state.config.players)) {}

  void reset(const std::uint64_t* seeds, const std::uint8_t* marked, const BatchArrays& arrays) override {
    for_games([&](std::size_t i) {
      if (!marked || marked[i]) {
        if (seeds) {
          games_[i].first_seed = seeds[i];
          games_[i].episode = 0;
        } else {
          ++games_[i].episode;
        }
        restart(games_[i]);
      }
      clear(i, arrays);
      write(i, arrays);
    });
  }

  BatchFault find_fault(const std::int64_t* actions) const override {
    for (std::size_t i = 0; i < games_.size(); ++i) {
      const Game<Rules>& game = games_[i];
      if (game.is_finished && settings_.autoreset == Autoreset::kNext) continue;
      if (game.is_finished) return {BatchFault::kOver, i};
      if (actions[i] < 0 || actions[i] >= numbering_.size()) return {BatchFault::kNoAction, i};
      if (!settings_.illegal_loses && !is_legal_here(game.state, action_of(game, actions[i])))
        return {BatchFault::kIllegal, i};
    }
    return {};
  }

  void step(const std::int64_t* actions, const BatchArrays& arrays) override {
    for_games([&](std::size_t i) {
      clear(i, arrays);
      play(i, actions[i], arrays);
      write(i, arrays);
    });
  }

  void observe(const BatchArrays& arrays) const override {
    for_games([&](std::size_t i) {
      clear(i, arrays);
      write(i, arrays);
    });
  }

  void points(std::int32_t* out) const override {
    for_games([&](std::size_t i) { write_points(games_[i].state, out + i * players()); });
  }

  AnyState state(std::size_t game) const override { return start_.with(games_[game].state); }

 private:
  int action_of(const Game<Rules>& game, std::int64_t compact) const {
    return numbering_.actions(game.state.mover())[compact];
  }

  void restart(Game<Rules>& game) {
    game.state = fresh_;
    game.seed = episode_seed(game.first_seed, game.episode);
    game.rng = Generator::derive(game.seed, {7});
    game.is_finished = false;
    advance(game);
  }

  // Plays on to the caller's next decision or the end of the game.
  void advance(Game<Rules>& game) {
    State<Rules>& state = game.state;
    for (;;) {
      chance::deal(state, game.seed);
      if (state.is_over() || settings_.opponents.empty() || state.mover() == 0) return;
      const auto other = static_cast<std::size_t>(state.mover()) - 1;
      play_by(settings_.opponents[other], state, game.rng);
    }
  }

  void play(std::size_t i, std::int64_t compact, const BatchArrays& arrays) {
    Game<Rules>& game = games_[i];
    if (game.is_finished) {
      ++game.episode;
      return restart(game);
    }
    const int action = action_of(game, compact);
    if (settings_.illegal_loses && !is_legal_here(game.state, action)) {
      if (arrays.rewards)
        arrays.rewards[i * players()] = settings_.payoff == Payoff::kWin ? -1 : kIllegalPoints;
    } else {
      apply(game.state, action);
      advance(game);
      if (!game.state.is_over()) return;
      if (arrays.rewards) write_rewards(game.state, arrays.rewards + i * players());
    }
    if (arrays.scores) write_points(game.state, arrays.scores + i * players());
    if (arrays.dones) arrays.dones[i] = 1;
    if (settings_.autoreset == Autoreset::kSame) {
      ++game.episode;
      restart(game);
    } else {
      game.is_finished = true;
    }
  }

  void clear(std::size_t i, const BatchArrays& arrays) const {
    if (arrays.rewards) std::fill_n(arrays.rewards + i * players(), players(), 0.0F);
    if (arrays.scores) std::fill_n(arrays.scores + i * players(), players(), 0);
    if (arrays.dones) arrays.dones[i] = 0;
  }

  void write(std::size_t i, const BatchArrays& arrays) const {
    const State<Rules>& state = games_[i].state;
    // Seat 0 against opponents and after the end, else the seat to play.
    const int seat = settings_.opponents.empty() && !state.is_over() ? state.mover() : 0;
    if (arrays.seats) arrays.seats[i] = static_cast<std::uint8_t>(seat);
    if (arrays.observations)
      encoding::write(state, seat, arrays.observations + i * observation_size_, observation_size_,
                      [&](int other, std::uint8_t* out) {
                        planes_[i].copy(state.territory[static_cast<std::size_t>(other)], other, out);
                      });
    if (!arrays.masks) return;
    const auto width = static_cast<std::size_t>(numbering_.size());
    std::int8_t* mask = arrays.masks + i * width;
    if (games_[i].is_finished) {  // an empty mask can't be sampled
      std::fill_n(mask, width, std::int8_t{0});
      mask[0] = 1;
    } else {
      write_mask(state, numbering_, mask);
    }
  }

  void write_points(const State<Rules>& state, std::int32_t* out) const {
    const Scores found = scores(state);
    std::copy_n(found.begin(), players(), out);
  }

  void write_rewards(const State<Rules>& state, float* out) const {
    if (settings_.payoff == Payoff::kWin) {
      const auto shares = victory_shares(state);
      for (std::size_t seat = 0; seat < players(); ++seat) out[seat] = 2 * shares[seat] - 1;
      return;
    }
    const Scores found = scores(state);
    for (std::size_t seat = 0; seat < players(); ++seat) {
      int best = 0;
      for (std::size_t other = 0; other < players(); ++other)
        if (other != seat) best = std::max(best, found[other]);
      out[seat] = static_cast<float>(found[seat] - (settings_.payoff == Payoff::kMargin ? best : 0));
    }
  }

  // Calls `use` with the index of every game, on all threads. A free thread takes the next chunk.
  template <class Use>
  void for_games(const Use& use) const {
    std::atomic<std::size_t> next = 0;
    const std::size_t chunks = (games_.size() + kGamesAtOnce - 1) / kGamesAtOnce;
    const auto threads = std::min(static_cast<std::size_t>(settings_.threads), chunks);
    on_threads(std::max(threads, std::size_t{1}), [&](std::size_t) {
      for (std::size_t first; (first = next.fetch_add(kGamesAtOnce)) < games_.size();)
        for (std::size_t i = first; i < std::min(games_.size(), first + kGamesAtOnce); ++i) use(i);
    });
  }

  AnyState start_;
  State<Rules> fresh_;
  std::vector<Game<Rules>> games_;
  mutable std::vector<Planes<Rules>> planes_;  // each used by one thread at a time
};

// Eight marks as one word; the end of a row may have fewer.
std::uint64_t marks(const std::int8_t* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word & 0x0101010101010101u;
}
std::uint64_t marks(const std::int8_t* bytes, std::size_t count) {
  if (count >= sizeof(std::uint64_t)) return marks(bytes);
  std::int8_t padded[sizeof(std::uint64_t)]{};
  std::copy_n(bytes, count, padded);
  return marks(padded);
}

}  // namespace

std::unique_ptr<Batch> Batch::create(const AnyState& start, const BatchSettings& settings) {
  return start.visit([&]<class Rules>(const State<Rules>& state) -> std::unique_ptr<Batch> {
    return std::make_unique<BatchOf<Rules>>(start, state, settings);
  });
}

void sample_rows(const std::int8_t* masks, std::size_t rows, std::size_t width, std::uint64_t seed,
                 std::int64_t* out) {
  for (std::size_t row = 0; row < rows; ++row, masks += width) {
    int count = 0;
    for (std::size_t i = 0; i < width; i += 8) count += std::popcount(marks(masks + i, width - i));
    out[row] = 0;
    if (count == 0) continue;
    auto k = static_cast<int>(Generator::derive(seed, {8, row}).below(static_cast<std::uint32_t>(count)));
    for (std::size_t i = 0;; i += 8) {
      std::uint64_t word = marks(masks + i, width - i);
      const int here = std::popcount(word);
      if (k < here) {
        for (; k > 0; --k) word &= word - 1;
        out[row] = static_cast<std::int64_t>(i) + std::countr_zero(word) / 8;
        break;
      }
      k -= here;
    }
  }
}

}  // namespace crownfire
