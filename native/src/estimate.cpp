#include "crownfire/estimate.hpp"

#include "crownfire/estimator.hpp"

namespace crownfire {

void select_best(Glance* begin, Glance* end, int count) { std::nth_element(begin, begin + count, end); }

namespace {

constexpr int kWays = 8;  // places of a domino that are looked at again with what can be claimed

// A decision of the mover by its estimate.
template <class Rules>
class Decision {
 public:
  using Board = typename Rules::Board;
  using Ground = typename Estimator<Rules>::Ground;

  Decision(const Estimate& estimate, const State<Rules>& state)
      : state_(state),
        seat_(state.mover()),
        left_(dominoes_left(state, seat_)),
        estimator_(state, seat_, estimate.weights.data()) {}

  int choose(Depth depth) const {
    if (state_.phase == Phase::kPlace) return depth <= Depth::kPlain ? lay() : choose_place(depth);
    if (state_.phase == Phase::kClaim) return choose_claim(depth);
    if constexpr (Rules::template has<Eruption>)
      if (state_.phase == Phase::kErupt) {
        const auto fire = estimator_.best_fire(Ground(state_.own()), state_.erupting.cell, left_);
        return fire.cell < 0 ? -1 : kFirstFire + Board::to_canvas(fire.cell);
      }
    if constexpr (Rules::template has<Tribe>) {
      if (state_.phase == Phase::kRecruit) return best_of([&](auto&& use) { each_recruit(use); });
      if (state_.phase == Phase::kSettle) return best_of([&](auto&& use) { each_settlement(use); });
    }
    return greedy::choose(state_);
  }

  void value(ValuedActions& found) const {
    const auto add = [&](int action, float value) { found.add(action, value); };
    if (state_.phase == Phase::kPlace) return value_places(found);
    if (state_.phase == Phase::kClaim) return each_claim(add);
    if constexpr (Rules::template has<Eruption>)
      if (state_.phase == Phase::kErupt) return each_fire(add);
    if constexpr (Rules::template has<Tribe>) {
      if (state_.phase == Phase::kRecruit) return each_recruit(add);
      if (state_.phase == Phase::kSettle) return each_settlement(add);
    }
    value_actions(state_, found);
  }

 private:
  // A place of the domino in turn, with the claimed dominoes laid after it.
  struct Way {
    int action;
    typename Estimator<Rules>::Settled after;
  };

  int lay() const {
    const auto laid = estimator_.lay(Ground(state_.own()), state_.domino_in_turn(), left_ - 1);
    return laid.cell < 0 ? kDiscard : 4 * Board::to_canvas(laid.cell) + laid.direction;
  }

  // What is claimed beyond the domino in turn.
  Claimed rest() const {
    Claimed found = claimed(state_, seat_);
    std::copy(found.number.begin() + 1, found.number.begin() + found.size, found.number.begin());
    --found.size;
    return found;
  }

  // Calls `use` with the places that look best, or with all.
  template <class Use>
  void each_place(int most, Use&& use) const {
    const Claimed known = rest();
    estimator_.each_way(Ground(state_.own()), state_.domino_in_turn(), left_ - 1, most,
                        [&](int cell, Direction direction, float value, const Ground& after) {
                          const int action = 4 * Board::to_canvas(cell) + direction;
                          if (known.size)
                            use(Way{action, estimator_.settled(after, known, left_ - 1)});
                          else
                            use(Way{action, {after, left_ - 1, value}});
                        });
  }

  // The best places, without what can be claimed, best first.
  struct BestWays {
    int size = 0;
    std::array<Way, kWays> at;

    void add(const Way& way) {
      if (size == kWays && way.after.value <= at[size - 1].after.value) return;
      int i = size < kWays ? size++ : size - 1;
      for (; i > 0 && at[i - 1].after.value < way.after.value; --i) at[i] = at[i - 1];
      at[i] = way;
    }
  };

  // The value of a place with the best domino that can be claimed after it.
  float with_best_claim(const Way& way) const {
    float best = -1e9f;
    for (unsigned free = draft::claimable(state_); free; free &= free - 1)
      best = std::max(best, estimator_.with(way.after, std::countr_zero(free)));
    return best;
  }

  int choose_place(Depth depth) const {
    BestWays best;
    each_place(kTried, [&](const Way& way) { best.add(way); });
    if (best.size == 0) return kDiscard;
    if (depth == Depth::kSettled || best.size == 1 || state_.next.size == 0) return best.at[0].action;
    int chosen = 0;
    float most = -1e9f;
    for (int i = 0; i < best.size; ++i)
      if (const float value = with_best_claim(best.at[i]); value > most) {
        most = value;
        chosen = i;
      }
    return best.at[chosen].action;
  }

  void value_places(ValuedActions& found) const {
    BestWays best;
    each_place(Estimator<Rules>::kAllPlaces, [&](const Way& way) {
      found.add(way.action, way.after.value);
      best.add(way);
    });
    if (best.size == 0)
      return found.add(kDiscard, estimator_.settled(Ground(state_.own()), rest(), left_ - 1).value);
    if (state_.next.size == 0) return;
    // The best are looked at again; the others count as if a claim gave them what it gives the last of these.
    std::array<float, kWays> refined{};
    for (int i = 0; i < best.size; ++i) refined[i] = with_best_claim(best.at[i]);
    const float gain = refined[best.size - 1] - best.at[best.size - 1].after.value;
    for (int i = 0; i < found.size; ++i) {
      found.at[i].value += gain;
      for (int k = 0; k < best.size; ++k)
        if (best.at[k].action == found.at[i].action) found.at[i].value = refined[k];
    }
  }

