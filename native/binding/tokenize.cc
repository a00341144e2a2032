#include "tokenize.h"

#include <vector>

#include "../core/tokenizers/tokenize.h"
#include "calls.h"
#include "job.h"

namespace ol::binding {
namespace {

using namespace ol::tokenizers;

using A = TokenizeCall::Array;
using N = TokenizeCall::Number;

static_assert(TokenizeCall::Number::fields[N::format].high == kFormatCount - 1);
static_assert(TokenizeCall::Number::fields[N::labelMode].high == kUnread);

struct Tokenizing {
  using Fields = TokenizeCall;
  static constexpr const char* resource = "ol.tokenize";
  static constexpr const char* outOfMemory = "Out of memory for a chunk";
  static constexpr stream::Kind kind = stream::Kind::tokenize;
  Format format;
  Tier tier;
  TokenPlan plan;
  Chunk chunk;
  Tokens out;
  double* counts;
  bool padded;

  bool read(const Arguments<TokenizeCall>& in);
  void run() const;
};

// Whether `order` has each of the columns once.
bool isOrder(const uint32_t* order, size_t length, size_t columns) {
  if (length != columns) return false;
  std::vector<bool> seen(columns);
  for (size_t i = 0; i < length; i++) {
    if (order[i] >= columns || seen[order[i]]) return false;
    seen[order[i]] = true;
  }
  return true;
}

bool readPlan(const Arguments<TokenizeCall>& in, TokenPlan& plan) {
  plan.hash = static_cast<NameMode>(in.whole(N::hash));
  plan.seed = static_cast<uint32_t>(in.whole(N::seed));
  plan.constant = in.flag(N::constant);
  plan.missing = in.flag(N::missing);
  plan.labelMode = static_cast<int>(in.whole(N::labelMode));
  plan.positive = in.number(N::positive);
  plan.maxLineBytes = in.whole(N::maxLineBytes);
  plan.delimiter = static_cast<uint8_t>(in.whole(N::delimiter));
  plan.decimal = static_cast<uint8_t>(in.whole(N::decimal));
  plan.quote = static_cast<uint8_t>(in.whole(N::quote));
  plan.comment = static_cast<uint8_t>(in.whole(N::comment));
  plan.escape = static_cast<uint8_t>(in.whole(N::escape));
  plan.dates = static_cast<uint32_t>(in.whole(N::dates));
  plan.skipBlank = in.flag(N::skipBlank);
  plan.prose = in.flag(N::prose);
  plan.charNgrams = in.whole(N::charNgrams);
  plan.spaces = in.flag(N::spaces);
  plan.labelKey = in.elements<const uint8_t>(A::labelKey);
  plan.labelKeyBytes = in.length(A::labelKey);
  plan.labelTexts = in.elements<const uint8_t>(A::labelTexts);
  plan.labelEnds = in.elements<const uint32_t>(A::labelEnds);
  plan.labelValues = in.elements<const double>(A::labelValues);
  plan.labelNumbers = in.elements<const double>(A::labelNumbers);
  plan.labels = in.length(A::labelEnds);
  plan.missingTexts = in.elements<const uint8_t>(A::missingTexts);
  plan.missingBytes = in.length(A::missingTexts);
  plan.header = in.elements<const uint8_t>(A::header);
  plan.headerBytes = in.length(A::header);
  plan.roles = in.elements<const uint8_t>(A::roles);
  plan.forms = in.elements<const uint8_t>(A::forms);
  plan.columnHashes = in.elements<const uint32_t>(A::columnHashes);
  plan.columnUppers = in.elements<const uint32_t>(A::columnUppers);
  plan.columnSpaces = in.elements<const uint8_t>(A::columnSpaces);
  plan.columns = in.length(A::roles);
  plan.columnOrder = in.elements<const uint32_t>(A::columnOrder);
  plan.isOrdered = in.length(A::columnOrder) > 0;
  for (size_t i = 0; i < plan.labels; i++)
    if (plan.labelEnds[i] > in.length(A::labelTexts) || (i > 0 && plan.labelEnds[i] < plan.labelEnds[i - 1]))
      return in.refuse("Expected ascending ends of the label strings, within their bytes");
  if (plan.missingBytes > 0 && plan.missingTexts[plan.missingBytes - 1] != '\n')
    return in.refuse("Expected a line feed after each text of missing cells");
  if (plan.isOrdered && !isOrder(plan.columnOrder, in.length(A::columnOrder), plan.columns))
    return in.refuse("Expected each column once in their order");
  return in.needs(A::forms, plan.columns) && in.needs(A::labelValues, plan.labels) &&
         in.needs(A::labelNumbers, plan.labels) && in.needs(A::columnHashes, plan.columns) &&
         in.needs(A::columnUppers, plan.columns) && in.needs(A::columnSpaces, plan.columns);
}

bool readChunk(const Arguments<TokenizeCall>& in, Tokenizing& call) {
  call.chunk = {in.elements<const uint8_t>(A::bytes), in.whole(N::start), in.whole(N::end), in.flag(N::final)};
  const Chunk& chunk = call.chunk;
  if (chunk.start > chunk.end || chunk.end > UINT32_MAX || chunk.end > in.length(A::bytes) ||
      (chunk.end > chunk.start && chunk.bytes[chunk.end - 1] != '\n'))
    return in.refuse("Expected a chunk that ends with a line feed, after its start");
  call.padded = in.length(A::bytes) - chunk.end >= kSlack && chunk.start >= kSlack;
  return true;
}

bool readTokens(const Arguments<TokenizeCall>& in, const Chunk& chunk, Tokenizing& call) {
  const bool wide = in.flag(N::wide);
  // the bytes that reserveTokens makes room for
  const size_t bytes = chunk.end - chunk.start;
  const size_t features = mostFeatures(call.plan, bytes);
  const size_t examples = (bytes >> 1) + 8;
  call.counts = in.elements<double>(A::counts);
  call.out = {in.elements<uint32_t>(A::offsets),
              in.elements<uint32_t>(A::indices),
              wide ? in.elements<uint32_t>(A::upper) : nullptr,
              in.elements<double>(A::values),
              in.elements<double>(A::labels),
              in.elements<double>(A::weights),
              in.elements<double>(A::initial),
              in.elements<uint32_t>(A::lines),
              in.elements<uint32_t>(A::tags),
              in.elements<uint32_t>(A::spaces),
              in.elements<uint32_t>(A::spaceEnds),
              in.elements<uint32_t>(A::bad),
              in.elements<uint32_t>(A::odd),
              in.elements<uint32_t>(A::missing)};
  return in.needs(A::offsets, examples + 1) && in.needs(A::indices, features) && in.needs(A::values, features) &&
         in.needs(A::labels, examples) && in.needs(A::weights, examples) && in.needs(A::initial, examples) &&
         in.needs(A::lines, examples) && in.needs(A::tags, 2 * examples) &&
         (!call.plan.spaces || in.needs(A::spaces, 2 * features)) && in.needs(A::spaceEnds, examples) &&
         in.needs(A::bad, kBadWidth * examples) && in.needs(A::missing, call.plan.columns) &&
         (call.plan.columns == 0 || in.needs(A::odd, kOddWidth * examples)) && in.needs(A::counts, kCountLength) &&
         (!wide || in.needs(A::upper, features));
}

bool Tokenizing::read(const Arguments<TokenizeCall>& in) {
  format = static_cast<Format>(in.whole(N::format));
  tier = ol::tier();
  return readPlan(in, plan) && readChunk(in, *this) && readTokens(in, chunk, *this);
}

// Bytes without slack around the chunk are copied to where they have it.
void Tokenizing::run() const {
  if (padded) {
    tokenize(format, tier, plan, chunk, out, counts);
    return;
  }
  const size_t size = chunk.end - chunk.start;
  std::vector<uint8_t> bytes(size + 2 * kSlack);
  if (size > 0) std::memcpy(bytes.data() + kSlack, chunk.bytes + chunk.start, size);
  // the same positions as in the caller's bytes; only the chunk's bytes and its slack are ever read
  const uint8_t* base =
      reinterpret_cast<const uint8_t*>(reinterpret_cast<uintptr_t>(bytes.data()) + kSlack - chunk.start);
  tokenize(format, tier, plan, {base, chunk.start, chunk.end, chunk.final}, out, counts);
}

}  // namespace

napi_value tokenizeNow(napi_env env, napi_callback_info info) { return now<Tokenizing, true>(env, info); }

napi_value cacheTokenize(napi_env env, napi_callback_info info) { return cacheArguments<Tokenizing>(env, info); }

napi_value tokenizeLater(napi_env env, napi_callback_info info) { return later<Tokenizing>(env, info); }

napi_value tokenizeStreamed(napi_env env, napi_callback_info info) { return streamed<Tokenizing>(env, info); }

}  // namespace ol::binding
