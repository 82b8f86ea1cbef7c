#include "crownfire/any_state.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>

#include "crownfire/configure.hpp"
#include "crownfire/last_round.hpp"
#include "crownfire/position.hpp"
#include "crownfire/threads.hpp"
#include "crownfire/values.hpp"

namespace crownfire {

namespace {

constexpr std::size_t kPlayoutsAtOnce = 16;  // per chunk of a thread

// Calls `use` with the ruleset type of a name and a frame.
template <class Use>
auto with_rules(const GameSetup& game, Use&& use) {
  const bool is_small = game.frame == 5;
  if (game.name == "kingdomino") return is_small ? use(KingdominoRules<5>{}) : use(KingdominoRules<7>{});
  if (game.name == "origins-discovery") return is_small ? use(DiscoveryRules<5>{}) : use(DiscoveryRules<7>{});
  if (game.name == "origins-totem") return is_small ? use(TotemRules<5>{}) : use(TotemRules<7>{});
  if (game.name == "origins-tribe") return is_small ? use(TribeRules<5>{}) : use(TribeRules<7>{});
  throw std::invalid_argument("unknown rules");
}

// The points of the mover after an action; a recruit counts with its best payment and settlement.
template <class Rules>
int preview(const State<Rules>& state, int seat, int action) {
  if constexpr (Rules::template has<Tribe>) {
    if (action >= kFirstRecruit && action < kPass) {
      const int choice = action - kFirstRecruit;
      const int cost = tribe::price(choice >= kCavemanKinds);
      return points(state, seat) + greedy::best_plan(state, choice % kCavemanKinds, cost, 0).gain;
    }
  }
  auto after = state;
  crownfire::apply(after, action);
  return points(after, seat);
}

// Counts the nodes of a decision tree by depth. count() returns true once it was told to stop.
struct Walk {
  std::uint64_t seed;
  std::vector<std::uint64_t> counts;
  const std::function<bool()>& should_stop;
  std::uint64_t nodes = 0;

