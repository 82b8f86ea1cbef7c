// The rows of the generated tables: dominoes, cavemen, set-ups and options.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace crownfire {

struct Half {
  std::uint8_t terrain;  // index among the terrains of its game in terrains.csv
  std::uint8_t symbols;  // printed crowns or fires
  std::uint8_t craters;  // of a volcano

  constexpr bool operator==(const Half&) const = default;
};

struct Domino {
  Half first;
  Half second;

  // Whether both halves are equal, so that turning the domino round changes nothing (N6).
  constexpr bool is_double() const { return first == second; }
};

// What a hunter-gatherer counts: one of the four resources (0 to 3) or one of these.
enum Per : std::uint8_t { kPerAnyResource = 4, kPerFire = 5, kPerCaveman = 6, kPerNothing = 7 };

struct Caveman {
  std::string_view code;
  std::uint8_t copies;
  std::uint8_t points;
  std::uint8_t per;
  std::uint8_t power;  // of a warrior, else 0
};

struct Setup {
  std::string_view game;
  std::string_view option;
  std::uint8_t players;
  std::uint8_t kings;
  std::uint8_t line;
  std::uint8_t lines;
  std::uint8_t frame;
  std::string_view opening;
  bool paired;
};

struct Option {
  std::string_view game;
  std::string_view name;
  std::string_view bonus;
  std::uint8_t points;
};

}  // namespace crownfire
