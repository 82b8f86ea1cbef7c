// Observations, masks and batches of games. Arrays are checked here, so the core receives only valid ones.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>

#include "common.hpp"
#include "crownfire/batch.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using crownfire::AnyState;
using crownfire::Autoreset;
using crownfire::Batch;
using crownfire::BatchArrays;
using crownfire::BatchFault;
using crownfire::BatchSettings;
using crownfire::Numbering;
using crownfire::Payoff;

namespace {

constexpr std::size_t kMaxGames = 1'000'000;

template <class T>
struct Type;  // the dtype of an array: its NumPy name and its letters in the buffer protocol
template <>
struct Type<std::uint8_t> {
  static constexpr std::string_view kName = "uint8", kLetters = "B";
};
template <>
struct Type<bool> {
  static constexpr std::string_view kName = "bool", kLetters = "?";
};
template <>
struct Type<std::int8_t> {
  static constexpr std::string_view kName = "int8", kLetters = "b";
};
template <>
struct Type<std::int32_t> {
  static constexpr std::string_view kName = "int32", kLetters = "il";
};
template <>
struct Type<std::int64_t> {
  static constexpr std::string_view kName = "int64", kLetters = "lq";
};
template <>
struct Type<std::uint64_t> {
  static constexpr std::string_view kName = "uint64", kLetters = "LQ";
};
template <>
struct Type<float> {
  static constexpr std::string_view kName = "float32", kLetters = "f";
};

std::string shape_text(const Py_ssize_t* sides, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i ? ", " : "") + std::to_string(sides[i]);
  return "(" + text + (count == 1 ? ",)" : ")");
}

// An array of the caller, held during a call; null if the caller passed None.
template <class T>
class View {
 public:
  // In a shape, −1 accepts any length.
  View(nb::handle array, const char* name, std::vector<Py_ssize_t> shape, bool is_written) {
    if (array.is_none()) return;
    const std::string wanted = "the array '" + std::string(name) + "' must ";
    if (PyObject_GetBuffer(array.ptr(), &buffer_, PyBUF_STRIDED_RO | PyBUF_FORMAT) != 0) {
      PyErr_Clear();
      refuse(wanted + "be a NumPy array");
    }
    is_held_ = true;
    try {
      const std::string_view format = buffer_.format ? buffer_.format : "B";
      if (format.size() != 1 || Type<T>::kLetters.find(format) == std::string_view::npos ||
          buffer_.itemsize != sizeof(T))
        refuse(wanted + "have the dtype " + std::string(Type<T>::kName));
      const auto dimensions = static_cast<std::size_t>(buffer_.ndim);
      bool fits = dimensions == shape.size();
      for (std::size_t i = 0; fits && i < dimensions; ++i) {
        if (shape[i] < 0) shape[i] = buffer_.shape[i];
        fits = buffer_.shape[i] == shape[i];
      }
      if (!fits)
        refuse(wanted + "have the shape " + shape_text(shape.data(), shape.size()) + ", not " +
               shape_text(buffer_.shape, dimensions));
      if (!PyBuffer_IsContiguous(&buffer_, 'C')) refuse(wanted + "be C-contiguous");
      if (is_written && buffer_.readonly) refuse(wanted + "be writable");
    } catch (...) {
      PyBuffer_Release(&buffer_);
      throw;
    }
  }
  ~View() {
    if (is_held_) PyBuffer_Release(&buffer_);
  }
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  T* data() const { return is_held_ ? static_cast<T*>(buffer_.buf) : nullptr; }
  std::size_t side(int dimension) const { return static_cast<std::size_t>(buffer_.shape[dimension]); }

 private:
  Py_buffer buffer_{};
  bool is_held_ = false;
};

// The compact action numbers and the observation blocks of a ruleset and number of players.
struct Encoding {
  Numbering numbering;
  std::vector<crownfire::encoding::Block> blocks;
  const char* rules = nullptr;  // identifies the ruleset type
  int players = 0;
  int size = 0;
};

template <class Rules>
inline constexpr char kRulesTag = 0;

Encoding encoding_of(const AnyState& state) {
  return state.visit([]<class Rules>(const crownfire::State<Rules>& s) {
    return Encoding{Numbering::of<Rules>(s.config), crownfire::encoding::blocks<Rules>(s.config),
                    &kRulesTag<Rules>, s.config.players, crownfire::encoding::size<Rules>(s.config)};
  });
}

