// The position text of docs/notation.md. Any state can be formatted; only valid text may be parsed.
#pragma once

#include <string>
#include <vector>

#include "crownfire/state.hpp"

namespace crownfire::position {

std::vector<std::string_view> split(std::string_view text, char separator);
int parse_number(std::string_view text);
std::string format_ranges(std::uint64_t unseen);
std::uint64_t parse_ranges(std::string_view text);
std::string format_line(const Line& line);
Line parse_line(std::string_view text);
int parse_caveman(std::string_view code);
std::string format_canvas(int canvas);
int parse_canvas(std::string_view name);

template <class Rules>
std::string format_territory(const Territory<Rules>& t) {
  using Board = typename Rules::Board;
  std::string text;
  for (int y = t.north; y >= t.south; --y) {
    if (y != t.north) text += '/';
    for (int x = t.west; x <= t.east; ++x) {
      const int cell = y * Board::kStride + x;
      if (!t.covered.test(cell)) {
        text += '.';
        continue;
      }
      char letter = 'H';
      for (int k = 0; k < kTerrains; ++k)
        if (t.terrain[k].test(cell)) letter = Rules::letters()[static_cast<std::size_t>(k)];
      text += letter;
      const int symbols = t.symbols_at(cell);
      bool is_token = false;
      if constexpr (Rules::template has<Eruption>) is_token = t.token.test(cell);
      if (symbols) text += (is_token ? "+" : "") + std::to_string(symbols);
      if constexpr (Rules::template has<Resources>)
        if (t.resource.test(cell)) text += '*';
      if constexpr (Rules::template has<Tribe>)
        for (int i = 0; i < t.settlers.count; ++i)
          if (t.settlers.cell[i] == cell) text += '[' + std::string(kCavemen[t.settlers.kind[i]].code) + ']';
    }
  }
  return text;
}

template <class Rules>
Territory<Rules> parse_territory(std::string_view text) {
  using Board = typename Rules::Board;
  struct Found {
    int x, y;
    char letter;
    int symbols, token, caveman;
    bool resource;
  };
  std::vector<Found> squares;
  int x = 0, y = 0, home_x = 0, home_y = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i++];
    if (c == '/') {
      x = 0;
      --y;
      continue;
    }
    if (c != '.') {
      Found found{x, y, c, 0, 0, -1, false};
      const auto digit = [&] { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
      if (digit()) found.symbols = text[i++] - '0';
      if (i < text.size() && text[i] == '+') {
        ++i;
        if (digit()) found.token = text[i++] - '0';
      }
      if (i < text.size() && text[i] == '*') {
        found.resource = true;
        ++i;
      }
      if (i < text.size() && text[i] == '[') {
        found.caveman = parse_caveman(text.substr(i + 1, 2));
        i += 4;
      }
      if (c == 'H') {
        home_x = x;
        home_y = y;
      }
      squares.push_back(found);
    }
    ++x;
  }
  Territory<Rules> t;
  for (const Found& found : squares) {
    const int cell = Board::kHome + (found.y - home_y) * Board::kStride + found.x - home_x;
    if (found.letter != 'H') {
      const auto terrain = static_cast<std::uint8_t>(Rules::letters().find(found.letter));
      t.cover(cell, Half{terrain, static_cast<std::uint8_t>(found.symbols), 0});
    }
    if constexpr (Rules::template has<Resources>) {
      t.resource.reset(cell);
      if (found.resource) t.resource.set(cell);
    }
    if constexpr (Rules::template has<Eruption>)
      if (found.token) {
        t.set_symbols(cell, found.token);
        t.token.set(cell);
      }
    if constexpr (Rules::template has<Tribe>)
      if (found.caveman >= 0) t.settlers.add(cell, found.caveman);
  }
  return t;
}

