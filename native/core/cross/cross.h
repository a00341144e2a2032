// N-grams and interactions of the features of examples. Twin: packages/spec/src/crossing.ts, which describes the
// arrays.
#pragma once

#include "combinations.h"

namespace ol {

struct CrossPlan {
  const uint32_t* goesBy;  // 256, as the arrays by namespace below
  const uint8_t* spaceOf;
  const uint8_t* columns;
  size_t columnCount;
  const uint32_t *grams, *skips, *most;
  ByteLists interactions, named;  // whether interactions have two namespaces or more
  bool permutations, constant, wide, groups;
};

struct CrossTokens {
  const uint32_t* offsets;
  const uint32_t* indices;
  const uint32_t* upper;
  const double* values;
  const uint32_t* spaces;
  const uint32_t* spaceEnds;
};

struct Crossed {
  uint32_t* starts;
  uint32_t* lowers;
  uint32_t* uppers;
  double* amounts;
  uint8_t* groups;
  uint8_t* faults;
  size_t capacity;  // without the slack
};

enum CrossFault : uint8_t { kCrossNone, kCrossValue, kCrossFeatures };

inline constexpr size_t kNamespaces = 256;
inline constexpr uint32_t kIgnoredSpace = 256;
inline constexpr size_t kCrossPiece = 1 << 17;
inline constexpr size_t kCrossSlack = 16;
// The factor of the index of a product's first factor.
inline constexpr uint32_t kCrossFactor = 16777619;

// See TextBackend.cross. Twin: packages/fallback/src/cross/cross.ts.
size_t cross(const CrossPlan& plan, const CrossTokens& tokens, const Crossed& out, size_t first, size_t until);

}  // namespace ol
