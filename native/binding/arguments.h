// Reads the arguments of a call. Types, lengths and detachment are checked here, at every call; below, nothing can
// fail.
#pragma once

#include <node_api.h>

#include <cstdint>
#include <string>

#include "../core/table.h"

namespace ol::binding {

// The typed arrays of learn and predict, in the order in which they are passed.
enum Argument : size_t {
  kArgNumbers,
  kArgParams,
  kArgLossParams,
  kArgLane,
  kArgShared,
  kArgScalars,
  kArgOffsets,
  kArgIndices,
  kArgValues,
  kArgLabels,
  kArgWeights,
  kArgInitial,
  kArgPredictions,
  kArgLosses,
  kArgStatus,
  kArgClasses,
  kArgLaneWeights,
  kArgMeasures,
  kArgumentCount
};

// The entries of the array `kArgNumbers`.
enum Number : size_t {
  kRule,
  kLoss,
  kInvariant,
  kClip,
  kClipMin,
  kClipMax,
  kRows,
  kLanes,
  kWide,
  kLaneStride,
  kLaneStep,
  kSharedStart,
  kSharedStride,
  kSize,
  kNumberCount
};

// The numbers of a later measure in the array `kArgMeasures`.
enum MeasureNumber : size_t {
  kMeasureFrom,
  kMeasureLoss,
  kMeasureParam,
  kMeasureClip,
  kMeasureClipMin,
  kMeasureClipMax,
  kMeasureNumberCount
};

struct Call {
  Plan plan;
  Table table;
  Batch batch;
  Results results;
};

// A typed array of JavaScript.
struct View {
  void* data = nullptr;
  size_t length = 0;
};

// Reads the typed array `name`; an `optional` one may be undefined. On failure throws and returns false.
bool readView(napi_env env, napi_value value, const char* name, napi_typedarray_type expected, bool optional,
              View& view);

// Sums and products of sizes that JavaScript passes, which saturate instead of wrapping: no array is as long as
// SIZE_MAX.
inline size_t product(size_t a, size_t b) { return b != 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b; }
inline size_t sum(size_t a, size_t b) { return a > SIZE_MAX - b ? SIZE_MAX : a + b; }

// Says that the array `name` is too short; returns false.
bool tooShort(napi_env env, const char* name, size_t length, size_t needed);

// Fills `call`; on failure throws a JavaScript error and returns false.
bool readCall(napi_env env, const napi_value* arguments, size_t count, Call& call);

bool throwError(napi_env env, const char* code, const std::string& message);

}  // namespace ol::binding
