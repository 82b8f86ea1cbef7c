// Playing games to the end with a policy: uniformly random, fast but informed, or greedy.
#pragma once

#include "crownfire/engine.hpp"
#include "crownfire/greedy.hpp"
#include "crownfire/scoring.hpp"

namespace crownfire {

// Chooses uniformly among the legal actions.
struct RandomPolicy {
  // Plays an action without listing the legal actions.
  template <class Rules>
  static void play(State<Rules>& state, Generator& rng) {
    if (state.phase == Phase::kPlace) {
      const auto places = placement::places(state.own(), state.domino_in_turn());
      const int count = places.count();
      return count ? place_one_of(state, places, count, rng) : engine::discard(state);
    }
    if (state.phase == Phase::kClaim) return engine::claim(state, one_of(draft::claimable(state), rng));
    if constexpr (Rules::template has<Eruption>) play_rest(state, rng);
  }

  template <class Rules>
  static int choose(const State<Rules>& state, Generator& rng) {
    Actions actions;
    legal_actions(state, actions);
    return actions.size ? actions.at[rng.below(static_cast<std::uint32_t>(actions.size))] : -1;
  }

  // A random set bit; there must be one.
  static int one_of(unsigned bits, Generator& rng) {
    return select_bit(bits, static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(bits)))));
  }
  template <int Words>
  static int one_of(const Bits<Words>& cells, Generator& rng) {
    return cells.select(static_cast<int>(rng.below(static_cast<std::uint32_t>(cells.count()))));
  }
  // The cell and direction of a random placement out of `count`.
  template <class Rules>
  static std::pair<int, Direction> one_of(const placement::Places<Rules>& places, int count, Generator& rng) {
    auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(count)));
    for (int d = 0;; ++d) {
      const int here = places.first[d].count();
      if (k < here) return {places.first[d].select(k), static_cast<Direction>(d)};
      k -= here;
    }
  }

 private:
  template <class Rules>
  static void place_one_of(State<Rules>& state, const placement::Places<Rules>& places, int count,
                           Generator& rng) {
    const auto [cell, direction] = one_of(places, count, rng);
    engine::place(state, cell, direction);
  }

  template <class Rules>
  static void play_rest(State<Rules>& state, Generator& rng) {
    if (state.phase == Phase::kGive || state.phase == Phase::kRecruit)
      return apply(state, choose(state, rng));
    const auto cells = engine::target_cells(state);
    if (!cells.any()) return engine::end_turn(state);  // only after unchecked illegal actions
    const int cell = one_of(cells, rng);
    if (state.phase == Phase::kErupt) return engine::fire(state, cell);
    if constexpr (Rules::template has<Tribe>)
      state.phase == Phase::kPay ? engine::pay(state, cell) : engine::settle(state, cell);
  }
};

// Plays sensible moves with bit operations only. It places a domino where both halves touch their own
// terrain, else the half with more symbols, else any half. It claims symbols, more so of its larger terrains,
// and aims fire at its largest terrain. It decides everything else at random.
struct InformedPolicy {
  template <class Rules>
  static void play(State<Rules>& state, Generator& rng) {
    if (state.phase == Phase::kPlace || state.phase == Phase::kClaim || state.phase == Phase::kErupt)
      return apply(state, choose(state, rng));
    RandomPolicy::play(state, rng);
  }

  template <class Rules>
  static int choose(const State<Rules>& state, Generator& rng) {
    if (state.phase == Phase::kPlace) return choose_place(state, rng);
    if (state.phase == Phase::kClaim) return choose_claim(state, rng);
    if constexpr (Rules::template has<Eruption>)
      if (state.phase == Phase::kErupt) return choose_fire(state, rng);
    return RandomPolicy::choose(state, rng);
  }

 private:
  template <class Rules>
  static int choose_place(const State<Rules>& state, Generator& rng) {
    using Board = typename Rules::Board;
    const auto& territory = state.own();
    const Domino& domino = state.domino_in_turn();
    const auto places = placement::places(territory, domino);
    if (places.count() == 0) return kDiscard;
    const auto beside_first = Board::beside(territory.terrain[domino.first.terrain]);
    const auto beside_second = Board::beside(territory.terrain[domino.second.terrain]);
    const bool second_is_better = domino.second.symbols > domino.first.symbols;
    std::array<placement::Places<Rules>, 4> choices{};  // both halves touch, the better one, any, none
    for (int d = 0; d < places.directions; ++d) {
      const auto second = Board::towards(beside_second, static_cast<Direction>(d));
      choices[0].first[d] = places.first[d] & beside_first & second;
      choices[1].first[d] = places.first[d] & (second_is_better ? second : beside_first);
      choices[2].first[d] = places.first[d] & (beside_first | second);
    }
    choices[3] = places;
    for (const auto& choice : choices)
      if (const int count = choice.count()) {
        const auto [cell, direction] = RandomPolicy::one_of(choice, count, rng);
        return 4 * Board::to_canvas(cell) + direction;
      }
    return kDiscard;
  }

  template <class Rules>
  static int choose_claim(const State<Rules>& state, Generator& rng) {
    const auto& territory = state.own();
    unsigned best = 0;
    int most = -1;
    for (unsigned left = draft::claimable(state); left; left &= left - 1) {
      const int place = std::countr_zero(left);
      const Domino& domino = Rules::dominoes()[state.next.number[place] - 1];
      int value = 0;
      for (const Half& half : {domino.first, domino.second})
        value += (half.symbols + half.craters) * (2 + territory.terrain[half.terrain].count());
      if (value > most) best = 0;
      if (value >= most) best |= 1u << place;
      most = std::max(most, value);
    }
    return kFirstClaim + state.next.number[RandomPolicy::one_of(best, rng)] - 1;
  }

  template <class Rules>
  static int choose_fire(const State<Rules>& state, Generator& rng) {
    const auto& territory = state.own();
    const auto cells = engine::target_cells(state);
    auto best = cells;
    int most = 0;
    for (int t = 0; t < kVolcano; ++t) {
      const auto here = cells & territory.terrain[t];
      if (here.any() && territory.terrain[t].count() > most) {
        most = territory.terrain[t].count();
        best = here;
      }
    }
    return kFirstFire + Rules::Board::to_canvas(RandomPolicy::one_of(best, rng));
  }
};

// Applies an action, or a random one for −1, which policies return only after unchecked illegal actions.
template <class Rules>
void apply_or_random(State<Rules>& state, int action, Generator& rng) {
  action >= 0 ? apply(state, action) : RandomPolicy::play(state, rng);
}

// Plays by greedy::choose; needs no randomness.
struct GreedyPolicy {
  template <class Rules>
  static void play(State<Rules>& state, Generator& rng) {
    apply_or_random(state, greedy::choose(state), rng);
  }

  template <class Rules>
  static int choose(const State<Rules>& state, Generator&) {
    return greedy::choose(state);
  }
};

// Plays to the end. The seeded dealer resolves chance steps; the policy decides.
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

// The seed of playout number `index`.
inline std::uint64_t playout_seed(std::uint64_t seed, std::uint64_t index) {
  return Generator::derive(seed, {4, index}).next();
}

// Instantiated once per ruleset in policies.cpp.
#define CROWNFIRE_EXTERN(Rules) extern template void RandomPolicy::play(State<Rules>&, Generator&);
CROWNFIRE_FOR_EACH_RULESET(CROWNFIRE_EXTERN)
#undef CROWNFIRE_EXTERN

}  // namespace crownfire
