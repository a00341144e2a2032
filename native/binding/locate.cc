#include "locate.h"

#include "../core/index/locate.h"
#include "../core/index/place-rows.h"
#include "batch.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

using A = LocateCall::Array;
using N = LocateCall::Number;

// On failure throws and returns false.
template <class Call>
bool readSlots(const Arguments<Call>& in, RowSlots& slots) {
  using Slots = typename Call::Array;
  slots = {in.template elements<uint32_t>(Slots::slots), in.template elements<uint32_t>(Slots::keys),
           in.template elements<uint32_t>(Slots::counts), in.length(Slots::slots)};
  if (!powerOfTwo(slots.count) || slots.count < 2) return in.refuse("Expected a power of two of slots");
  if (!in.needs(Slots::counts, kRowCounts) || !in.needs(Slots::keys, 2 * capacityOf(slots))) return false;
  // a probe ends at a free slot
  return slots.counts[kUsed] <= capacityOf(slots) || in.refuse("Expected at most half of the slots to be in use");
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

struct PlacingRows {
  using Fields = PlaceRowsCall;
  static constexpr const char* outOfMemory = "Out of memory";
  RowSlots slots;
  size_t until;
  bool distinct;

  bool read(const Arguments<PlaceRowsCall>& in) {
    until = in.whole(PlaceRowsCall::Number::until);
    distinct = in.flag(PlaceRowsCall::Number::distinct);
    if (!readSlots(in, slots)) return false;
    return (slots.counts[kUsed] <= until && until <= capacityOf(slots)) ||
           in.refuse("Expected rows after those in use, at most half as many as there are slots");
  }

  size_t run() const { return placeRows(slots, until, distinct); }
};

}  // namespace

napi_value locateNow(napi_env env, napi_callback_info info) { return now<Locating>(env, info); }

napi_value placeRowsNow(napi_env env, napi_callback_info info) { return now<PlacingRows>(env, info); }

}  // namespace ol::binding
