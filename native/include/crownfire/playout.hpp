// Playing games to their end by a policy: uniformly random, informed but quick, or greedy.
#pragma once

#include "crownfire/engine.hpp"
#include "crownfire/greedy.hpp"
#include "crownfire/scoring.hpp"

namespace crownfire {

// Plays one uniformly random legal action.
struct RandomPolicy {
  template <class Rules>
  static void play(State<Rules>& state, Generator& rng) {
    switch (state.phase) {
      case Phase::kPlace: return place(state, rng);
      case Phase::kClaim: {
        const unsigned free = draft::claimable(state);
        const auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(free))));
        return engine::claim(state, select_bit(free, k));
      }
      default: break;
    }
    if constexpr (Rules::template has<Eruption>) play_rest(state, rng);
  }

 private:
  template <class Rules>
  static void place(State<Rules>& state, Generator& rng) {
    const auto places = placement::places(state.own(), state.domino_in_turn());
    const int count = places.count();
    if (count == 0) return engine::discard(state);
    auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(count)));
    for (int d = 0;; ++d) {
      const int here = places.first[d].count();
      if (k < here) return engine::place(state, places.first[d].select(k), static_cast<Direction>(d));
      k -= here;
    }
  }

  template <class Rules>
  static void play_rest(State<Rules>& state, Generator& rng) {
    if (state.phase == Phase::kGive || state.phase == Phase::kRecruit) {
      Actions actions;
      legal_actions(state, actions);
      return apply(state, actions.at[rng.below(static_cast<std::uint32_t>(actions.size))]);
    }
    const auto cells = engine::target_cells(state);
    if (!cells.any()) return engine::end_turn(state);  // only after unchecked illegal actions
    const int cell = cells.select(static_cast<int>(rng.below(static_cast<std::uint32_t>(cells.count()))));
    if (state.phase == Phase::kErupt) return engine::fire(state, cell);
    if constexpr (Rules::template has<Tribe>)
      state.phase == Phase::kPay ? engine::pay(state, cell) : engine::settle(state, cell);
  }
};

// Good moves by bit operations only: place where both halves (else the one with symbols, else any) join their
// own terrain, claim symbols that fit, throw fire where the terrain is largest; otherwise at random.
struct InformedPolicy {
  template <class Rules>
  static void play(State<Rules>& state, Generator& rng) {
    if (state.phase == Phase::kPlace) return place(state, rng);
    if (state.phase == Phase::kClaim) return claim(state, rng);
    if constexpr (Rules::template has<Eruption>)
      if (state.phase == Phase::kErupt) return erupt(state, rng);
    RandomPolicy::play(state, rng);
  }

 private:
  template <class Rules>
  static void place(State<Rules>& state, Generator& rng) {
    using Board = typename Rules::Board;
    const auto& territory = state.own();
    const Domino& domino = state.domino_in_turn();
    const auto places = placement::places(territory, domino);
    if (places.count() == 0) return engine::discard(state);
    const auto join_first = Board::beside(territory.terrain[domino.first.terrain]);
    const auto join_second = Board::beside(territory.terrain[domino.second.terrain]);
    const bool second_matters = domino.second.symbols > domino.first.symbols;
    std::array<placement::Places<Rules>, 3> better{};  // both join, the one that matters, any
    for (int d = 0; d < places.directions; ++d) {
      const auto second = Board::towards(join_second, static_cast<Direction>(d));
      better[0].first[d] = places.first[d] & join_first & second;
      better[1].first[d] = places.first[d] & (second_matters ? second : join_first);
      better[2].first[d] = places.first[d] & (join_first | second);
    }
    for (const auto& choice : better)
      if (const int count = choice.count()) return place_at(state, choice, count, rng);
    place_at(state, places, places.count(), rng);
  }

  template <class Rules>
  static void place_at(State<Rules>& state, const placement::Places<Rules>& places, int count,
                       Generator& rng) {
    auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(count)));
    for (int d = 0;; ++d) {
      const int here = places.first[d].count();
      if (k < here) return engine::place(state, places.first[d].select(k), static_cast<Direction>(d));
      k -= here;
    }
  }

  template <class Rules>
  static void claim(State<Rules>& state, Generator& rng) {
    const auto& territory = state.own();
    const unsigned free = draft::claimable(state);
    unsigned best = 0;
    int most = -1;
    for (unsigned left = free; left; left &= left - 1) {
      const int place = std::countr_zero(left);
      const Domino& domino = Rules::dominoes()[state.next.number[place] - 1];
      int value = 0;
      for (const Half& half : {domino.first, domino.second})
        value += (half.symbols + half.craters) * (2 + territory.terrain[half.terrain].count());
      if (value > most) best = 0;
      if (value >= most) best |= 1u << place;
      most = std::max(most, value);
    }
    const auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(best))));
    engine::claim(state, select_bit(best, k));
  }

  template <class Rules>
  static void erupt(State<Rules>& state, Generator& rng) {
    const auto& territory = state.own();
    const auto cells = engine::target_cells(state);
    auto best = cells;
    int most = 0;
    if (!cells.any()) return engine::end_turn(state);  // only after unchecked illegal actions
    for (int t = 0; t < kVolcano; ++t) {
      const auto here = cells & territory.terrain[t];
      if (here.any() && territory.terrain[t].count() > most) {
        most = territory.terrain[t].count();
        best = here;
      }
    }
    engine::fire(state, best.select(static_cast<int>(rng.below(static_cast<std::uint32_t>(best.count())))));
  }
};

// The choices of the Python greedy bot; it needs no randomness.
struct GreedyPolicy {
  template <class Rules>
  static void play(State<Rules>& state, Generator& rng) {
    const Phase before = state.phase;
    const int action = greedy::choose(state);
    if (is_possible(before, action)) return apply(state, action);
    RandomPolicy::play(state, rng);  // only after unchecked illegal actions
  }

 private:
  // Whether an action is one of the phase at all: greedy finds none if nothing is legal.
  static bool is_possible(Phase phase, int action) {
    return action >= 0 && (phase != Phase::kPay || action != kPass);
  }
};

// Plays on to the end: chance by the seeded dealer, decisions by the policy.
template <class Policy, class Rules>
void play_out(State<Rules>& state, std::uint64_t seed) {
  Generator rng = Generator::derive(seed, {3});
  while (!state.is_over()) {
    if (state.is_chance())
      chance::deal_step(state, seed);
    else
      Policy::play(state, rng);
  }
}

// The seed of one of many playouts.
inline std::uint64_t playout_seed(std::uint64_t seed, std::uint64_t index) {
  return Generator::derive(seed, {4, index}).next();
}

}  // namespace crownfire
