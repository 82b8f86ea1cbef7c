// Wooden resources: how many of a kind a territory has (T1; they are put down by Territory::cover).
#pragma once

#include "crownfire/state.hpp"

namespace crownfire::resources {

template <class Rules>
int count(const Territory<Rules>& territory, int kind) {
  return (territory.resource & territory.terrain[kind]).count();
}

// The kinds a territory has, one bit each.
template <class Rules>
int kinds(const Territory<Rules>& territory) {
  int held = 0;
  for (int kind = 0; kind < kResourceKinds; ++kind)
    held |= (territory.resource & territory.terrain[kind]).any() << kind;
  return held;
}

}  // namespace crownfire::resources
