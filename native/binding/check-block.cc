#include "check-block.h"

#include "../core/blocks/check-block.h"
#include "calls.h"
#include "job.h"

namespace ol::binding {
namespace {

struct Checking {
  using Fields = CheckBlockCall;
  static constexpr const char* resource = "ol.checkBlock";
  static constexpr stream::Kind kind = stream::Kind::tokenize;
  static constexpr const char* outOfMemory = "Out of memory for a block";
  double classes;
  blocks::BlockNumbers block;

  bool read(const Arguments<CheckBlockCall>& in) {
    using A = CheckBlockCall::Array;
    using N = CheckBlockCall::Number;
    classes = in.number(N::classes);
    block = {in.elements<const uint8_t>(A::bytes),
             in.length(A::bytes),
             static_cast<uint32_t>(in.whole(N::sum)),
             in.whole(N::size),
             in.length(A::values),
             in.elements<const uint32_t>(A::offsets),
             in.elements<double>(A::values),
             in.elements<const float>(A::singles),
             in.elements<const double>(A::labels),
             in.elements<const double>(A::weights),
             in.elements<const double>(A::initial)};
    if (in.view(A::singles).wide) return in.refuse("Expected singles in float32");
    return in.needs(A::offsets, sum(block.size, 1)) && in.needsIfPresent(A::singles, block.features) &&
           in.needs(A::labels, block.size) && in.needsIfPresent(A::weights, block.size) &&
           in.needsIfPresent(A::initial, block.size);
  }

  size_t run() const { return blocks::checkBlock(classes, block) ? 1 : 0; }
};

}  // namespace

napi_value checkBlockNow(napi_env env, napi_callback_info info) { return now<Checking>(env, info); }

napi_value checkBlockLater(napi_env env, napi_callback_info info) { return later<Checking>(env, info); }

napi_value checkBlockStreamed(napi_env env, napi_callback_info info) { return streamed<Checking>(env, info); }

}  // namespace ol::binding
