// The Python module crownfire._research: the parts of the core that only research needs. Its classes take
// states and estimates of crownfire._native.
#include "common.hpp"

NB_MODULE(_research, m) {
  m.doc() = "Observations, batches of games in lockstep, and the fitting of estimates.";
  nanobind::module_::import_("crownfire._native");
  bind_environments(m);
  bind_fits(m);
}
