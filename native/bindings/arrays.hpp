// Conversions between NumPy arrays and the core, and value networks built from arrays.
#pragma once

#include <nanobind/ndarray.h>

#include <vector>

#include "common.hpp"
#include "crownfire/judge.hpp"

using Floats = nanobind::ndarray<const float, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using NewFloats = nanobind::ndarray<nanobind::numpy, float, nanobind::ndim<1>>;

inline std::vector<float> to_vector(const Floats& array, const char* name, std::size_t size) {
  if (array.size() != size)
    refuse("'" + std::string(name) + "' must have " + std::to_string(size) + " items, not " +
           std::to_string(array.size()));
  return {array.data(), array.data() + array.size()};
}

inline NewFloats to_array(std::vector<float> numbers) {
  auto* kept = new std::vector<float>(std::move(numbers));
  nanobind::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
  return {kept->data(), {kept->size()}, owner};
}

inline crownfire::Judge to_judge(const Floats& numbers, const Floats& spread) {
  if (spread.size() == 0) refuse("'spread' must have one item per stage");
  crownfire::Judge judge;
  judge.spread = to_vector(spread, "spread", spread.size());
  judge.numbers = to_vector(numbers, "numbers", spread.size() * crownfire::kJudgeNumbers);
  return judge;
}
