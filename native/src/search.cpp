#include "crownfire/search.hpp"

#include <numeric>
#include <span>
#include <unordered_map>

#include "crownfire/threads.hpp"
#include "crownfire/values.hpp"

namespace crownfire {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostEdges = 1'000'000;  // of one tree, 64 bytes each
constexpr std::size_t kMostKnown = 60'000;     // decisions whose choices are remembered, about 1 kB each
constexpr std::uint32_t kFamiliar = 4;       // visits of a position before what comes beyond it is looked at
constexpr std::uint64_t kSignalsEvery = 16;  // simulations between questions whether to stop

// The results of a simulation, by seat.
struct Result {
  std::array<float, kMaxSeats> reward{}, win{}, score{}, margin{};
};

// How good a result is, from 0 to 1 if it counts winning.
double reward_of(const SearchSettings& settings, double win, double score, double margin) {
  switch (settings.reward) {
    case Reward::kWin: return win;
    case Reward::kScore: return score;
    case Reward::kRelative: return margin;
    default:
      return settings.win_weight * win +
             (1 - settings.win_weight) * (0.5 + 0.5 * std::tanh(margin / settings.margin_scale));
  }
}

// What a point more brings, where it matters most.
double reward_of_a_point(const SearchSettings& settings) {
  switch (settings.reward) {
    case Reward::kWin: return 0;
    case Reward::kMixed: return (1 - settings.win_weight) * 0.5 / settings.margin_scale;
    default: return 1;
  }
}

// The chances to win where the game is not over: as if what is to come were logistic.
template <class Rules>
void guess_wins(const State<Rules>& state, const Estimate& estimate, Result& result) {
  constexpr double kLogistic = 1.7 / 1.41;  // two seats vary, in units of the standard deviation of one
  double sum = 0;
  for (int seat = 0; seat < state.config.players; ++seat) {
    const double width = spread(estimate, state, seat) + 0.5;
    result.win[seat] = static_cast<float>(1 / (1 + std::exp(-kLogistic * result.margin[seat] / width)));
    sum += result.win[seat];
  }
  for (int seat = 0; seat < state.config.players; ++seat) result.win[seat] /= static_cast<float>(sum);
}

// Who won; largest regions and symbols are counted only among those with the most points (C10).
template <class Rules>
void share_victory(const State<Rules>& state, Result& result) {
  std::array<int, 3> strongest{};
  std::array<int, kMaxSeats> winners{};
  int count = 0;
  for (int seat = 0; seat < state.config.players; ++seat) {
    if (result.margin[seat] < 0) continue;
    const auto own = result.margin[seat] > 0 ? std::array<int, 3>{} : strength(state, seat);
    if (own > strongest) count = 0;
    if (own >= strongest) winners[count++] = seat;
    strongest = std::max(strongest, own);
  }
  for (int i = 0; i < count; ++i) result.win[winners[i]] = 1.0f / static_cast<float>(count);
}

void reward(const SearchSettings& settings, int players, Result& result) {
  for (int seat = 0; seat < players; ++seat)
    result.reward[seat] =
        static_cast<float>(reward_of(settings, result.win[seat], result.score[seat], result.margin[seat]));
}

// By a judge of two.
Result to_result(const Verdict& verdict, const SearchSettings& settings) {
  Result result;
  for (int seat = 0; seat < 2; ++seat) {
    const float margin = seat ? -verdict.margin : verdict.margin;
    result.margin[seat] = margin;
    result.score[seat] = verdict.middle + margin / 2;
    result.win[seat] = 1 / (1 + std::exp(-1.7f * margin / verdict.spread));  // as if it were logistic
  }
  reward(settings, 2, result);
  return result;
}

// By the estimate, or as it is at the end.
template <class Rules>
Result count_up(const State<Rules>& state, const SearchSettings& settings) {
  Result result;
  const int players = state.config.players;
  for (int seat = 0; seat < players; ++seat)
    result.score[seat] =
        state.is_over() ? static_cast<float>(points(state, seat)) : expect(*settings.estimate, state, seat);
  for (int seat = 0; seat < players; ++seat) {
    float best_other = -1e9f;
    for (int other = 0; other < players; ++other)
      if (other != seat) best_other = std::max(best_other, result.score[other]);
    result.margin[seat] = result.score[seat] - best_other;
  }
  if (state.is_over())
    share_victory(state, result);
  else
    guess_wins(state, *settings.estimate, result);
  reward(settings, players, result);
  return result;
}

// Sorts moves with their merits; equal ones stay in their order.
void sort_best_first(std::vector<std::pair<double, int>>& moves) {
  std::stable_sort(moves.begin(), moves.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
}

struct Edge {
  std::uint16_t action = 0;
  std::uint32_t visits = 0;
  std::int32_t child = -1;                            // a node; where a line is due, the first of `beyond_`
  float prior = 0;                                    // how likely it looks, all of a node together 1
  float value = 0;                                    // in points at first sight
  double reward = 0, win = 0, score = 0, margin = 0;  // sums

  void add(const Result& result, int seat) {
    ++visits;
    reward += result.reward[seat];
    win += result.win[seat];
    score += result.score[seat];
    margin += result.margin[seat];
  }
};

struct Node {
  std::uint32_t first = 0;  // of its edges
  std::uint16_t count = 0;
  std::int8_t seat = 0;
  std::uint16_t greedy = 0;  // the edge that full greedy takes, of another seat than the searching one
  std::uint16_t tried = 0;   // the edge from which on none was ever chosen
};

// One tree, used by one thread.
template <class Rules>
class Tree {
 public:
  Tree(const State<Rules>& state, const SearchSettings& settings, std::uint64_t seed)
      : settings_(settings), root_(state), seat_(state.mover()) {
    if constexpr (kCanBeJudged<Rules>)
      if (settings.estimate && settings.judge && knows(*settings.judge, state)) {
        court_.emplace(*settings_.judge, *settings_.estimate);
        if (!settings.horizon) draw_prospects(seed);
      }
    root_node_ = expand(state);
  }

  // The edges of the root, best at first sight first.
  Edge* edges() { return &edges_[nodes_[root_node_].first]; }
  const Edge* edges() const { return &edges_[nodes_[root_node_].first]; }
  int size() const { return nodes_[root_node_].count; }

  void advance(int action) {
    std::int32_t child = -1;
    for (int i = 0; i < size(); ++i)
      if (edges()[i].action == action) child = edges()[i].child;
    apply(root_, action);
    const bool is_decision = !root_.is_over() && !root_.is_chance();
    const bool is_kept = child >= 0 && is_decision && root_.mover() == seat_;
    if (is_decision) seat_ = root_.mover();  // the others' nodes are of no use to another seat
    root_node_ = is_kept ? static_cast<std::size_t>(child) : expand(root_);
  }

  // One game from the root, by a move of the root, in the future of a seed.
  void simulate(int move, std::uint64_t seed) {
    State<Rules> state = root_;
    std::size_t node = root_node_;
    int edge = static_cast<int>(nodes_[node].first) + move;
    path_.clear();
    const unsigned greedy = greedy_seats(seed);
    Trip trip;
    for (;;) {
      path_.push_back({edge, nodes_[node].seat});
      apply(state, edges_[edge].action);
      if (is_certain(state)) chance::deal_step(state, seed);
      if (!settings_.tree || state.is_over()) break;
      if (state.is_chance()) {
        const std::int32_t beyond = trip.begin ? -1 : go_beyond(state, edge, trip);
        if (beyond < 0) break;
        node = static_cast<std::size_t>(beyond);
      } else {
        if (edges_[edge].child < 0) {
          if (edges_[edge].visits > 0 && edges_.size() < kMostEdges)
            edges_[edge].child = static_cast<std::int32_t>(expand(state));
          else
            break;
        }
        node = static_cast<std::size_t>(edges_[edge].child);
      }
      edge = choose(nodes_[node], greedy);
    }
    play_on(state, seed, trip.begin > 0);
    note(found_out(state), trip);
  }

 private:
  // Whether what is dealt next can be told: all dominoes that are left.
  static bool is_certain(const State<Rules>& state) {
    return state.phase == Phase::kLine && std::popcount(state.unseen) == state.config.line;
  }

  // A line that may come next, and what it has brought to the first seat in all simulations with it.
  struct Prospect {
    std::uint64_t dominoes;
    double gain = 0;
    int trips = 0;
  };

  // A simulation's way beyond the round, with one of these lines.
  struct Trip {
    std::size_t begin = 0;  // how many steps lie before it; 0: there is none
    std::size_t line = 0;
    Verdict verdict{};  // before it
  };

  // Cuts the lines from shuffles, so that all unseen dominoes come about equally often.
  void draw_prospects(std::uint64_t seed) {
    if (std::popcount(root_.unseen) <= root_.config.line) return;  // it is certain
    Generator words = Generator::derive(seed, {6});
    std::uint64_t pool = 0;
    for (int i = 0; i < settings_.beyond; ++i) {
      if (std::popcount(pool) < root_.config.line) pool = root_.unseen;
      prospects_.push_back({draft::draw_dominoes(words, pool, root_.config.line)});
      pool &= ~prospects_.back().dominoes;
    }
  }

  // Where a line is due and was so before: begins a trip with the line whose turn it is, and returns the node
  // it leads to; −1 if there is none.
  std::int32_t go_beyond(State<Rules>& state, int edge, Trip& trip) {
    if constexpr (kCanBeJudged<Rules>) {
      const std::uint32_t visits = edges_[edge].visits;
      if (prospects_.empty() || visits < kFamiliar) return -1;
      if (edges_[edge].child < 0) {
        edges_[edge].child = static_cast<std::int32_t>(beyond_.size());
        beyond_.resize(beyond_.size() + prospects_.size(), -1);
      }
      const std::size_t line = (visits - kFamiliar) % prospects_.size();
      const std::size_t at = static_cast<std::size_t>(edges_[edge].child) + line;
      if (beyond_[at] < 0 && edges_.size() >= kMostEdges) return -1;
      trip = {path_.size(), line, court_->verdict(state)};
      chance::reveal_line(state, prospects_[line].dominoes);
      if (beyond_[at] < 0) beyond_[at] = static_cast<std::int32_t>(expand(state));
      return beyond_[at];
    }
    return -1;
  }

  // Adds what came of a simulation to all that it chose. Before a trip the luck of its line does not count:
  // what it brings on average, wherever it comes.
  void note(const Result& result, const Trip& trip) {
    for (std::size_t i = trip.begin; i < path_.size(); ++i)
      edges_[path_[i].first].add(result, path_[i].second);
    if (!trip.begin) return;
    Prospect& prospect = prospects_[trip.line];
    const double gain = result.margin[0] - trip.verdict.margin;
    prospect.gain += gain;
    ++prospect.trips;
    Verdict verdict = trip.verdict;
    verdict.margin += static_cast<float>(gain - prospect.gain / prospect.trips);
    const Result without_luck = to_result(verdict, settings_);
    for (std::size_t i = 0; i < trip.begin; ++i) edges_[path_[i].first].add(without_luck, path_[i].second);
  }

  // A new node; without edges where nobody is to decide.
  std::size_t expand(const State<Rules>& state) {
    const std::span<const Choice> choices = choices_of(state);
    Node node;
    node.first = static_cast<std::uint32_t>(edges_.size());
    node.count = static_cast<std::uint16_t>(choices.size());
    node.seat = static_cast<std::int8_t>(choices.empty() ? 0 : state.mover());
    if (!choices.empty() && may_be_greedy() && node.seat != seat_) {
      Generator unused(0);
      const int action = choose_by(Policy::kFullGreedy, state, unused);
      for (std::size_t i = 0; i < choices.size(); ++i)
        if (choices[i].action == action) node.greedy = static_cast<std::uint16_t>(i);
    }
    for (const Choice& choice : choices) {
      Edge edge;
      edge.action = choice.action;
      edge.value = choice.value;
      edge.prior = choice.prior;
      edges_.push_back(edge);
    }
    nodes_.push_back(node);
    return nodes_.size() - 1;
  }

  // A legal action at first sight.
  struct Choice {
    std::uint16_t action;
    float value;  // in points
    float prior;  // how likely it looks
  };

  // What can be chosen, best first, until the next question; none where nobody is to decide. Where a
  // fingerprint tells decisions apart they are remembered: the same ones come up again after other moves of
  // others.
  std::span<const Choice> choices_of(const State<Rules>& state) {
    if (state.is_over() || state.is_chance()) return {};
    if constexpr (kCanBeJudged<Rules>)
      if (settings_.estimate) {
        if (known_.size() > kMostKnown) known_.clear();
        auto& known = known_[fingerprint_of_decision(state)];
        if (known.empty()) value_choices(state, known);
        return known;
      }
    value_choices(state, choices_);
    return choices_;
  }

  void value_choices(const State<Rules>& state, std::vector<Choice>& choices) {
    ValuedActions& found = *found_;
    if (settings_.estimate)
      value_actions_by(*settings_.estimate, state, found);
    else
      value_actions(state, found);
    sort_by_value(found);
    const auto weight = [&](int i) {
      return std::exp((found.at[i].value - found.at[0].value) / settings_.temperature);
    };
    double sum = 0;
    for (int i = 0; i < found.size; ++i) sum += weight(i);
    choices.clear();
    choices.reserve(static_cast<std::size_t>(found.size));
    for (int i = 0; i < found.size; ++i)
      choices.push_back({found.at[i].action, found.at[i].value, static_cast<float>(weight(i) / sum)});
  }

  // What has come of a simulation, or will.
  Result found_out(const State<Rules>& state) {
    if constexpr (kCanBeJudged<Rules>)
      if (court_ && !state.is_over()) return to_result(court_->verdict(state), settings_);
    return count_up(state, settings_);
  }

  bool has_judge() const {
    if constexpr (kCanBeJudged<Rules>) return court_.has_value();
    return false;
  }

  // To the end of the game, or until it is judged.
  void play_on(State<Rules>& state, std::uint64_t seed, bool is_beyond) {
    if (!settings_.estimate) return play_out_by(settings_.playout, state, seed);
    Generator rng = Generator::derive(seed, {3});
    Generator coin = Generator::derive(seed, {12});
    const bool is_judged = coin.below(1 << 16) >= through() * (1 << 16);
    const int last_line = root_.lines_drawn() + rounds() - 1 + is_beyond;
    while (!state.is_over()) {
      if (state.is_chance()) {
        if (is_judged && state.phase == Phase::kLine && state.lines_drawn() >= last_line) return;
        chance::deal_step(state, seed);
      } else if (has_judge()) {
        apply(state, choices_of(state)[0].action);
      } else if (state.mover() == seat_) {
        apply_or_random(state, choose_by(*settings_.estimate, settings_.depth, state), rng);
      } else {
        play_by(settings_.playout, state, rng);
      }
    }
  }

  // The estimate and a game played to its end err in different ways, so that a mean of both errs less. But
  // with fires still to fall, how a game ends says more about luck than about the move that is judged.
  double through() const {
    const bool is_mean = !has_judge() && !Rules::template has<Eruption>;
    return settings_.through.value_or(is_mean ? 0.25 : 0);
  }

  // How many rounds are simulated before the estimate judges, this one included; a judge needs only this one.
  int rounds() const {
    const int kings = root_.config.kings;
    return (settings_.horizon.value_or(has_judge() ? kings : 4) + kings - 1) / kings;
  }

  // The seats that are full greedy in the future of a seed, one bit each. A single opponent never is: that
  // loses to strong ones.
  unsigned greedy_seats(std::uint64_t seed) const {
    if (!may_be_greedy()) return 0;
    Generator coin = Generator::derive(seed, {11});
    unsigned found = 0;
    for (int seat = 0; seat < root_.config.players; ++seat)
      found |= static_cast<unsigned>(seat != seat_ && coin.below(1 << 16) < settings_.greed * (1 << 16))
               << seat;
    return found;
  }

  bool may_be_greedy() const { return settings_.greed > 0 && root_.config.players > 2; }

  int choose(Node& node, unsigned greedy) const {
    const int edge = greedy >> node.seat & 1 ? node.greedy : select(node);
    node.tried = static_cast<std::uint16_t>(std::max<int>(node.tried, edge + 1));
    return static_cast<int>(node.first) + edge;
  }

  // PUCT; an edge that was not tried yet counts with the mean of its node. Of these only the first matters.
  int select(const Node& node) const {
    const int count = std::min<int>(node.tried + 1, node.count);
    const Edge* edges = &edges_[node.first];
    double total = 0;
    std::uint32_t visits = 0;
    for (int i = 0; i < count; ++i) {
      total += edges[i].reward;
      visits += edges[i].visits;
    }
    const double mean = visits ? total / visits : 0;
    const double urge = settings_.exploration * std::sqrt(static_cast<double>(visits) + 1);
    int best = 0;
    double most = -1e30;
    for (int i = 0; i < count; ++i) {
      const double n = edges[i].visits;
      const double value = (n > 0 ? edges[i].reward / n : mean) + urge * edges[i].prior / (1 + n);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return best;
  }

  SearchSettings settings_;
  State<Rules> root_;
  int seat_;  // that searches
  std::size_t root_node_ = 0;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::pair<int, int>> path_;  // edge, seat
  std::vector<Prospect> prospects_;   // with which simulations go on beyond the round, the same everywhere
  std::vector<std::int32_t> beyond_;  // the nodes after them, for each edge that leads there; −1: none yet
  std::unique_ptr<ValuedActions> found_ = std::make_unique<ValuedActions>();
  std::vector<Choice> choices_;                                   // of the last question
  std::unordered_map<std::uint64_t, std::vector<Choice>> known_;  // of earlier ones
  [[no_unique_address]] std::conditional_t<kCanBeJudged<Rules>, std::optional<Court<Rules>>, Nothing>
      court_{};
};

template <class Rules>
class SearchOf final : public Search {
 public:
  SearchOf(const State<Rules>& state, const SearchSettings& settings, std::uint64_t seed)
      : settings_(settings), seed_(seed) {
    for (int i = 0; i < settings.threads; ++i) trees_.emplace_back(state, settings, seed);
    forget_order();
  }

  std::uint64_t run(const SearchLimit& limit) override {
    std::vector<int> alive = candidates(limit);
    if (alive.empty()) return 0;
    forget_order();
    const auto start = limit.deadline ? Clock::now() : Clock::time_point{};
    int rounds = 1;
    if (settings_.halving)
      while (1u << rounds < alive.size()) ++rounds;
    std::uint64_t used = 0;
    is_stopped_ = false;
    for (int round = 1; round <= rounds && !is_stopped_; ++round) {
      SearchLimit until = limit;
      if (limit.nodes)
        until.nodes = *limit.nodes * static_cast<unsigned>(round) / static_cast<unsigned>(rounds) - used;
      if (limit.deadline) until.deadline = start + (*limit.deadline - start) * round / rounds;
      used += simulate_all(alive, until);
      if (!settings_.halving) break;
      sort_by_merit(alive);
      std::copy(alive.begin(), alive.end(), order_.begin());
      alive.resize((alive.size() + 1) / 2);
    }
    if (!settings_.halving) sort_by_merit(order_);
    return used;
  }

  std::vector<SearchedMove> moves() const override {
    std::vector<SearchedMove> found;
    for (const int move : order_) {
      const Edge sum = merged(move);
      const double n = std::max<double>(sum.visits, 1);
      found.push_back(
          {sum.action, sum.visits, sum.reward / n, sum.win / n, sum.score / n, sum.margin / n, sum.value});
    }
    return found;
  }

  void advance(int action) override {
    for (auto& tree : trees_) tree.advance(action);
    forget_order();
  }

 private:
  // The moves of the root to compare, by their place in the tree.
  std::vector<int> candidates(const SearchLimit& limit) const {
    auto count = static_cast<std::uint64_t>(trees_[0].size());
    if (settings_.candidates) count = std::min(count, static_cast<std::uint64_t>(settings_.candidates));
    if (limit.nodes && settings_.halving)
      count = std::min(count, std::max<std::uint64_t>(2, *limit.nodes / 8));
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  Edge merged(int move) const {
    Edge sum = trees_[0].edges()[move];
    for (std::size_t t = 1; t < trees_.size(); ++t) {
      const Edge& edge = trees_[t].edges()[move];
      sum.visits += edge.visits;
      sum.reward += edge.reward;
      sum.win += edge.win;
      sum.score += edge.score;
      sum.margin += edge.margin;
    }
    return sum;
  }

  // The mean reward of a move; how far it lies behind the best at first sight counts like some simulations.
  double merit(int move) const {
    constexpr double kTrust = 0.7;  // first sight knows only the own score
    const Edge own = merged(move), first = merged(0);
    if (!own.visits) return -1e30;
    if (!settings_.estimate || !first.visits) return own.reward / own.visits;
    const double behind = kTrust * reward_of_a_point(settings_) * (first.value - own.value);
    const double at_first_sight = first.reward / first.visits - behind;
    return (own.reward + settings_.first_sight * at_first_sight) / (own.visits + settings_.first_sight);
  }

  void sort_by_merit(std::vector<int>& moves) const {
    std::vector<std::pair<double, int>> ranked;
    for (const int move : moves) ranked.emplace_back(merit(move), move);
    sort_best_first(ranked);
    std::transform(ranked.begin(), ranked.end(), moves.begin(), [](const auto& each) { return each.second; });
  }

  void forget_order() {
    order_.resize(static_cast<std::size_t>(trees_[0].size()));
    std::iota(order_.begin(), order_.end(), 0);
  }

  // The same futures for all moves, until a limit is reached; how many simulations that took.
  std::uint64_t simulate_all(const std::vector<int>& moves, const SearchLimit& limit) {
    const auto workers = static_cast<std::uint64_t>(trees_.size());
    std::vector<std::uint64_t> used(workers);
    const auto work = [&](std::uint64_t worker) {
      std::uint64_t nodes = ~std::uint64_t{0};
      if (limit.nodes) nodes = *limit.nodes * (worker + 1) / workers - *limit.nodes * worker / workers;
      for (std::uint64_t future = futures_ + worker;; future += workers) {
        for (const int move : moves) {
          if (used[worker] >= nodes || is_stopped_) return;
          if (limit.deadline && Clock::now() >= *limit.deadline) return;
          if (worker == 0 && limit.should_stop && used[0] % kSignalsEvery == kSignalsEvery - 1 &&
              limit.should_stop())
            is_stopped_ = true;
          trees_[worker].simulate(move, Generator::derive(seed_, {5, future}).next());
          ++used[worker];
        }
      }
    };
    on_threads(workers, work);
    std::uint64_t sum = 0;
    for (const std::uint64_t n : used) sum += n;
    const std::uint64_t most = *std::max_element(used.begin(), used.end());
    futures_ += (most + moves.size() - 1) / moves.size() * workers;
    return sum;
  }

  SearchSettings settings_;
  std::uint64_t seed_;
  std::uint64_t futures_ = 0;  // how many were used
  std::vector<Tree<Rules>> trees_;
  std::vector<int> order_;  // the moves of the root, best first
  std::atomic<bool> is_stopped_ = false;
};

}  // namespace

std::unique_ptr<Search> Search::create(const AnyState& state, const SearchSettings& settings,
                                       std::uint64_t seed) {
  return state.visit([&](const auto& s) -> std::unique_ptr<Search> {
    return std::make_unique<SearchOf<typename std::decay_t<decltype(s)>::Rules>>(s, settings, seed);
  });
}

}  // namespace crownfire