  template <class Rules>
  bool count(const State<Rules>& state, std::size_t level) {
    if ((++nodes & 0xFFFF) == 0 && should_stop()) return true;
    Actions actions;
    legal_actions(state, actions);
    counts[level] += static_cast<std::uint64_t>(actions.size);
    if (level + 1 == counts.size()) return false;
    for (int i = 0; i < actions.size; ++i) {
      State<Rules> after = state;
      apply(after, actions.at[static_cast<std::size_t>(i)]);
      chance::deal(after, seed);
      if (count(after, level + 1)) return true;
    }
    return false;
  }
};

}  // namespace

AnyState AnyState::new_game(std::string_view rules, int players) {
  const GameSetup game = configure(rules, players);
  return with_rules(game, [&](auto type) {
    return AnyState(std::string(rules), crownfire::new_game<decltype(type)>(game.config));
  });
}

AnyState AnyState::from_position(std::string_view text) {
  const auto fields = position::split(text, ' ');
  const GameSetup game = configure(fields[0], position::parse_number(fields[1]));
  return with_rules(game, [&](auto type) {
    return AnyState(std::string(fields[0]), position::parse<decltype(type)>(game.config, text));
  });
}

std::string AnyState::to_position() const {
  return std::visit([&](const auto& state) { return position::format(state, rules_); }, state_);
}

bool AnyState::operator==(const AnyState& other) const { return to_position() == other.to_position(); }

std::string_view AnyState::phase() const {
  return std::visit([](const auto& s) { return kPhaseNames[static_cast<std::size_t>(s.phase)]; }, state_);
}

int AnyState::players() const {
  return std::visit([](const auto& s) -> int { return s.config.players; }, state_);
}

bool AnyState::is_over() const {
  return std::visit([](const auto& s) { return s.is_over(); }, state_);
}

bool AnyState::is_chance() const {
  return std::visit([](const auto& s) { return s.is_chance(); }, state_);
}

int AnyState::to_play() const {
  return std::visit([](const auto& s) { return s.is_over() || s.is_chance() ? -1 : s.mover(); }, state_);
}

std::vector<int> AnyState::legal_actions() const {
  Actions actions;
  std::visit([&](const auto& s) { crownfire::legal_actions(s, actions); }, state_);
  return {actions.at.begin(), actions.at.begin() + actions.size};
}

bool AnyState::is_legal(int action) const {
  return std::visit([&](const auto& s) { return crownfire::is_legal(s, action); }, state_);
}

void AnyState::apply(int action) {
  std::visit([&](auto& s) { crownfire::apply(s, action); }, state_);
}

void AnyState::deal(std::uint64_t seed) {
  std::visit([&](auto& s) { chance::deal(s, seed); }, state_);
}

bool AnyState::reveal(const std::vector<int>& outcome) {
  return std::visit([&](auto& s) { return chance::reveal(s, outcome); }, state_);
}

std::vector<int> AnyState::scores() const {
  return std::visit(
      [](const auto& s) {
        const Scores found = crownfire::scores(s);
        return std::vector<int>(found.begin(), found.begin() + s.config.players);
      },
      state_);
}

std::vector<std::vector<int>> AnyState::ranking() const {
  return std::visit(
      [](const auto& s) {
        std::vector<std::pair<std::array<int, 3>, int>> order;
        for (int seat = 0; seat < s.config.players; ++seat) order.emplace_back(strength(s, seat), -seat);
        std::sort(order.rbegin(), order.rend());
        std::vector<std::vector<int>> places;
        for (std::size_t i = 0; i < order.size(); ++i) {
          if (i == 0 || order[i].first != order[i - 1].first) places.emplace_back();
          places.back().push_back(-order[i].second);
        }
        return places;
      },
      state_);
}

std::vector<int> AnyState::previews() const {
  return std::visit(
      [](const auto& s) {
        std::vector<int> values;
        if (s.is_over() || s.is_chance()) return values;
        Actions actions;
        crownfire::legal_actions(s, actions);
        const int seat = s.mover();
        for (int i = 0; i < actions.size; ++i) {
          const int action = actions.at[static_cast<std::size_t>(i)];
          values.push_back(preview(s, seat, action));
        }
        return values;
      },
      state_);
}

std::vector<double> AnyState::values() const {
  return std::visit(
      [](const auto& s) {
        std::vector<double> values;
        if (s.is_over() || s.is_chance()) return values;
        const auto found = std::make_unique<ValuedActions>();
        value_actions(s, *found);
        sort_by_action(*found);
        for (int i = 0; i < found->size; ++i) values.push_back(found->at[static_cast<std::size_t>(i)].value);
        return values;
      },
      state_);
}

int AnyState::choose(Policy policy, std::uint64_t seed) const {
  return std::visit(
      [&](const auto& s) {
        Generator rng = Generator::derive(seed, {3});
        return choose_by(policy, s, rng);
      },
      state_);
}

std::optional<int> AnyState::best_ending() const {
  return std::visit([](const auto& s) { return last_round::choose(s); }, state_);
}

void AnyState::play_out(Policy policy, std::uint64_t seed) {
  std::visit([&](auto& s) { play_out_by(policy, s, seed); }, state_);
}

void AnyState::playouts(std::size_t begin, std::size_t end, Policy policy, std::uint64_t seed, int threads,
                        std::int32_t* scores) const {
  std::visit(
      [&](const auto& start) {
        const auto players = static_cast<std::size_t>(start.config.players);
        std::atomic<std::size_t> next = begin;  // a free thread takes the next chunk
        on_threads(static_cast<std::size_t>(threads), [&](std::size_t) {
          for (std::size_t first; (first = next.fetch_add(kPlayoutsAtOnce)) < end;)
            for (std::size_t i = first; i < std::min(end, first + kPlayoutsAtOnce); ++i) {
              auto state = start;
              play_out_by(policy, state, playout_seed(seed, i));
              const Scores found = crownfire::scores(state);
              for (std::size_t seat = 0; seat < players; ++seat) scores[i * players + seat] = found[seat];
            }
        });
      },
      state_);
}

std::vector<std::uint64_t> AnyState::perft(std::uint64_t seed, int depth,
                                           const std::function<bool()>& should_stop) const {
  return std::visit(
      [&](const auto& start) {
        Walk walk{seed, std::vector<std::uint64_t>(static_cast<std::size_t>(depth)), should_stop};
        auto state = start;
        chance::deal(state, seed);
        if (depth > 0) walk.count(state, 0);
        return walk.counts;
      },
      state_);
}

}  // namespace crownfire
