// Action numbers, shared with the Python rules (docs/notation.md).
#pragma once

#include "crownfire/board.hpp"

namespace crownfire {

inline constexpr int kMaxSeats = 4;
inline constexpr int kDominoes = 48;
inline constexpr int kCavemanKinds = 10;

inline constexpr int kDiscard = 4 * kCanvasCells;
inline constexpr int kFirstFire = kDiscard + 1;
inline constexpr int kFirstPay = kFirstFire + kCanvasCells;
inline constexpr int kFirstSettle = kFirstPay + kCanvasCells;
inline constexpr int kFirstGive = kFirstSettle + kCanvasCells;
inline constexpr int kFirstClaim = kFirstGive + kMaxSeats;  // domino 1
inline constexpr int kFirstRecruit = kFirstClaim + kDominoes;
inline constexpr int kFirstRecruitPile = kFirstRecruit + kCavemanKinds;
inline constexpr int kPass = kFirstRecruitPile + kCavemanKinds;
inline constexpr int kNumActions = kPass + 1;

}  // namespace crownfire
