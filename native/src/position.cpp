#include "crownfire/position.hpp"

#include <charconv>

namespace crownfire::position {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

int parse_number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string format_ranges(std::uint64_t unseen) {
  std::string text;
  while (unseen) {
    const int first = std::countr_zero(unseen);
    const int run = std::countr_one(unseen >> first);
    text += (text.empty() ? "" : ",") + std::to_string(first + 1);
    if (run > 1) text += '-' + std::to_string(first + run);
    unseen &= ~(((std::uint64_t{1} << run) - 1) << first);
  }
  return text;
}

std::uint64_t parse_ranges(std::string_view text) {
  std::uint64_t unseen = 0;
  if (text == "-") return unseen;
  for (const auto part : split(text, ',')) {
    const auto ends = split(part, '-');
    for (int n = parse_number(ends.front()); n <= parse_number(ends.back()); ++n)
      unseen |= std::uint64_t{1} << (n - 1);
  }
  return unseen;
}

std::string format_line(const Line& line) {
  std::string text;
  for (std::size_t i = 0; i < line.size; ++i) {
    text += (text.empty() ? "" : ",") + std::to_string(line.number[i]);
    if (line.seat[i] != kNobody) text += ':' + std::to_string(line.seat[i] + 1);
  }
  return text;
}

Line parse_line(std::string_view text) {
  Line line;
  if (text == "-") return line;
  for (const auto item : split(text, ',')) {
    const auto parts = split(item, ':');
    line.number[line.size] = static_cast<std::uint8_t>(parse_number(parts[0]));
    line.seat[line.size++] =
        parts.size() > 1 ? static_cast<std::int8_t>(parse_number(parts[1]) - 1) : kNobody;
  }
  return line;
}

int parse_caveman(std::string_view code) {
  for (int kind = 0; kind < kCavemanKinds; ++kind)
    if (kCavemen[static_cast<std::size_t>(kind)].code == code) return kind;
  return -1;
}

std::string format_canvas(int canvas) {
  return static_cast<char>('a' + canvas % kCanvas) + std::to_string(canvas / kCanvas + 1);
}

int parse_canvas(std::string_view name) {
  return (parse_number(name.substr(1)) - 1) * kCanvas + (name[0] - 'a');
}

}  // namespace crownfire::position
