#include "locate.h"

#include "../core/index/locate.h"
#include "batch.h"
#include "call.h"
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
  return in.needs(A::rows, features) && in.needsIfPresent(A::upper, features);
}

struct Locating {
  using Fields = LocateCall;
  static constexpr const char* outOfMemory = "Out of memory for the longest example of the batch";
  RowSlots slots;
  Batch batch;
  size_t from;
  bool keep;
  uint32_t* rows;

  bool read(const Arguments<LocateCall>& in) {
    from = in.whole(N::from);
    keep = in.flag(N::keep);
    rows = in.elements<uint32_t>(A::rows);
    return readSlots(in, slots) && readBatch(in, batch);
  }

  size_t run() const { return locate(slots, batch, from, keep, rows); }
};

}  // namespace

napi_value locateNow(napi_env env, napi_callback_info info) { return now<Locating>(env, info); }

}  // namespace ol::binding
