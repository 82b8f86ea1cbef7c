// The random generator of docs/dealing.md, bit for bit the same as crownfire.game.generator.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace crownfire {

constexpr std::uint64_t mix(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

__extension__ using Wide = unsigned __int128;

class Generator {
 public:
  explicit constexpr Generator(std::uint64_t state) : state_(state) {}

  static constexpr Generator derive(std::uint64_t seed, std::initializer_list<std::uint64_t> keys) {
    std::uint64_t state = mix(seed);
    for (const std::uint64_t key : keys) state = mix(state + key);
    return Generator(state);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t word = mix(state_);
    state_ += 0x9E3779B97F4A7C15u;
    return word;
  }

  // A number from 0 to n − 1, exactly uniform.
  constexpr std::uint32_t below(std::uint32_t n) {
    for (;;) {
      const auto product = static_cast<Wide>(next()) * n;
      const auto low = static_cast<std::uint64_t>(product);
      if (low >= n || low >= -std::uint64_t{n} % n) return static_cast<std::uint32_t>(product >> 64);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace crownfire