using BlockTuple = nb::typed<nb::tuple, nb::str, int, nb::typed<nb::tuple, int, nb::ellipsis>, int>;

nb::typed<nb::list, BlockTuple> blocks_of(const Encoding& encoding) {
  nb::list found;
  int start = 0;
  for (const auto& block : encoding.blocks) {
    nb::list shape;
    for (const int side : block.shape) shape.append(side);
    found.append(
        nb::make_tuple(nb::str(block.name.data(), block.name.size()), start, nb::tuple(shape), block.high));
    start += block.size();
  }
  return found;
}

std::vector<std::vector<int>> actions_of(const Encoding& encoding) {
  std::vector<std::vector<int>> tables;
  for (int seat = 0; seat < encoding.numbering.seats(); ++seat) {
    const auto* actions = encoding.numbering.actions(seat);
    tables.emplace_back(actions, actions + encoding.numbering.size());
  }
  return tables;
}

void check_same_rules(const Encoding& encoding, const AnyState& state) {
  const char* rules =
      state.visit([]<class Rules>(const crownfire::State<Rules>&) { return &kRulesTag<Rules>; });
  if (rules != encoding.rules || state.players() != encoding.players)
    refuse("the position and the encoding must have the same rules and number of players");
}

void write_observation(const Encoding& encoding, const AnyState& state, int seat, nb::handle out) {
  check_same_rules(encoding, state);
  if (seat < 0 || seat >= state.players())
    refuse("seats are numbered from 0 to " + std::to_string(state.players() - 1));
  const View<std::uint8_t> view(out, "out", {encoding.size}, true);
  if (!view.data()) refuse("the array 'out' must be a NumPy array");
  state.visit([&](const auto& s) {
    crownfire::encoding::write(s, seat, view.data(), static_cast<std::size_t>(encoding.size));
  });
}

void write_mask(const Encoding& encoding, const AnyState& state, nb::handle out) {
  check_same_rules(encoding, state);
  const View<std::int8_t> view(out, "out", {encoding.numbering.size()}, true);
  if (!view.data()) refuse("the array 'out' must be a NumPy array");
  state.visit([&](const auto& s) { crownfire::write_mask(s, encoding.numbering, view.data()); });
}

void sample(nb::handle masks, nb::handle actions, std::uint64_t seed) {
  const View<std::int8_t> rows(masks, "masks", {-1, -1}, false);
  if (!rows.data()) refuse("the array 'masks' must be a NumPy array");
  const View<std::int64_t> out(actions, "actions", {static_cast<Py_ssize_t>(rows.side(0))}, true);
  if (!out.data()) refuse("the array 'actions' must be a NumPy array");
  nb::gil_scoped_release release;
  crownfire::sample_rows(rows.data(), rows.side(0), rows.side(1), seed, out.data());
}

// A batch that refuses to be used by two Python threads at once.
class BoundBatch {
 public:
  explicit BoundBatch(std::unique_ptr<Batch> batch)
      : batch_(std::move(batch)), actions_(batch_->settings().games) {}

  void reset(nb::handle seeds, nb::handle marked, nb::handle observations, nb::handle masks,
             nb::handle seats) {
    const Use use(*this);
    const View<std::uint64_t> seed_view(seeds, "seeds", {games()}, false);
    const View<bool> marked_view(marked, "games", {games()}, false);
    if (!is_started_ && (!seed_view.data() || marked_view.data()))
      refuse("the first reset must start all games with seeds");
    const Outputs outputs(*batch_, observations, masks, seats, nb::none(), nb::none(), nb::none());
    is_started_ = true;
    nb::gil_scoped_release release;
    batch_->reset(seed_view.data(), reinterpret_cast<const std::uint8_t*>(marked_view.data()),
                  outputs.arrays());
  }

  void step(nb::handle actions, nb::handle observations, nb::handle masks, nb::handle seats,
            nb::handle rewards, nb::handle dones, nb::handle scores) {
    const Use use(*this);
    if (!is_started_) refuse("reset the batch before the first step");
    const View<std::int64_t> chosen(actions, "actions", {games()}, false);
    if (!chosen.data()) refuse("the array 'actions' must be a NumPy array");
    const Outputs outputs(*batch_, observations, masks, seats, rewards, dones, scores);
    BatchFault fault;
    {
      nb::gil_scoped_release release;
      // The caller can't change a copy after the check.
      std::copy_n(chosen.data(), actions_.size(), actions_.begin());
      fault = batch_->find_fault(actions_.data());
      if (fault.kind == BatchFault::kNone) return batch_->step(actions_.data(), outputs.arrays());
    }
    raise(fault, actions_[fault.game]);
  }

