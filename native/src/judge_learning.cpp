#include "crownfire/judge_learning.hpp"

#include <cmath>
#include <cstring>

namespace crownfire {

namespace {

constexpr std::size_t kBatch = 512;  // games

// A position between rounds, seen from both seats.
struct Watched {
  Seen unseen;
  std::array<Seen, 2> seen;
  std::array<float, 2> expected{};

  float difference() const { return expected[0] - expected[1]; }
};

struct WatchedGame {
  float margin = 0;
  std::vector<Watched> positions;  // in their order, one of each stage

  const Watched& at(std::size_t stage) const { return positions[positions.size() - 1 - stage]; }
};

// Numbers one after the other.
class Writer {
 public:
  template <class T>
  void add(T number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void add(const Seen& seen) {
    add(static_cast<std::uint16_t>(seen.size()));
    for (const std::uint16_t sight : seen) add(sight);
  }
  void add(const WatchedGame& game) {
    add(game.margin);
    add(static_cast<std::uint8_t>(game.positions.size()));
    for (const Watched& position : game.positions) {
      add(position.unseen);
      for (int seat = 0; seat < 2; ++seat) {
        add(position.expected[seat]);
        add(position.seen[seat]);
      }
    }
  }
  std::string bytes;
};

class Reader {
 public:
  explicit Reader(const std::string& bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}
  bool is_at_end() const { return at_ == end_; }
  bool is_good() const { return is_good_; }

  template <class T>
  T next() {
    T number{};
    if (end_ - at_ < static_cast<std::ptrdiff_t>(sizeof number)) {
      is_good_ = false;
      at_ = end_;
      return number;
    }
    std::memcpy(&number, at_, sizeof number);
    at_ += sizeof number;
    return number;
  }
  Seen next_seen() {
    Seen seen(next<std::uint16_t>());
    for (auto& sight : seen) {
      sight = next<std::uint16_t>();
      is_good_ = is_good_ && sight < Sights::kEnd;
    }
    return seen;
  }
  float next_points() {
    const auto points = next<float>();
    is_good_ = is_good_ && std::isfinite(points);
    return points;
  }
  WatchedGame next_game(int stages) {
    WatchedGame game;
    game.margin = next_points();
    game.positions.resize(next<std::uint8_t>());
    is_good_ = is_good_ && static_cast<int>(game.positions.size()) == stages;
    for (Watched& position : game.positions) {
      position.unseen = next_seen();
      for (int seat = 0; seat < 2; ++seat) {
        position.expected[seat] = next_points();
        position.seen[seat] = next_seen();
      }
    }
    return game;
  }

 private:
  const char *at_, *end_;
  bool is_good_ = true;
};

template <class Rules>
WatchedGame watch_game(State<Rules> state, const Estimate& estimate, std::uint64_t seed,
                       const WatchSettings& settings) {
  Generator rng = Generator::derive(seed, {9});
  WatchedGame game;
  while (!state.is_over()) {
    if (state.is_chance()) {
      if (judged_stage(state) >= 0) {
        Watched& position = game.positions.emplace_back();
        see_unseen(state.unseen, position.unseen);
        for (int seat = 0; seat < 2; ++seat)
          position.expected[seat] = look(estimate, state, seat, position.seen[seat]);
      }
      chance::deal_step(state, seed);
    } else if (rng.below(1 << 16) < settings.exploration * (1 << 16)) {
      RandomPolicy::play(state, rng);
    } else {
      apply_or_random(state, choose_by(estimate, settings.depth, state), rng);
    }
  }
  game.margin = static_cast<float>(points(state, 0) - points(state, 1));
  return game;
}

// One stage of a fit and the correction that gathers.
class Student {
 public:
  Student(JudgeFit& fit, int stage)
      : fit_(fit), stage_(stage), gradient_(kJudgeNumbers), is_touched_(Sights::kEnd) {}

  // What is thought of a position, with the units it comes from.
  struct Thought {
    std::array<Units, 2> sums, units;  // as they are, and squeezed
    std::array<Hidden, 2> hidden;      // from the view of each seat
    float margin = 0;
  };

