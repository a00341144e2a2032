#include "locate.h"

#include <new>

#include "../core/index/locate.h"
#include "arguments.h"
#include "batch.h"
#include "calls.h"

namespace ol::binding {
namespace {

using A = LocateCall::Array;
using N = LocateCall::Number;

// On failure throws and returns false.
bool readSlots(const Arguments<LocateCall>& in, RowSlots& slots) {
  slots = {in.elements<uint32_t>(A::slots), in.elements<uint32_t>(A::counts), in.length(A::slots) / kSlotWords};
  if (!powerOfTwo(slots.count) || slots.count < 2 || slots.count * kSlotWords != in.length(A::slots))
    return in.refuse("Expected a power of two of slots");
  if (!in.needs(A::counts, kRowCounts)) return false;
  // a probe ends at a free slot
  return slots.counts[kUsed] <= slots.count / 2 || in.refuse("Expected at most half of the slots to be in use");
}

bool readBatch(const Arguments<LocateCall>& in, Batch& batch) {
  if (in.whole(N::from) > in.whole(N::size)) return in.refuse("Expected an example of the batch to start from");
  if (!readFeatures(in, batch) || !readLabels(in, batch)) return false;
  batch.upper = in.elements<const uint32_t>(A::upper);
  const size_t features = batch.size == 0 ? 0 : batch.offsets[batch.size];
  return in.needs(A::rows, features) && in.needsIfThere(A::upper, features);
}

}  // namespace

napi_value locateNow(napi_env env, napi_callback_info info) {
  Arguments<LocateCall> in;
  napi_value arguments[in.count];
  size_t count = in.count;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  RowSlots slots;
  Batch batch;
  if (!in.read(env, arguments, count) || !readSlots(in, slots) || !readBatch(in, batch)) return nullptr;
  napi_value result = nullptr;
  try {
    const size_t done = locate(slots, batch, in.whole(N::from), in.flag(N::keep), in.elements<uint32_t>(A::rows));
    napi_create_uint32(env, static_cast<uint32_t>(done), &result);
  } catch (const std::bad_alloc&) {
    throwError(env, "OL_MEMORY", "Out of memory for the longest example of the batch");
  }
  return result;
}

}  // namespace ol::binding