  void observe(nb::handle observations, nb::handle masks, nb::handle seats) {
    const Use use(*this);
    if (!is_started_) refuse("reset the batch before the first observation");
    const Outputs outputs(*batch_, observations, masks, seats, nb::none(), nb::none(), nb::none());
    nb::gil_scoped_release release;
    batch_->observe(outputs.arrays());
  }

  void points(nb::handle out) {
    const Use use(*this);
    const View<std::int32_t> view(out, "out", {games(), static_cast<Py_ssize_t>(batch_->players())}, true);
    if (!view.data()) refuse("the array 'out' must be a NumPy array");
    nb::gil_scoped_release release;
    batch_->points(view.data());
  }

  AnyState state(Py_ssize_t game) {
    const Use use(*this);
    if (game < 0 || game >= games()) refuse("games are numbered from 0 to " + std::to_string(games() - 1));
    return batch_->state(static_cast<std::size_t>(game));
  }

 private:
  // Marks the batch as in use.
  class Use {
   public:
    explicit Use(BoundBatch& batch) : batch_(batch) {
      if (batch.is_used_.exchange(true)) refuse("another thread is using this batch");
    }
    ~Use() { batch_.is_used_ = false; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    BoundBatch& batch_;
  };

  class Outputs {
   public:
    Outputs(const Batch& batch, nb::handle observations, nb::handle masks, nb::handle seats,
            nb::handle rewards, nb::handle dones, nb::handle scores)
        : Outputs(static_cast<Py_ssize_t>(batch.settings().games), batch, observations, masks, seats, rewards,
                  dones, scores) {}

    BatchArrays arrays() const {
      return {observations_.data(),
              masks_.data(),
              seats_.data(),
              rewards_.data(),
              reinterpret_cast<std::uint8_t*>(dones_.data()),
              scores_.data()};
    }

   private:
    Outputs(Py_ssize_t games, const Batch& batch, nb::handle observations, nb::handle masks, nb::handle seats,
            nb::handle rewards, nb::handle dones, nb::handle scores)
        : observations_(observations, "observations",
                        {games, static_cast<Py_ssize_t>(batch.observation_size())}, true),
          masks_(masks, "masks", {games, batch.numbering().size()}, true),
          seats_(seats, "seats", {games}, true),
          rewards_(rewards, "rewards", {games, static_cast<Py_ssize_t>(batch.players())}, true),
          dones_(dones, "dones", {games}, true),
          scores_(scores, "scores", {games, static_cast<Py_ssize_t>(batch.players())}, true) {}

    View<std::uint8_t> observations_;
    View<std::int8_t> masks_;
    View<std::uint8_t> seats_;
    View<float> rewards_;
    View<bool> dones_;
    View<std::int32_t> scores_;
  };

  Py_ssize_t games() const { return static_cast<Py_ssize_t>(batch_->settings().games); }

  [[noreturn]] void raise(const BatchFault& fault, std::int64_t compact) const {
    const std::string game = "game " + std::to_string(fault.game);
    if (fault.kind == BatchFault::kOver) refuse(game + " is over; reset it first");
    const int last = batch_->numbering().size() - 1;
    if (fault.kind == BatchFault::kNoAction)
      refuse(game + ": " + std::to_string(compact) + " is not an action; actions run from 0 to " +
             std::to_string(last));
    const AnyState state = batch_->state(fault.game);
    const int action = batch_->numbering().actions(state.to_play())[compact];
    nb::object position =
        nb::module_::import_("crownfire.notation").attr("parse_position")(state.to_position());
    try {
      nb::module_::import_("crownfire.rules").attr("apply")(position, action);
    } catch (nb::python_error& error) {
      error.value().attr("add_note")("in " + game + " of the batch");
      throw;
    }
    throw std::runtime_error("the native core and the Python rules disagree about " + state.to_position());
  }

