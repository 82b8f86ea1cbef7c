// What all bindings share: how they refuse, and the names of policies.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "crownfire/estimate.hpp"
#include "crownfire/policies.hpp"

inline constexpr int kMaxThreads = 256;

// Raises a SetupError of the Python rules.
[[noreturn]] inline void refuse(const std::string& sentence) {
  nanobind::object error = nanobind::module_::import_("crownfire.rules").attr("SetupError");
  PyErr_SetString(error.ptr(), sentence.c_str());
  throw nanobind::python_error();
}

// Whether an interrupt is pending; it is then raised as a Python exception.
inline bool is_interrupted() {
  nanobind::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

inline crownfire::Policy to_policy(std::string_view name) {
  std::string known;
  for (const auto& [known_name, policy] : crownfire::kPolicies) {
    if (known_name == name) return policy;
    known += (known.empty() ? "" : ", ") + std::string(known_name);
  }
  refuse("there is no policy '" + std::string(name) + "'; there are " + known);
}

inline crownfire::Depth to_depth(int depth) {
  if (depth < 0 || depth > 3) refuse("depth must be 0, 1, 2 or 3");
  return static_cast<crownfire::Depth>(depth);
}

// Other parts of crownfire._native; State must be known.
void bind_estimates(nanobind::module_& m);
void bind_judges(nanobind::module_& m);
// The parts of crownfire._research.
void bind_environments(nanobind::module_& m);
void bind_fits(nanobind::module_& m);