  Thought think(const Watched& position) const {
    const auto network = fit_.judge.network(stage_);
    Thought thought;
    for (int seat = 0; seat < 2; ++seat) {
      std::copy(network.bias, network.bias + thought.sums[seat].size(), thought.sums[seat].begin());
      add_rows(network, position.unseen, thought.sums[seat]);
      add_rows(network, position.seen[seat], thought.sums[seat]);
      thought.units[seat] = squeezed(thought.sums[seat]);
    }
    thought.margin = *network.trust * position.difference();
    for (int seat = 0; seat < 2; ++seat) {
      thought.hidden[seat] = hidden_of(network, share_of(network, thought.units[seat], true),
                                       share_of(network, thought.units[1 - seat], false));
      thought.margin += (seat ? -1 : 1) * out_of(network, thought.hidden[seat]);
    }
    return thought;
  }

  // Adds what would correct a thought by so much.
  void gather(const Watched& position, const Thought& thought, float error) {
    const auto network = fit_.judge.network(stage_);
    Network<float> gradient(gradient_.data());
    *gradient.trust += error * position.difference();
    std::array<Units, 2> of_units{};
    for (int seat = 0; seat < 2; ++seat) {
      const Units &own = thought.units[seat], &other = thought.units[1 - seat];
      const float share = (seat ? -1 : 1) * kOutScale * error;
      for (std::size_t h = 0; h < thought.hidden[seat].size(); ++h) {
        if (thought.hidden[seat][h] <= 0) continue;
        gradient.out[h] += share * thought.hidden[seat][h];
        const float here = share * network.out[h];
        gradient.hidden_bias[h] += here;
        const float* weights = network.hidden + h * 2 * own.size();
        float* changes = gradient.hidden + h * 2 * own.size();
        for (std::size_t i = 0; i < own.size(); ++i) {
          changes[i] += here * own[i];
          changes[own.size() + i] += here * other[i];
          of_units[seat][i] += here * weights[i];
          of_units[1 - seat][i] += here * weights[own.size() + i];
        }
      }
    }
    for (int seat = 0; seat < 2; ++seat) {
      for (std::size_t i = 0; i < of_units[seat].size(); ++i) {
        if (thought.sums[seat][i] <= 0 || thought.sums[seat][i] >= 1) of_units[seat][i] = 0;
        gradient.bias[i] += of_units[seat][i];
      }
      for (const Seen* seen : {&position.unseen, &position.seen[seat]})
        for (const int sight : *seen) gather_row(sight, of_units[seat]);
    }
  }

  // Takes the step that was gathered; rows that were not seen stay as they are.
  void step(double rate) {
    constexpr std::size_t kRow = Network<float>::kUnits;
    for (const int sight : touched_) {
      correct(sight * kRow, (sight + 1) * kRow, rate);
      is_touched_[sight] = false;
    }
    touched_.clear();
    correct(Sights::kEnd * kRow, kJudgeNumbers, rate);
  }

 private:
  void gather_row(int sight, const Units& change) {
    if (!is_touched_[sight]) {
      is_touched_[sight] = true;
      touched_.push_back(sight);
    }
    float* row = &gradient_[static_cast<std::size_t>(sight) * change.size()];
    for (std::size_t i = 0; i < change.size(); ++i) row[i] += change[i];
  }

  void correct(std::size_t begin, std::size_t end, double rate) {
    constexpr float kKeep = 0.9f, kKeepSquare = 0.999f, kTiny = 1e-8f;
    const auto n = static_cast<double>(fit_.steps + 1);
    const auto size =
        static_cast<float>(rate * std::sqrt(1 - std::pow(kKeepSquare, n)) / (1 - std::pow(kKeep, n)));
    const std::size_t first = static_cast<std::size_t>(stage_) * kJudgeNumbers;
    for (std::size_t i = begin; i < end; ++i) {
      const float found = gradient_[i];
      gradient_[i] = 0;
      float &mean = fit_.mean[first + i], &square = fit_.square[first + i];
      mean = kKeep * mean + (1 - kKeep) * found;
      square = kKeepSquare * square + (1 - kKeepSquare) * found * found;
      fit_.judge.numbers[first + i] -= size * mean / (std::sqrt(square) + kTiny);
    }
  }

