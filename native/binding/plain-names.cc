#include "plain-names.h"

#include "../core/names/plain-names.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

using namespace ol::names;

using A = PlainNamesCall::Array;
using N = PlainNamesCall::Number;

struct Naming {
  using Fields = PlainNamesCall;
  static constexpr const char* outOfMemory = "Out of memory for the names of features";
  tokenizers::Format format;
  bool constant;
  NamedLines chunk;
  const uint32_t* at;
  size_t from;
  size_t size;
  NameBytes out;

  bool read(const Arguments<PlainNamesCall>& in) {
    format = static_cast<tokenizers::Format>(in.whole(N::format));
    constant = in.flag(N::constant);
    chunk = {in.elements<const uint8_t>(A::bytes),
             in.whole(N::end),
             in.whole(N::size),
             in.elements<const uint32_t>(A::lines),
             in.elements<const uint32_t>(A::offsets),
             in.elements<uint32_t>(A::cursor)};
    at = in.elements<const uint32_t>(A::at);
    from = in.whole(N::from);
    size = in.length(A::at);
    if (from > size) return in.refuse("Expected a feature to start from");
    out = {in.elements<uint8_t>(A::text), in.length(A::text), in.elements<uint32_t>(A::ends),
           in.elements<uint32_t>(A::counts)};
    return in.needs(A::bytes, chunk.end) && in.needs(A::lines, chunk.size) && in.checkOffsets(A::offsets, chunk.size) &&
           in.needs(A::cursor, kCursorLength) && in.needs(A::counts, kNameCounts) &&
           in.needs(A::text, out.counts[kNameBytes]) && in.needs(A::ends, sum(out.counts[kNames], size - from));
  }

  size_t run() const { return plainNames(format, constant, chunk, at, from, size, out); }
};

}  // namespace

napi_value plainNamesNow(napi_env env, napi_callback_info info) { return now<Naming>(env, info); }

}  // namespace ol::binding
