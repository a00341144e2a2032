#include "tokenize.h"

#include <new>
#include <string>
#include <vector>

#include "../core/tokenizers/tokenize.h"
#include "arguments.h"
#include "job.h"

namespace ol::binding {
namespace {

using namespace ol::tokenizers;

enum TokenArgument : size_t {
  kInNumbers,
  kInBytes,
  kInLabelTexts,
  kInLabelEnds,
  kInLabelValues,
  kInRoles,
  kInColumnHashes,
  kInOffsets,
  kInIndices,
  kInValues,
  kInLabels,
  kInWeights,
  kInInitial,
  kInLines,
  kInTags,
  kInSpaces,
  kInSpaceEnds,
  kInBad,
  kInCounts,
  kInColumnSpaces,
  kInLabelKey,
  kInUpper,
  kInColumnUppers,
  kTokenArguments
};

enum TokenNumber : size_t {
  kNumFormat,
  kNumAll,
  kNumSeed,
  kNumConstant,
  kNumLabelMode,
  kNumPositive,
  kNumMaxLineBytes,
  kNumDelimiter,
  kNumQuote,
  kNumComment,
  kNumSpaces,
  kNumWide,
  kNumStart,
  kNumEnd,
  kNumFinal,
  kTokenNumbers
};

struct ArgumentInfo {
  const char* name;
  napi_typedarray_type type;
};

constexpr ArgumentInfo kArguments[kTokenArguments] = {
    {"numbers", napi_float64_array},     {"bytes", napi_uint8_array},         {"labelTexts", napi_uint8_array},
    {"labelEnds", napi_uint32_array},    {"labelValues", napi_float64_array}, {"roles", napi_uint8_array},
    {"columnHashes", napi_uint32_array}, {"offsets", napi_uint32_array},      {"indices", napi_uint32_array},
    {"values", napi_float64_array},      {"labels", napi_float64_array},      {"weights", napi_float64_array},
    {"initial", napi_float64_array},     {"lines", napi_uint32_array},        {"tags", napi_uint32_array},
    {"spaces", napi_uint32_array},       {"spaceEnds", napi_uint32_array},    {"bad", napi_uint32_array},
    {"counts", napi_float64_array},      {"columnSpaces", napi_uint8_array},  {"labelKey", napi_uint8_array},
    {"upper", napi_uint32_array},        {"columnUppers", napi_uint32_array},
};

struct TokenCall {
  Format format;
  Tier tier;
  TokenPlan plan;
  Chunk chunk;
  Tokens out;
  double* counts;
  bool padded;
};

bool wrongLength(napi_env env, size_t argument) {
  return throwError(env, "OL_BATCH", std::string("The array ") + kArguments[argument].name + " has too few elements");
}

bool readTokenCall(napi_env env, const napi_value* arguments, size_t count, TokenCall& call) {
  if (count < kTokenArguments) return throwError(env, "OL_BATCH", "Too few arguments");
  void* data[kTokenArguments];
  size_t length[kTokenArguments];
  for (size_t i = 0; i < kTokenArguments; i++) {
    napi_typedarray_type type;
    if (napi_get_typedarray_info(env, arguments[i], &type, &length[i], &data[i], nullptr, nullptr) != napi_ok ||
        type != kArguments[i].type)
      return throwError(env, "OL_BATCH",
                        std::string("Expected a typed array of the right type for ") + kArguments[i].name);
  }
  if (length[kInNumbers] < kTokenNumbers) return wrongLength(env, kInNumbers);
  const double* numbers = static_cast<const double*>(data[kInNumbers]);
  const double most[kTokenNumbers] = {kFormatCount - 1,
                                      1,
                                      4294967295.0,
                                      1,
                                      kClass,
                                      0,
                                      1ull << 40,
                                      127,
                                      127,
                                      127,
                                      1,
                                      1,
                                      static_cast<double>(length[kInBytes]),
                                      static_cast<double>(length[kInBytes]),
                                      1};
  for (size_t i = 0; i < kTokenNumbers; i++)
    if (i != kNumPositive && !(numbers[i] >= 0 && numbers[i] <= most[i] &&
                               numbers[i] == static_cast<double>(static_cast<uint64_t>(numbers[i]))))
      return throwError(env, "OL_BATCH", "A number of a tokenizer is out of range: " + std::to_string(i));

  call.format = static_cast<Format>(numbers[kNumFormat]);
  call.tier = tier();
  TokenPlan& plan = call.plan;
  plan.hash = numbers[kNumAll] == 1 ? kAll : kStrings;
  plan.seed = static_cast<uint32_t>(numbers[kNumSeed]);
  plan.constant = numbers[kNumConstant] == 1;
  plan.labelMode = static_cast<int>(numbers[kNumLabelMode]);
  plan.positive = numbers[kNumPositive];
  plan.maxLineBytes = static_cast<size_t>(numbers[kNumMaxLineBytes]);
  plan.delimiter = static_cast<uint8_t>(numbers[kNumDelimiter]);
  plan.quote = static_cast<uint8_t>(numbers[kNumQuote]);
  plan.comment = static_cast<uint8_t>(numbers[kNumComment]);
  plan.labelKey = static_cast<const uint8_t*>(data[kInLabelKey]);
  plan.labelKeyBytes = length[kInLabelKey];
  plan.spaces = numbers[kNumSpaces] == 1;
  plan.columnSpaces = static_cast<const uint8_t*>(data[kInColumnSpaces]);
  plan.labelTexts = static_cast<const uint8_t*>(data[kInLabelTexts]);
  plan.labelEnds = static_cast<const uint32_t*>(data[kInLabelEnds]);
  plan.labelValues = static_cast<const double*>(data[kInLabelValues]);
  plan.labels = length[kInLabelEnds];
  plan.roles = static_cast<const uint8_t*>(data[kInRoles]);
  plan.columnHashes = static_cast<const uint32_t*>(data[kInColumnHashes]);
  plan.columnUppers = static_cast<const uint32_t*>(data[kInColumnUppers]);
  plan.columns = length[kInRoles];
  if (length[kInLabelValues] < plan.labels) return wrongLength(env, kInLabelValues);
  if (length[kInColumnHashes] < plan.columns) return wrongLength(env, kInColumnHashes);
  if (length[kInColumnUppers] < plan.columns) return wrongLength(env, kInColumnUppers);
  if (length[kInColumnSpaces] < plan.columns) return wrongLength(env, kInColumnSpaces);
  for (size_t i = 0; i < plan.labels; i++)
    if (plan.labelEnds[i] > length[kInLabelTexts] || (i > 0 && plan.labelEnds[i] < plan.labelEnds[i - 1]))
      return throwError(env, "OL_BATCH", "The ends of the label texts ascend within the texts");

  call.chunk = {static_cast<const uint8_t*>(data[kInBytes]), static_cast<size_t>(numbers[kNumStart]),
                static_cast<size_t>(numbers[kNumEnd]), numbers[kNumFinal] == 1};
  const Chunk& chunk = call.chunk;
  if (chunk.start > chunk.end || chunk.end > UINT32_MAX ||
      (chunk.end > chunk.start && chunk.bytes[chunk.end - 1] != '\n'))
    return throwError(env, "OL_BATCH", "A chunk ends with a line feed, and behind its start");
  call.padded = length[kInBytes] - chunk.end >= kSlack && chunk.start >= kSlack;

  const bool wide = numbers[kNumWide] == 1;
  // what reserveTokens makes room for
  const size_t bytes = chunk.end - chunk.start;
  const size_t features = bytes + 8;
  const size_t examples = (bytes >> 1) + 8;
  const size_t needs[kTokenArguments] = {0,
                                         0,
                                         0,
                                         0,
                                         0,
                                         0,
                                         0,
                                         examples + 1,
                                         features,
                                         features,
                                         examples,
                                         examples,
                                         examples,
                                         examples,
                                         2 * examples,
                                         2 * features,
                                         examples,
                                         kBadWidth * examples,
                                         kCountLength,
                                         0,
                                         0,
                                         wide ? features : 0,
                                         0};
  for (size_t i = 0; i < kTokenArguments; i++)
    if (length[i] < needs[i]) return wrongLength(env, i);
  call.out = {static_cast<uint32_t*>(data[kInOffsets]),
              static_cast<uint32_t*>(data[kInIndices]),
              wide ? static_cast<uint32_t*>(data[kInUpper]) : nullptr,
              static_cast<double*>(data[kInValues]),
              static_cast<double*>(data[kInLabels]),
              static_cast<double*>(data[kInWeights]),
              static_cast<double*>(data[kInInitial]),
              static_cast<uint32_t*>(data[kInLines]),
              static_cast<uint32_t*>(data[kInTags]),
              static_cast<uint32_t*>(data[kInSpaces]),
              static_cast<uint32_t*>(data[kInSpaceEnds]),
              static_cast<uint32_t*>(data[kInBad])};
  call.counts = static_cast<double*>(data[kInCounts]);
  return true;
}

// Runs a call; bytes without slack around the chunk are copied to where they have it.
void run(const TokenCall& call) {
  if (call.padded) {
    tokenize(call.format, call.tier, call.plan, call.chunk, call.out, call.counts);
    return;
  }
  const size_t size = call.chunk.end - call.chunk.start;
  std::vector<uint8_t> bytes(size + 2 * kSlack);
  if (size > 0) std::memcpy(bytes.data() + kSlack, call.chunk.bytes + call.chunk.start, size);
  // the same positions as in the caller's bytes; only those of the chunk and its slack are ever read
  const uint8_t* base =
      reinterpret_cast<const uint8_t*>(reinterpret_cast<uintptr_t>(bytes.data()) + kSlack - call.chunk.start);
  tokenize(call.format, call.tier, call.plan, {base, call.chunk.start, call.chunk.end, call.chunk.final}, call.out,
           call.counts);
}

}  // namespace

napi_value tokenizeNow(napi_env env, napi_callback_info info) {
  napi_value arguments[kTokenArguments];
  size_t count = kTokenArguments;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  TokenCall call;
  if (!readTokenCall(env, arguments, count, call)) return nullptr;
  try {
    run(call);
  } catch (const std::bad_alloc&) {
    throwError(env, "OL_MEMORY", "Out of memory for a chunk");
  }
  return nullptr;
}

napi_value tokenizeLater(napi_env env, napi_callback_info info) {
  return later<TokenCall, kTokenArguments>(env, info, readTokenCall, run, "ol.tokenize",
                                           "The chunk could not be read: out of memory");
}

}  // namespace ol::binding
