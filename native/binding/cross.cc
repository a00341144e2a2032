#include "cross.h"

#include "../core/cross/cross.h"
#include "calls.h"
#include "job.h"

namespace ol::binding {
namespace {

using In = Arguments<CrossCall>;
using A = CrossCall::Array;
using N = CrossCall::Number;

// Interactions of two namespaces or more. On failure throws and returns false, as those below.
bool readLists(const In& in, size_t bytes, size_t ends, ByteLists& lists) {
  lists = {in.elements<const uint8_t>(bytes), in.elements<const uint32_t>(ends), in.length(ends)};
  size_t from = 0;
  for (size_t i = 0; i < lists.count; from = lists.ends[i++])
    if (lists.ends[i] < from + 2 || lists.ends[i] > in.length(bytes))
      return in.refuse("Expected ascending ends of interactions of two namespaces or more, within their bytes");
  return true;
}

bool readPlan(const In& in, CrossPlan& plan) {
  plan.goesBy = in.elements<const uint32_t>(A::goesBy);
  plan.spaceOf = in.elements<const uint8_t>(A::spaceOf);
  plan.columns = in.elements<const uint8_t>(A::columns);
  plan.columnCount = in.length(A::columns);
  plan.grams = in.elements<const uint32_t>(A::grams);
  plan.skips = in.elements<const uint32_t>(A::skips);
  plan.most = in.elements<const uint32_t>(A::most);
  plan.permutations = in.flag(N::permutations);
  plan.constant = in.flag(N::constant);
  plan.wide = in.flag(N::wide);
  plan.groups = in.flag(N::groups);
  for (const size_t array : {A::goesBy, A::spaceOf, A::grams, A::skips, A::most})
    if (!in.needs(array, kNamespaces)) return false;
  for (size_t i = 0; i < kNamespaces; i++)
    if (plan.goesBy[i] > kIgnoredSpace) return in.refuse("Expected bytes that namespaces go by");
  return readLists(in, A::interactions, A::interactionEnds, plan.interactions) &&
         readLists(in, A::named, A::namedEnds, plan.named);
}

bool readTokens(const In& in, const CrossPlan& plan, size_t first, size_t until, CrossTokens& tokens) {
  tokens = {in.elements<const uint32_t>(A::offsets), in.elements<const uint32_t>(A::indices),
            in.elements<const uint32_t>(A::upper),   in.elements<const double>(A::values),
            in.elements<const uint32_t>(A::spaces),  in.elements<const uint32_t>(A::spaceEnds)};
  if (first > until) return in.refuse("Expected examples in their order");
  if (!in.checkOffsets(A::offsets, until) || !in.needs(A::spaceEnds, until)) return false;
  const size_t features = tokens.offsets[until];
  if (!in.needs(A::indices, features) || !in.needs(A::values, features) || (plan.wide && !in.needs(A::upper, features)))
    return false;
  size_t k = first == 0 ? 0 : tokens.spaceEnds[first - 1];
  for (size_t e = first; e < until; e++) {
    if (tokens.spaceEnds[e] < k) return in.refuse("Expected ascending ends of stretches");
    if (!in.needs(A::spaces, product(2, tokens.spaceEnds[e]))) return false;
    for (; k < tokens.spaceEnds[e]; k++)
      if (tokens.spaces[2 * k] >= kNamespaces || tokens.spaces[2 * k + 1] > features)
        return in.refuse("Expected stretches of features of the examples");
    if (plan.constant && tokens.offsets[e + 1] == tokens.offsets[e])
      return in.refuse("Expected a constant in each example");
  }
  return true;
}

bool readOut(const In& in, const CrossPlan& plan, size_t examples, Crossed& out) {
  out = {in.elements<uint32_t>(A::starts),
         in.elements<uint32_t>(A::lowers),
         in.elements<uint32_t>(A::uppers),
         in.elements<double>(A::amounts),
         in.elements<uint8_t>(A::groups),
         in.elements<uint8_t>(A::faults),
         0};
  const size_t capacity = in.length(A::amounts);
  if (!in.needs(A::amounts, kCrossSlack) || !in.needs(A::lowers, capacity) ||
      (plan.wide && !in.needs(A::uppers, capacity)) || (plan.groups && !in.needs(A::groups, capacity)))
    return false;
  out.capacity = capacity - kCrossSlack;
  return in.needs(A::starts, sum(examples, 1)) && in.needs(A::faults, examples);
}

struct Crossing {
  using Fields = CrossCall;
  static constexpr const char* resource = "ol.cross";
  static constexpr const char* outOfMemory = "Out of memory for the interactions of a chunk";
  static constexpr stream::Kind kind = stream::Kind::cross;
  CrossPlan plan;
  CrossTokens tokens;
  Crossed out;
  size_t first, until;

  bool read(const In& in) {
    first = in.whole(N::first);
    until = in.whole(N::until);
    return readPlan(in, plan) && readTokens(in, plan, first, until, tokens) && readOut(in, plan, until - first, out);
  }

  size_t run() const { return cross(plan, tokens, out, first, until); }
};

}  // namespace

napi_value crossNow(napi_env env, napi_callback_info info) { return now<Crossing>(env, info); }

napi_value crossLater(napi_env env, napi_callback_info info) { return later<Crossing>(env, info); }

napi_value crossStreamed(napi_env env, napi_callback_info info) { return streamed<Crossing>(env, info); }

}  // namespace ol::binding