  std::unique_ptr<Batch> batch_;
  std::vector<std::int64_t> actions_;
  std::atomic<bool> is_used_ = false;
  bool is_started_ = false;
};

std::unique_ptr<BoundBatch> new_batch(const AnyState& start, Py_ssize_t games, std::string_view reward,
                                      std::string_view autoreset, const std::vector<std::string>& opponents,
                                      std::string_view illegal, int threads) {
  BatchSettings settings;
  if (start.phase() != "order") refuse("a batch must start from a new game");
  if (games < 1 || games > static_cast<Py_ssize_t>(kMaxGames))
    refuse("the number of games must be from 1 to " + std::to_string(kMaxGames));
  if (threads < 1 || threads > kMaxThreads)
    refuse("threads must be from 1 to " + std::to_string(kMaxThreads));
  if (!opponents.empty() && static_cast<int>(opponents.size()) != start.players() - 1)
    refuse("the number of opponents must be " + std::to_string(start.players() - 1) + ", not " +
           std::to_string(opponents.size()));
  settings.games = static_cast<std::size_t>(games);
  settings.payoff = choose_by_name<Payoff>(
      "reward", reward,
      Choices<Payoff>{{"win", Payoff::kWin}, {"score", Payoff::kScore}, {"margin", Payoff::kMargin}});
  settings.autoreset = choose_by_name<Autoreset>(
      "autoreset", autoreset,
      Choices<Autoreset>{{"same", Autoreset::kSame}, {"next", Autoreset::kNext}, {"off", Autoreset::kOff}});
  settings.illegal_loses =
      choose_by_name<bool>("illegal", illegal, Choices<bool>{{"refuse", false}, {"lose", true}});
  if (settings.illegal_loses && opponents.empty()) refuse("illegal='lose' needs opponents");
  for (const std::string& name : opponents) settings.opponents.push_back(to_policy(name));
  settings.threads = threads;
  return std::make_unique<BoundBatch>(Batch::create(start, settings));
}

}  // namespace

void bind_environments(nb::module_& m) {
  nb::class_<Encoding>(m, "Encoding",
                       "The observations and compact action numbers of a ruleset and number of players.")
      .def(nb::new_(&encoding_of), "state"_a, "Takes the rules and the number of players from a position.")
      .def_ro("size", &Encoding::size, "The number of bytes of an observation.")
      .def_prop_ro("blocks", &blocks_of,
                   "The name, start, shape and largest value of each block of an observation.")
      .def_prop_ro(
          "num_actions", [](const Encoding& e) { return e.numbering.size(); },
          "The number of compact action numbers.")
      .def_prop_ro("actions", &actions_of, "The actions by mover and compact number.")
      .def("write_observation", &write_observation, "state"_a, "seat"_a, "out"_a.none(),
           "Writes the observation of a seat into a uint8 array.")
      .def("write_mask", &write_mask, "state"_a, "out"_a.none(),
           "Writes the mask of legal actions into an int8 array.");
  nb::class_<BoundBatch>(m, "Batch",
                         "Games of the same rules in lockstep. Arrays that are None are not written.")
      .def(nb::new_(&new_batch), "start"_a, "games"_a, nb::kw_only(), "reward"_a = "win",
           "autoreset"_a = "same", "opponents"_a = std::vector<std::string>{}, "illegal"_a = "refuse",
           "threads"_a = 1)
      .def(
          "reset", &BoundBatch::reset, "seeds"_a.none() = nb::none(), "games"_a.none() = nb::none(),
          "observations"_a.none() = nb::none(), "masks"_a.none() = nb::none(), "seats"_a.none() = nb::none(),
          "Starts all games or the marked ones, with new seeds or with the next game of their current seeds.")
      .def("step", &BoundBatch::step, "actions"_a.none(), "observations"_a.none() = nb::none(),
           "masks"_a.none() = nb::none(), "seats"_a.none() = nb::none(), "rewards"_a.none() = nb::none(),
           "dones"_a.none() = nb::none(), "scores"_a.none() = nb::none(),
           "Plays one action in every game. Raises and changes nothing if one of them can't be played.")
      .def("observe", &BoundBatch::observe, "observations"_a.none() = nb::none(),
           "masks"_a.none() = nb::none(), "seats"_a.none() = nb::none(),
           "Writes the current observations, masks and seats.")
      .def("points", &BoundBatch::points, "out"_a.none(),
           "Writes the points of every seat, as if every game ended now, into an int32 array.")
      .def("state", &BoundBatch::state, "game"_a, "Returns the position of one game.");
  m.def("sample", &sample, "masks"_a.none(), "actions"_a.none(), "seed"_a = 0,
        "Samples a legal action for each row of masks uniformly; 0 for a row without any.");
}