  JudgeFit& fit_;
  int stage_;
  std::vector<float> gradient_;
  std::vector<bool> is_touched_;
  std::vector<int> touched_;
};

// Learns from some games together: every stage from what the one after it thinks of the next position.
void learn_batch(std::span<const WatchedGame> games, double rate, std::vector<Student>& students,
                 std::vector<double>& squares) {
  for (std::size_t stage = 0; stage < students.size(); ++stage) {
    Student& student = students[stage];
    for (const WatchedGame& game : games) {
      const float target = stage ? students[stage - 1].think(game.at(stage - 1)).margin : game.margin;
      const auto thought = student.think(game.at(stage));
      student.gather(game.at(stage), thought, (thought.margin - target) / static_cast<float>(games.size()));
      squares[stage] += std::pow(thought.margin - game.margin, 2);
    }
    student.step(rate);
  }
}

}  // namespace

JudgeFit new_judge_fit(int stages, std::uint64_t seed) {
  constexpr float kBias = 0.3f, kWidth = 0.125f;
  const std::size_t size = static_cast<std::size_t>(stages) * kJudgeNumbers;
  JudgeFit fit{{std::vector<float>(size), std::vector<float>(static_cast<std::size_t>(stages))},
               std::vector<float>(size),
               std::vector<float>(size),
               0};
  Generator rng = Generator::derive(seed, {13});
  for (int stage = 0; stage < stages; ++stage) {
    Network<float> network(&fit.judge.numbers[static_cast<std::size_t>(stage) * kJudgeNumbers]);
    std::fill(network.bias, network.hidden, kBias);
    for (float* weight = network.hidden; weight < network.out; ++weight)
      *weight = kWidth * (static_cast<float>(rng.below(1 << 16)) / (1 << 15) - 1);
    *network.trust = 1;
  }
  return fit;
}

std::string watch(const std::vector<AnyState>& starts, const Estimate& estimate, std::uint64_t seed,
                  std::uint64_t begin, std::uint64_t end, const WatchSettings& settings,
                  const std::function<bool()>& should_stop) {
  Writer writer;
  for (std::uint64_t game = begin; game < end && !should_stop(); ++game)
    starts[game % starts.size()].visit([&](const auto& start) {
      if constexpr (kCanBeJudged<typename std::decay_t<decltype(start)>::Rules>)
        writer.add(watch_game(start, estimate, Generator::derive(seed, {14, game}).next(), settings));
    });
  return writer.bytes;
}

bool learn(const std::string& bytes, double rate, JudgeFit& fit) {
  constexpr double kSlower = 100;  // steps after which rates begin to shrink
  Reader reader(bytes);
  std::vector<WatchedGame> games;
  while (reader.is_good() && !reader.is_at_end()) games.push_back(reader.next_game(fit.judge.stages()));
  if (!reader.is_good()) return false;
  std::vector<Student> students;
  for (int stage = 0; stage < fit.judge.stages(); ++stage) students.emplace_back(fit, stage);
  std::vector<double> squares(students.size());  // of how far the judge was off, by stage
  for (std::size_t first = 0; first < games.size(); first += kBatch) {
    const std::span batch(&games[first], std::min(kBatch, games.size() - first));
    learn_batch(batch, rate / std::sqrt(1 + static_cast<double>(fit.steps) / kSlower), students, squares);
    ++fit.steps;
  }
  for (std::size_t stage = 0; stage < squares.size() && !games.empty(); ++stage)
    fit.judge.spread[stage] =
        static_cast<float>(std::sqrt(squares[stage] / static_cast<double>(games.size())));
  return true;
}

}  // namespace crownfire
