// The state of derived features, owned by JavaScript. Twin: packages/spec/src/derivation.ts, which describes it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol::expand {

constexpr size_t kTokens = 128;
constexpr size_t kLevel = 128;
constexpr size_t kLevels = 32;
constexpr size_t kBounds = 255;
constexpr size_t kCandidates = 65536;
constexpr size_t kMostCandidates = 32768 + 16384;
constexpr size_t kCells = 1048576;

enum DerivationScalar {
  kExamples,
  kDense,
  kColumns,
  kSketches,
  kLists,
  kScreened,
  kCandidateCount,
  kBegun,
  kWaits,
  kPause,
  kScreenEvery,
  kDerivationScalars
};
enum Flag : uint8_t { kVaries = 1, kIsDense = 2 };
enum Depth { kNone, kBins, kPairs, kTriples };

struct Rows {
  double *seen, *first;
  uint8_t* flags;
  uint32_t *column, *sketch, *dense;
  double *columnCount, *columnLast;
};

struct Sketches {
  double* counts;
  uint32_t* toggles;
  double* bounds;
  uint32_t* levels;
  uint8_t* fills;
  double* items;
  // the capacity for sketches and levels
  size_t capacity, lists;
};

struct Chosen {
  const uint32_t *pairStarts, *pairs, *tripleStarts, *triples, *tripleColumns;
  // the places of `tripleColumns`
  size_t places;
};

struct Evidence {
  float* cells;
  uint32_t* columns;
  double* sums;
};

struct State {
  size_t rows;
  double* scalars;
  Rows of;
  Sketches sketches;
  Chosen chosen;
  Evidence evidence;
};

struct DerivedBatch {
  uint32_t *starts, *features;
  double* amounts;
  uint32_t *derived, *binsEnd, *pairsEnd, *tokenOffsets, *tokenColumns, *tokenKeys;
  // the capacity for features and tokens
  size_t featureCapacity, tokenCapacity;
};

// The features of a batch whose columns have names.
struct NamedFeatures {
  size_t size;
  const uint32_t *at, *of;
  uint32_t* columns;
};

struct DerivationPlan {
  int depth;
  double constant;
  bool keep;
  NamedFeatures named;
};

struct Residuals {
  size_t size, classes;
  const double *gradients, *curvatures;
  const uint8_t* learned;
};

}  // namespace ol::expand
