#include "crownfire/learning.hpp"

#include <cmath>

#include "crownfire/estimator.hpp"

namespace crownfire {

namespace {

template <class Rules>
class Student {
 public:
  Student(const FitSettings& settings, Fit& fit) : settings_(settings), fit_(fit) {}

  void play(State<Rules> state, std::uint64_t seed) {
    Generator rng = Generator::derive(seed, {9});
    for (auto& path : paths_) path.clear();
    while (!state.is_over()) {
      if (state.is_chance()) {
        chance::deal_step(state, seed);
        continue;
      }
      const int seat = state.mover();
      const bool is_claim = state.phase == Phase::kClaim;
      apply_or_random(state, choose(state, rng), rng);
      if (!is_claim) see(state, seat);
    }
    for (int seat = 0; seat < state.config.players; ++seat)
      correct(seat, static_cast<float>(points(state, seat)));
  }

  // Puts what was seen of errors into the fit.
  void finish() {
    for (int stage = 0; stage < kStages; ++stage)
      if (counts_[stage])
        fit_.estimate.spread[stage] = static_cast<float>(std::sqrt(squares_[stage] / counts_[stage]));
  }

 private:
  // A territory that was seen: the weights that counted, and its points then.
  struct Seen {
    int stage;
    float points;
    std::vector<int> rows;
  };

  int choose(const State<Rules>& state, Generator& rng) const {
    if (rng.below(1 << 16) < settings_.exploration * (1 << 16)) return RandomPolicy::choose(state, rng);
    return choose_by(fit_.estimate, settings_.depth, state);
  }

  // Notes the territory of a seat that has just changed it, unless more of the same step is to come.
  void see(const State<Rules>& state, int seat) {
    if (state.phase == Phase::kErupt || state.phase == Phase::kGive || state.phase == Phase::kPay ||
        state.phase == Phase::kSettle)
      return;
    const int left = dominoes_left(state, seat);
    if (left == 0) return;
    const Estimator<Rules> estimator(state, seat, fit_.estimate.weights.data());
    Seen& seen = paths_[seat].emplace_back();
    seen.stage = estimator.stage(left);
    seen.points = static_cast<float>(points(state, seat));
    estimator.each_row(state.territory[seat], left,
                       [&](int row) { seen.rows.push_back(seen.stage * Rows::kEnd + row); });
    if (state.phase == Phase::kClaim) seen.rows.push_back(estimator.order_row(state.turn, left));
  }

  void correct(int seat, float end) {
    const auto rate = static_cast<float>(settings_.rate), trace = static_cast<float>(settings_.trace);
    float target = end, later = end;
    for (auto seen = paths_[seat].rbegin(); seen != paths_[seat].rend(); ++seen) {
      float value = seen->points;
      for (const int row : seen->rows) value += fit_.estimate.weights[row];
      target = trace * target + (1 - trace) * later;
      const float step = (target - value) / static_cast<float>(seen->rows.size());
      for (const int row : seen->rows) {
        const float shaken = fit_.shaken[row];
        const float coherence = shaken > 0 ? std::abs(fit_.moved[row]) / shaken : 1;
        fit_.estimate.weights[row] += rate * coherence * step;
        fit_.moved[row] += step;
        fit_.shaken[row] += std::abs(step);
      }
      squares_[seen->stage] += (end - value) * (end - value);
      ++counts_[seen->stage];
      later = value;
    }
  }

  FitSettings settings_;
  Fit& fit_;
  std::array<std::vector<Seen>, kMaxSeats> paths_;
  std::array<double, kStages> squares_{}, counts_{};
};

}  // namespace

void learn(const std::vector<AnyState>& starts, std::uint64_t seed, std::uint64_t begin, std::uint64_t end,
           const FitSettings& settings, Fit& fit, const std::function<bool()>& should_stop) {
  starts[0].visit([&](const auto& first) {
    using Rules = typename std::decay_t<decltype(first)>::Rules;
    Student<Rules> student(settings, fit);
    for (std::uint64_t game = begin; game < end && !should_stop(); ++game)
      starts[game % starts.size()].visit([&](const auto& start) {
        if constexpr (std::is_same_v<std::decay_t<decltype(start)>, State<Rules>>)
          student.play(start, Generator::derive(seed, {10, game}).next());
      });
    student.finish();
  });
}

}  // namespace crownfire
