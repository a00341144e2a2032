#include "unseen.h"

#include "../core/index/unseen.h"
#include "batch.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

using A = UnseenCall::Array;
using N = UnseenCall::Number;

// On failure throws and returns false.
bool readSeen(const Arguments<UnseenCall>& in, SeenKeys& seen) {
  const bool wide = in.whole(N::wide) != 0;
  const size_t words = seenWords(wide);
  seen = {wide, in.elements<uint32_t>(A::slots), in.length(A::slots) / words, in.elements<uint32_t>(A::counts),
          in.elements<uint32_t>(A::first)};
  if (!powerOfTwo(seen.count) || seen.count < 2 || seen.count * words != in.length(A::slots))
    return in.refuse("Expected a power of two of slots");
  if (!in.needs(A::counts, kSeenCounts) || !in.needs(A::first, kFirstKeys * words)) return false;
  // a probe ends at a free slot
  const uint32_t zero = seen.counts[kSeenZero], size = seen.counts[kSeenSize];
  return (zero <= 1 && size >= zero && size - zero <= seen.count / 2) ||
         in.refuse("Expected at most half of the slots to be in use");
}

bool readBatch(const Arguments<UnseenCall>& in, size_t found, Batch& batch) {
  if (!readFeatures(in, batch)) return false;
  batch.upper = in.elements<const uint32_t>(A::upper);
  const size_t features = batch.size == 0 ? 0 : batch.offsets[batch.size];
  const size_t from = in.whole(N::from);
  if (from > features) return in.refuse("Expected a feature of the batch to start from");
  return in.needs(A::found, sum(found, features - from)) && in.needsIfPresent(A::upper, features);
}

struct Noticing {
  using Fields = UnseenCall;
  static constexpr const char* outOfMemory = "Out of memory for the features of a batch";
  SeenKeys seen;
  Batch batch;
  size_t from;
  uint32_t* found;

  bool read(const Arguments<UnseenCall>& in) {
    from = in.whole(N::from);
    found = in.elements<uint32_t>(A::found);
    return readSeen(in, seen) && readBatch(in, seen.counts[kSeenFound], batch);
  }

  size_t run() const { return unseen(seen, batch, from, found); }
};

}  // namespace

napi_value unseenNow(napi_env env, napi_callback_info info) { return now<Noticing>(env, info); }

}  // namespace ol::binding
