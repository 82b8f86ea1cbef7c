// Shared by all bindings: errors, choices by name, and interrupts.
#pragma once

#include <nanobind/nanobind.h>

#include <initializer_list>
#include <string>
#include <utility>

#include "crownfire/estimate.hpp"
#include "crownfire/policies.hpp"

inline constexpr int kMaxThreads = 256;

// Raises crownfire.rules.SetupError.
[[noreturn]] inline void refuse(const std::string& sentence) {
  nanobind::object error = nanobind::module_::import_("crownfire.rules").attr("SetupError");
  PyErr_SetString(error.ptr(), sentence.c_str());
  throw nanobind::python_error();
}

// Whether an interrupt is pending. The Python exception is then set but not thrown.
inline bool is_interrupted() {
  nanobind::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

// The value with this name; `what` names the parameter in the error.
template <class Value, class Choices>
Value choose_by_name(std::string_view what, std::string_view name, const Choices& choices) {
  std::string known;
  for (const auto& [known_name, value] : choices) {
    if (known_name == name) return value;
    known += (known.empty() ? "" : ", ") + std::string(known_name);
  }
  refuse(std::string(what) + " must be one of " + known + ", not '" + std::string(name) + "'");
}

template <class Value>
using Choices = std::initializer_list<std::pair<std::string_view, Value>>;

inline crownfire::Policy to_policy(std::string_view name) {
  return choose_by_name<crownfire::Policy>("policy", name, crownfire::kPolicies);
}

inline crownfire::Depth to_depth(int depth) {
  if (depth < 0 || depth > 3) refuse("depth must be 0, 1, 2 or 3");
  return static_cast<crownfire::Depth>(depth);
}

// Parts of crownfire._native, to be bound after State.
void bind_estimates(nanobind::module_& m);
void bind_judges(nanobind::module_& m);
// Parts of crownfire._research.
void bind_environments(nanobind::module_& m);
void bind_fits(nanobind::module_& m);
