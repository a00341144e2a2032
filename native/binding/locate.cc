#include "locate.h"

#include <new>

#include "../core/index/locate.h"
#include "arguments.h"

namespace ol::binding {
namespace {

// In the order in which they are passed; the typed arrays come first.
enum LocateArgument : size_t {
  kSlots,
  kCounts,
  kOffsets,
  kIndices,
  kUpper,
  kValues,
  kLabels,
  kWeights,
  kRowsOut,
  kLocateArrays,
  kBatchSize = kLocateArrays,
  kFrom,
  kKeep,
  kLocateArguments
};

struct ArrayInfo {
  const char* name;
  napi_typedarray_type type;
  bool optional;
};

constexpr ArrayInfo kArrays[kLocateArrays] = {
    {"slots", napi_uint32_array, false},   {"counts", napi_uint32_array, false},  {"offsets", napi_uint32_array, false},
    {"indices", napi_uint32_array, false}, {"upper", napi_uint32_array, true},    {"values", napi_float64_array, false},
    {"labels", napi_float64_array, false}, {"weights", napi_float64_array, true}, {"rows", napi_uint32_array, false},
};

bool powerOfTwo(size_t n) { return n > 0 && (n & (n - 1)) == 0; }

// Reads the arguments; on failure throws and returns false.
bool readLocate(napi_env env, const napi_value* arguments, size_t count, RowSlots& slots, Batch& batch, size_t& from,
                bool& keep, uint32_t*& rows) {
  if (count < kLocateArguments) return throwError(env, "OL_BATCH", "Too few arguments");
  View views[kLocateArrays];
  for (size_t i = 0; i < kLocateArrays; i++)
    if (!readView(env, arguments[i], kArrays[i].name, kArrays[i].type, kArrays[i].optional, views[i])) return false;
  uint32_t size, first;
  if (napi_get_value_uint32(env, arguments[kBatchSize], &size) != napi_ok ||
      napi_get_value_uint32(env, arguments[kFrom], &first) != napi_ok ||
      napi_get_value_bool(env, arguments[kKeep], &keep) != napi_ok || first > size)
    return throwError(env, "OL_BATCH", "Expected the size of a batch, an example of it, and whether rows are kept");
  slots.count = views[kSlots].length / kSlotWords;
  if (!powerOfTwo(slots.count) || slots.count < 2 || slots.count * kSlotWords != views[kSlots].length)
    return throwError(env, "OL_BATCH", "The slots are a power of two");
  const auto holds = [&](LocateArgument i, size_t needed) {
    return views[i].length >= needed || tooShort(env, kArrays[i].name, views[i].length, needed);
  };
  if (!holds(kCounts, kRowCounts) || !holds(kOffsets, size + size_t{1}) || !holds(kLabels, size) ||
      (views[kWeights].data != nullptr && !holds(kWeights, size)))
    return false;
  const uint32_t* offsets = static_cast<const uint32_t*>(views[kOffsets].data);
  for (size_t e = 0; e < size; e++)
    if (offsets[e] > offsets[e + 1]) return throwError(env, "OL_BATCH", "The offsets of a batch ascend");
  const size_t features = size == 0 ? 0 : offsets[size];
  if (!holds(kIndices, features) || !holds(kValues, features) || !holds(kRowsOut, features) ||
      (views[kUpper].data != nullptr && !holds(kUpper, features)))
    return false;
  slots.slots = static_cast<uint32_t*>(views[kSlots].data);
  slots.counts = static_cast<uint32_t*>(views[kCounts].data);
  // a probe ends at a free slot
  if (slots.counts[kUsed] > slots.count / 2)
    return throwError(env, "OL_BATCH", "More rows are in use than the slots have room for");
  batch = {};
  batch.size = size;
  batch.offsets = offsets;
  batch.indices = static_cast<const uint32_t*>(views[kIndices].data);
  batch.upper = static_cast<const uint32_t*>(views[kUpper].data);
  batch.values = static_cast<const double*>(views[kValues].data);
  batch.labels = static_cast<const double*>(views[kLabels].data);
  batch.weights = static_cast<const double*>(views[kWeights].data);
  rows = static_cast<uint32_t*>(views[kRowsOut].data);
  from = first;
  return true;
}

}  // namespace

napi_value locateNow(napi_env env, napi_callback_info info) {
  napi_value arguments[kLocateArguments];
  size_t count = kLocateArguments;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  RowSlots slots;
  Batch batch;
  size_t from;
  bool keep;
  uint32_t* rows;
  if (!readLocate(env, arguments, count, slots, batch, from, keep, rows)) return nullptr;
  napi_value result = nullptr;
  try {
    napi_create_uint32(env, static_cast<uint32_t>(locate(slots, batch, from, keep, rows)), &result);
  } catch (const std::bad_alloc&) {
    throwError(env, "OL_MEMORY", "Out of memory for the longest example of the batch");
  }
  return result;
}

}  // namespace ol::binding
