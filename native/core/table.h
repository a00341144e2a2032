// The plain data that crosses the boundary. Twin: packages/spec/src/{backend,batch}.ts, which describe it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace ol {

struct Table {
  void* lane;
  double* shared;
  double* scalars;
  size_t rows, lanes, laneStride, laneStep, sharedStart, sharedStride, scalarCount;
  bool wide;  // float64 lanes
};

struct Batch {
  size_t size;
  const uint32_t* offsets;
  const uint32_t* indices;
  const double* values;
  const double* labels;
  const double* weights;              // or null
  const double* initial;              // or null
  const double* laneWeights;          // size * lanes, or null
  const double* labelUnits;           // or null
  const uint32_t* upper = nullptr;    // for `locate`; or null
  const uint32_t* derived = nullptr;  // or null
  const uint32_t* ends = nullptr;     // or null
  const uint8_t* groups = nullptr;    // or null

  size_t end(size_t e) const { return ends == nullptr ? offsets[e + 1] : ends[e]; }
};

// The features from .. to; those from `derived` on are not scaled. The features from `next` to `end` come later and
// may be prefetched.
struct Span {
  const uint32_t* indices;
  const double* values;
  size_t from, to, end, derived, next;
  // of the same places; or null
  const uint8_t* groups = nullptr;
};

enum class Clip { none = 0, range = 1, labels = 2, vw = 3 };

// The measure of the lanes from .. to.
struct Measure {
  size_t from, to;
  int loss;
  double lossParam;
  Clip clip;
  double clipMin, clipMax;
};

struct Plan {
  int rule;
  bool invariant;
  const double* classes;  // the class of each lane, or null
  const double* params;
  // the index of the constant (-1: none), and whether labels are learned in units of their spread
  double constant = -1;
  double reach = std::numeric_limits<double>::infinity();
  bool labels = false;
  // 256, or null
  const double* groupFactors = nullptr;
  // 2 * lanes, or null
  double* errors = nullptr;
  std::vector<Measure> measures;  // one at least; they cover the lanes in their order
};

struct Results {
  double* predictions;
  double* losses;
  uint8_t* status;
};

enum Status : uint8_t { kLearned = 0, kPredicted = 1, kDiverged = 2 };

enum EngineScalar { kT, kExamples, kMinLabel, kMaxLabel, kEngineScalars };
enum EngineLaneScalar { kDropped, kEngineLaneScalars };

}  // namespace ol
