// The two optional bonuses (C11, C12).
#pragma once

#include "crownfire/state.hpp"

namespace crownfire::bonuses {

template <class Rules>
int points(const Config& config, const Territory<Rules>& territory) {
  constexpr int kHalf = (Rules::kFrame - 1) / 2, kCentre = Rules::Board::kCentre;
  const bool is_central = territory.west >= kCentre - kHalf && territory.east <= kCentre + kHalf &&
                          territory.south >= kCentre - kHalf && territory.north <= kCentre + kHalf;
  return (is_central ? config.centre_points : 0) + (territory.discards == 0 ? config.complete_points : 0);
}

}  // namespace crownfire::bonuses
