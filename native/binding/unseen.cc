#include "unseen.h"

#include "../core/index/unseen.h"
#include "arguments.h"
#include "batch.h"
#include "calls.h"

namespace ol::binding {
namespace {

using A = UnseenCall::Array;
using N = UnseenCall::Number;

// On failure throws and returns false.
bool readSeen(const Arguments<UnseenCall>& in, SeenKeys& seen) {
  seen = {in.elements<uint32_t>(A::slots), in.length(A::slots) / kSeenWords, in.elements<uint32_t>(A::counts)};
  if (!powerOfTwo(seen.count) || seen.count < 2 || seen.count * kSeenWords != in.length(A::slots))
    return in.refuse("Expected a power of two of slots");
  if (!in.needs(A::counts, kSeenCounts)) return false;
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
  return in.needs(A::found, sum(found, features - from)) && in.needsIfThere(A::upper, features);
}

}  // namespace

napi_value unseenNow(napi_env env, napi_callback_info info) {
  Arguments<UnseenCall> in;
  napi_value arguments[in.count];
  size_t count = in.count;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  SeenKeys seen;
  Batch batch;
  if (!in.read(env, arguments, count) || !readSeen(in, seen) || !readBatch(in, seen.counts[kSeenFound], batch))
    return nullptr;
  napi_value result = nullptr;
  napi_create_uint32(
      env, static_cast<uint32_t>(unseen(seen, batch, in.whole(N::from), in.elements<uint32_t>(A::found))), &result);
  return result;
}

}  // namespace ol::binding
