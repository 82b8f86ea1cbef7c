// A fixed-size bit set with the operations that boards need. The compiler unrolls all loops.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace crownfire {

// The position of the k-th set bit (from 0) of a word that has more than k.
inline int select_bit(std::uint64_t word, int k) {
#ifdef __BMI2__
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word));
#else
  for (; k > 0; --k) word &= word - 1;
  return std::countr_zero(word);
#endif
}

template <int Words>
struct Bits {
  std::array<std::uint64_t, Words> word{};

  static constexpr Bits one(int index) {
    Bits bits;
    bits.set(index);
    return bits;
  }

  constexpr bool operator==(const Bits&) const = default;

  constexpr void set(int index) { word[index >> 6] |= std::uint64_t{1} << (index & 63); }
  constexpr void reset(int index) { word[index >> 6] &= ~(std::uint64_t{1} << (index & 63)); }
  constexpr bool test(int index) const { return word[index >> 6] >> (index & 63) & 1; }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (int i = 0; i < Words; ++i) all |= word[i];
    return all != 0;
  }
  constexpr int count() const {
    int sum = 0;
    for (int i = 0; i < Words; ++i) sum += std::popcount(word[i]);
    return sum;
  }
  // The lowest set bit; there must be one.
  constexpr int lowest() const {
    for (int i = 0; i < Words - 1; ++i)
      if (word[i]) return 64 * i + std::countr_zero(word[i]);
    return 64 * (Words - 1) + std::countr_zero(word[Words - 1]);
  }
  // The k-th set bit from 0; there must be more than k.
  int select(int k) const {
    for (int i = 0; i < Words - 1; ++i) {
      const int here = std::popcount(word[i]);
      if (k < here) return 64 * i + select_bit(word[i], k);
      k -= here;
    }
    return 64 * (Words - 1) + select_bit(word[Words - 1], k);
  }
  // Removes and returns the lowest set bit; there must be one.
  constexpr int pop() {
    const int index = lowest();
    word[index >> 6] &= word[index >> 6] - 1;
    return index;
  }

  [[gnu::always_inline]] constexpr Bits operator&(const Bits& other) const {
    Bits result;
    for (int i = 0; i < Words; ++i) result.word[i] = word[i] & other.word[i];
    return result;
  }
  [[gnu::always_inline]] constexpr Bits operator|(const Bits& other) const {
    Bits result;
    for (int i = 0; i < Words; ++i) result.word[i] = word[i] | other.word[i];
    return result;
  }
  [[gnu::always_inline]] constexpr Bits operator~() const {
    Bits result;
    for (int i = 0; i < Words; ++i) result.word[i] = ~word[i];
    return result;
  }
  constexpr Bits& operator&=(const Bits& other) { return *this = *this & other; }
  constexpr Bits& operator|=(const Bits& other) { return *this = *this | other; }

  // Shifts every bit to an index higher (up) or lower (down) by Step, 0 < Step < 64.
  template <int Step>
  [[gnu::always_inline]] constexpr Bits up() const {
    Bits result;
    result.word[0] = word[0] << Step;
    for (int i = 1; i < Words; ++i) result.word[i] = word[i] << Step | word[i - 1] >> (64 - Step);
    return result;
  }
  template <int Step>
  [[gnu::always_inline]] constexpr Bits down() const {
    Bits result;
    for (int i = 0; i < Words - 1; ++i) result.word[i] = word[i] >> Step | word[i + 1] << (64 - Step);
    result.word[Words - 1] = word[Words - 1] >> Step;
    return result;
  }
};

}  // namespace crownfire