template <class Rules>
std::string format(const State<Rules>& state, std::string_view rules) {
  std::string text(rules);
  const auto field = [&](std::string_view value) { text.append(" ").append(value.empty() ? "-" : value); };
  const int players = state.config.players;
  field(std::to_string(players));
  field(kPhaseNames[static_cast<std::size_t>(state.phase)]);
  field(std::to_string(state.turn));
  std::string part;
  const auto add = [&](const std::string& item) { part += (part.empty() ? "" : ",") + item; };
  for (int i = 0; i < state.opening_size; ++i) add(std::to_string(state.opening[i] + 1));
  field(part);
  field(format_line(state.current));
  field(format_line(state.next));
  field(format_ranges(state.unseen));
  part.clear();
  for (int seat = 0; seat < players; ++seat)
    part += (seat ? "|" : "") + format_territory(state.territory[seat]);
  field(part);
  part.clear();
  for (int seat = 0; seat < players; ++seat) add(std::to_string(state.territory[seat].discards));
  field(part);
  part.clear();
  if constexpr (Rules::template has<Totems>)
    for (const int holder : state.totems) add(holder == kNobody ? "-" : std::to_string(holder + 1));
  field(part);
  part.clear();
  std::string pile, pending;
  if constexpr (Rules::template has<Tribe>) {
    for (int kind = 0; kind < kCavemanKinds; ++kind)
      for (int i = 0; i < state.cave.row[kind]; ++i) add(std::string(kCavemen[kind].code));
    if (state.cave.pile_size)
      for (const int count : state.cave.pile) pile += std::to_string(count);
    if (state.phase == Phase::kPay || state.phase == Phase::kSettle) {
      pending = (state.cave.from_pile ? "++" : "+") + std::string(kCavemen[state.cave.recruit].code);
      bool is_first = true;
      for (std::size_t kind = 0; kind < kResourceKinds; ++kind)
        if (state.cave.paid >> kind & 1) {
          pending += (is_first ? ":" : ",") + std::string(kResources[kind]);
          is_first = false;
        }
    }
  }
  if constexpr (Rules::template has<Eruption>)
    if (state.phase == Phase::kErupt) pending = format_canvas(Rules::Board::to_canvas(state.erupting.cell));
  field(part);
  field(pile);
  field(pending);
  return text;
}

// Parses a position that the Python parser has accepted.
template <class Rules>
State<Rules> parse(const Config& config, std::string_view text) {
  const auto fields = split(text, ' ');
  State<Rules> state = new_game<Rules>(config);
  for (std::size_t i = 0; i < kPhaseNames.size(); ++i)
    if (fields[2] == kPhaseNames[i]) state.phase = static_cast<Phase>(i);
  state.turn = static_cast<std::uint8_t>(parse_number(fields[3]));
  if (fields[4] != "-")
    for (const auto seat : split(fields[4], ','))
      state.opening[state.opening_size++] = static_cast<std::int8_t>(parse_number(seat) - 1);
  state.current = parse_line(fields[5]);
  state.next = parse_line(fields[6]);
  state.unseen = parse_ranges(fields[7]);
  const auto territories = split(fields[8], '|'), discards = split(fields[9], ',');
  for (std::size_t seat = 0; seat < config.players; ++seat) {
    state.territory[seat] = parse_territory<Rules>(territories[seat]);
    state.territory[seat].discards = static_cast<std::uint8_t>(parse_number(discards[seat]));
  }
  if constexpr (Rules::template has<Totems>) {
    const auto holders = split(fields[10], ',');
    for (std::size_t k = 0; k < kResourceKinds; ++k)
      state.totems[k] = holders[k] == "-" ? kNobody : static_cast<std::int8_t>(parse_number(holders[k]) - 1);
  }
  if constexpr (Rules::template has<Eruption>)
    if (state.phase == Phase::kErupt)
      state.erupting.cell = static_cast<std::uint8_t>(Rules::Board::from_canvas(parse_canvas(fields[13])));
  if constexpr (Rules::template has<Tribe>) {
    state.cave = Cave{};
    if (fields[11] != "-")
      for (const auto code : split(fields[11], ',')) {
        ++state.cave.row[static_cast<std::size_t>(parse_caveman(code))];
        ++state.cave.row_size;
      }
    if (fields[12] != "-")
      for (std::size_t kind = 0; kind < kCavemanKinds; ++kind) {
        state.cave.pile[kind] = static_cast<std::uint8_t>(fields[12][kind] - '0');
        state.cave.pile_size = static_cast<std::uint8_t>(state.cave.pile_size + state.cave.pile[kind]);
      }
    if (fields[13].starts_with('+')) {
      const auto parts = split(fields[13], ':');
      state.cave.from_pile = parts[0].starts_with("++");
      state.cave.recruit =
          static_cast<std::uint8_t>(parse_caveman(parts[0].substr(state.cave.from_pile ? 2 : 1)));
      if (parts.size() > 1)
        for (const auto name : split(parts[1], ','))
          for (std::size_t kind = 0; kind < kResourceKinds; ++kind)
            if (name == kResources[kind]) state.cave.paid |= static_cast<std::uint8_t>(1 << kind);
    }
  }
  return state;
}

}  // namespace crownfire::position
