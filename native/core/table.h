// The plain data that crosses the boundary. Twin: packages/spec/src/{backend,batch}.ts, which say what it means.
#pragma once

#include <cstddef>
#include <cstdint>

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
  const double* weights;  // or null
  const double* initial;  // or null
  const double* laneWeights;  // size * lanes, or null
};

enum class Clip { none = 0, range = 1, labels = 2 };

struct Plan {
  int rule, loss;
  bool invariant;
  const double* classes;  // the class of each lane, or null
  Clip clip;
  double clipMin, clipMax;
  const double* params;
  double lossParam;
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