  template <class Use>
  void each_claim(Use&& use) const {
    const auto before = estimator_.settled(Ground(state_.territory[seat_]), claimed(state_, seat_), left_);
    for (unsigned free = draft::claimable(state_); free; free &= free - 1) {
      const int place = std::countr_zero(free);
      use(kFirstClaim + state_.next.number[place] - 1, estimator_.with(before, place));
    }
  }

  int choose_claim(Depth depth) const {
    const unsigned free = draft::claimable(state_);
    if (std::has_single_bit(free)) return kFirstClaim + state_.next.number[std::countr_zero(free)] - 1;
    if (depth > Depth::kGlance) return best_of([&](auto&& use) { each_claim(use); });
    const Ground ground(state_.territory[seat_]);
    const int left = left_ - claimed(state_, seat_).size - 1;
    return best_of([&](auto&& use) {
      for (unsigned rest = free; rest; rest &= rest - 1) {
        const int place = std::countr_zero(rest), number = state_.next.number[place];
        use(kFirstClaim + number - 1,
            estimator_.glance(ground, Rules::dominoes()[number - 1], left_) + estimator_.order(place, left));
      }
    });
  }

  template <class Use>
  void each_fire(Use&& use) const {
    const Claimed known = claimed(state_, seat_);
    const int symbols = state_.own().symbols_at(state_.erupting.cell);
    const Ground ground(state_.own());
    for (auto cells = eruption::targets(state_.own(), state_.erupting.cell); cells.any();) {
      const int cell = cells.pop();
      Ground after = ground;
      after.burn(cell, symbols);
      use(kFirstFire + Board::to_canvas(cell), estimator_.settled(after, known, left_).value);
    }
  }

  template <class Use>
  void each_recruit(Use&& use) const {
    const unsigned possible = tribe::recruits(state_);
    use(kPass, estimator_.value(state_.own(), left_));
    for (int i = 0; i < 2 * kCavemanKinds; ++i) {
      if (!(possible >> i & 1)) continue;
      const auto plan = greedy::best_plan(state_, i % kCavemanKinds, tribe::price(i >= kCavemanKinds), 0);
      auto after = state_.own();
      if (plan.cell >= 0) {
        after.resource &= ~plan.payments;
        after.settlers.add(plan.cell, i % kCavemanKinds);
      }
      use(kFirstRecruit + i, plan.cell < 0 ? -1e9f : estimator_.value(after, left_));
    }
  }

  template <class Use>
  void each_settlement(Use&& use) const {
    for (auto cells = tribe::settleable(state_.own()); cells.any();) {
      const int cell = cells.pop();
      auto after = state_.own();
      after.settlers.add(cell, state_.cave.recruit);
      use(kFirstSettle + Board::to_canvas(cell), estimator_.value(after, left_));
    }
  }

  template <class Each>
  static int best_of(Each&& each) {
    int chosen = -1;
    float most = -1e30f;
    each([&](int action, float value) {
      if (value > most) {
        most = value;
        chosen = action;
      }
    });
    return chosen;
  }

  const State<Rules>& state_;
  int seat_;
  int left_;
  Estimator<Rules> estimator_;
};

}  // namespace

std::size_t count_weights() { return kStages * Rows::kEnd; }

template <class Rules>
int choose_by(const Estimate& estimate, Depth depth, const State<Rules>& state) {
  return Decision<Rules>(estimate, state).choose(depth);
}

template <class Rules>
float expect(const Estimate& estimate, const State<Rules>& state, int seat) {
  if (state.is_over()) return static_cast<float>(points(state, seat));
  const Estimator<Rules> estimator(state, seat, estimate.weights.data());
  const auto found = estimator.settled(typename Estimator<Rules>::Ground(state.territory[seat]),
                                       claimed(state, seat), dominoes_left(state, seat));
  float order = 0;  // of all that it will claim with the dominoes it has
  for (int i = first_to_claim(state); i < state.current.size; ++i)
    if (state.current.seat[i] == seat) order += estimator.order(i, found.left);
  for (int i = 0; i < state.next.size; ++i)
    if (state.next.seat[i] == seat) order += estimator.order(i, found.left);
  return found.value + order;
}

template <class Rules>
float spread(const Estimate& estimate, const State<Rules>& state, int seat) {
  return estimate.spread[Estimator<Rules>::stage(dominoes_left(state, seat))];
}

template <class Rules>
void value_actions_by(const Estimate& estimate, const State<Rules>& state, ValuedActions& found) {
  found.size = 0;
  Decision<Rules>(estimate, state).value(found);
}

#define CROWNFIRE_COMPILE(Rules)                                       \
  template int choose_by(const Estimate&, Depth, const State<Rules>&); \
  template float expect(const Estimate&, const State<Rules>&, int);    \
  template float spread(const Estimate&, const State<Rules>&, int);    \
  template void value_actions_by(const Estimate&, const State<Rules>&, ValuedActions&);

CROWNFIRE_FOR_EACH_RULESET(CROWNFIRE_COMPILE)
#undef CROWNFIRE_COMPILE

}  // namespace crownfire
