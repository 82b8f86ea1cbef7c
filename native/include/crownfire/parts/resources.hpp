// Counts of wooden resources. Territory::cover puts them down (T1).
#pragma once

#include "crownfire/state.hpp"

namespace crownfire::resources {

template <class Rules>
int count(const Territory<Rules>& territory, int kind) {
  return (territory.resource & territory.terrain[kind]).count();
}

// The kinds of resource in a territory, one bit each.
template <class Rules>
int kinds(const Territory<Rules>& territory) {
  int held = 0;
  for (int kind = 0; kind < kResourceKinds; ++kind)
    held |= (territory.resource & territory.terrain[kind]).any() << kind;
  return held;
}

}  // namespace crownfire::resources
