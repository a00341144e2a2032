// The edge: exports of the addon. Set-up goes through node-addon-api, calls on the hot path through plain Node-API.
#include <napi.h>

#include <algorithm>
#include <cstring>

#include "../core/losses/index.h"
#include "../core/math/log.h"
#include "../core/pages.h"
#include "../core/rules.h"
#include "../core/tiers.h"
#include "arguments.h"
#include "calls.h"
#include "check-block.h"
#include "learn.h"
#include "cross.h"
#include "expand.h"
#include "locate.h"
#include "merge.h"
#include "mix.h"
#include "plain-names.h"
#include "stream.h"
#include "tokenize.h"
#include "unseen.h"
#include "validation.h"

namespace ol::binding {
namespace {

// Moves the parts of a buffer that are in use to huge pages, on a thread of Node: copying them takes milliseconds.
class PagesInUse : public Napi::AsyncWorker {
 public:
  PagesInUse(Napi::Env env, Napi::ArrayBuffer buffer)
      : Napi::AsyncWorker(env, "ol.advise"),
        kept_(Napi::Persistent(buffer)),
        data_(buffer.Data()),
        bytes_(buffer.ByteLength()) {}

 protected:
  void Execute() override { useHugePages(data_, bytes_, false); }

 private:
  Napi::Reference<Napi::ArrayBuffer> kept_;
  void* data_;
  size_t bytes_;
};

Napi::Value adviseBuffer(const Napi::CallbackInfo& info) {
  size_t start = 0;
  if (info.Length() > 0 && info[0].IsArrayBuffer()) {
    Napi::ArrayBuffer buffer = info[0].As<Napi::ArrayBuffer>();
    const std::string part = info.Length() > 1 && info[1].IsString() ? info[1].As<Napi::String>().Utf8Value() : "";
    start = bytesToLine(buffer.Data());
    if (part == "whole") useHugePages(buffer.Data(), buffer.ByteLength(), true);
    if (part == "used" && buffer.ByteLength() >= kHugePage) (new PagesInUse(info.Env(), buffer))->Queue();
  }
  return Napi::Number::New(info.Env(), static_cast<double>(start));
}

// Marks rows of a buffer that have a bit that is not 0: see `Backend.findHeld`.
Napi::Value findHeldRows(const Napi::CallbackInfo& info) {
  if (info.Length() < 4 || !info[0].IsArrayBuffer() || !info[1].IsNumber() || !info[2].IsNumber() ||
      !info[3].IsTypedArray() || info[3].As<Napi::TypedArray>().TypedArrayType() != napi_uint8_array) {
    throwError(info.Env(), "OL_BATCH", "Expected a buffer, two numbers and a Uint8Array");
    return info.Env().Undefined();
  }
  Napi::ArrayBuffer buffer = info[0].As<Napi::ArrayBuffer>();
  Napi::Uint8Array flags = info[3].As<Napi::Uint8Array>();
  const double start = info[1].As<Napi::Number>().DoubleValue();
  const double stride = info[2].As<Napi::Number>().DoubleValue();
  const double bytes = stride * static_cast<double>(flags.ElementLength());
  if (!(start >= 0) || !(stride > 0) || !(start + bytes <= static_cast<double>(buffer.ByteLength()))) {
    throwError(info.Env(), "OL_BATCH", "Expected rows within the buffer");
    return info.Env().Undefined();
  }
  findHeld(static_cast<const uint8_t*>(buffer.Data()) + static_cast<size_t>(start), static_cast<size_t>(stride),
           flags.ElementLength(), flags.Data());
  return info.Env().Undefined();
}

// A typed array of numbers of 4 or 8 bytes; bytes of a number 0: it is none.
struct Numbers {
  const uint8_t* data = nullptr;
  size_t count = 0;
  size_t width = 0;
};

Numbers numbersOf(const Napi::Value& value) {
  if (!value.IsTypedArray()) return {};
  const Napi::TypedArray array = value.As<Napi::TypedArray>();
  const napi_typedarray_type type = array.TypedArrayType();
  if (type != napi_float32_array && type != napi_float64_array) return {};
  const auto* data = static_cast<const uint8_t*>(array.ArrayBuffer().Data()) + array.ByteOffset();
  return {data, array.ElementLength(), array.ElementSize()};
}

// Copies rows of numbers: see `Backend.gather`.
Napi::Value gatherRows(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const bool typed = info.Length() >= 6 && info[1].IsNumber() && info[2].IsNumber() && info[3].IsNumber() &&
                     info[4].IsTypedArray() && info[4].As<Napi::TypedArray>().TypedArrayType() == napi_uint32_array;
  const Numbers from = typed ? numbersOf(info[0]) : Numbers{};
  const Numbers out = typed ? numbersOf(info[5]) : Numbers{};
  if (from.width == 0 || from.width != out.width) {
    throwError(env, "OL_BATCH", "Expected two arrays of one kind of numbers, three numbers and a Uint32Array");
    return env.Undefined();
  }
  const double start = info[1].As<Napi::Number>().DoubleValue();
  const double stride = info[2].As<Napi::Number>().DoubleValue();
  const double lanes = info[3].As<Napi::Number>().DoubleValue();
  const Napi::Uint32Array rows = info[4].As<Napi::Uint32Array>();
  uint32_t last = 0;
  for (size_t i = 0; i < rows.ElementLength(); i++) last = std::max(last, rows[i]);
  if (!(start >= 0) || !(stride >= 0) || !(lanes >= 1) || !(start + last * stride + lanes <= from.count) ||
      !(lanes * rows.ElementLength() == out.count)) {
    throwError(env, "OL_BATCH", "Expected rows within the array, and room for them");
    return env.Undefined();
  }
  const size_t bytes = static_cast<size_t>(lanes) * from.width;
  const size_t step = static_cast<size_t>(stride) * from.width;
  const uint8_t* first = from.data + static_cast<size_t>(start) * from.width;
  auto* to = const_cast<uint8_t*>(out.data);
  for (size_t i = 0; i < rows.ElementLength(); i++, to += bytes) std::memcpy(to, first + rows[i] * step, bytes);
  return env.Undefined();
}

template <typename Number>
double outside(const Numbers& numbers, double min, double max) {
  const auto* data = reinterpret_cast<const Number*>(numbers.data);
  constexpr size_t block = 64;
  for (size_t from = 0; from < numbers.count; from += block) {
    const size_t to = std::min(numbers.count, from + block);
    bool within = true;
    for (size_t i = from; i < to; i++) within &= (data[i] >= min) & (data[i] <= max);
    if (within) continue;
    for (size_t i = from; i < to; i++)
      if (!(data[i] >= min && data[i] <= max)) return static_cast<double>(i);
  }
  return -1;
}

// See `Backend.firstOutside`.
Napi::Value firstOutsideOf(const Napi::CallbackInfo& info) {
  const bool typed = info.Length() >= 3 && info[1].IsNumber() && info[2].IsNumber();
  const Numbers numbers = typed ? numbersOf(info[0]) : Numbers{};
  if (numbers.width == 0) {
    throwError(info.Env(), "OL_BATCH", "Expected an array of numbers and a range");
    return info.Env().Undefined();
  }
  const double min = info[1].As<Napi::Number>().DoubleValue();
  const double max = info[2].As<Napi::Number>().DoubleValue();
  const double found = numbers.width == 4 ? outside<float>(numbers, min, max) : outside<double>(numbers, min, max);
  return Napi::Number::New(info.Env(), found);
}

// exp, log and log1p over an array in place, so that tests can hold them against their twins.
Napi::Value mathOver(const Napi::CallbackInfo& info) {
  if (info.Length() < 2 || !info[0].IsString() || !info[1].IsTypedArray() ||
      info[1].As<Napi::TypedArray>().TypedArrayType() != napi_float64_array) {
    throwError(info.Env(), "OL_BATCH", "Expected a name and a Float64Array");
    return info.Env().Undefined();
  }
  const std::string name = info[0].As<Napi::String>();
  Napi::Float64Array values = info[1].As<Napi::Float64Array>();
  double (*function)(double) = name == "exp" ? ol::exp : name == "log" ? ol::log : ol::log1p;
  for (size_t i = 0; i < values.ElementLength(); i++) values[i] = function(values[i]);
  return info.Env().Undefined();
}

Napi::Object manifest(Napi::Env env) {
  Napi::Object result = Napi::Object::New(env);
  Napi::Array rules = Napi::Array::New(env);
  uint32_t count = 0;
  for (int code = 0; code < ruleCodes(); code++) {
    const RuleInfo* rule = ruleInfo(code);
    if (rule == nullptr) continue;
    Napi::Object entry = Napi::Object::New(env);
    entry.Set("id", rule->id);
    entry.Set("code", rule->code);
    entry.Set("lane", rule->lane);
    entry.Set("shared", rule->shared);
    entry.Set("scalars", rule->scalars);
    entry.Set("laneScalars", rule->laneScalars);
    entry.Set("params", rule->params);
    rules.Set(count++, entry);
  }
  Napi::Array losses = Napi::Array::New(env);
  for (int code = 0; code < Losses::count; code++) {
    Napi::Object entry = Napi::Object::New(env);
    entry.Set("id", Losses::table[code].id);
    entry.Set("code", code);
    losses.Set(static_cast<uint32_t>(code), entry);
  }
  result.Set("rules", rules);
  result.Set("losses", losses);
  return result;
}

void define(napi_env env, napi_value exports, const char* name, napi_callback callback) {
  napi_value function;
  if (napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, nullptr, &function) == napi_ok)
    napi_set_named_property(env, exports, name, function);
}

Napi::Array tiers(Napi::Env env) {
  Napi::Array names = Napi::Array::New(env);
  for (int i = 0; i <= static_cast<int>(widestTier()); i++)
    names.Set(static_cast<uint32_t>(i), tierName(static_cast<Tier>(i)));
  return names;
}

Napi::Value tierNow(const Napi::CallbackInfo& info) { return Napi::String::New(info.Env(), tierName(tier())); }

Napi::Value useTierNamed(const Napi::CallbackInfo& info) {
  bool used = false;
  if (info.Length() > 0 && info[0].IsString()) {
    const std::string name = info[0].As<Napi::String>();
    for (int i = 0; i <= static_cast<int>(widestTier()); i++)
      if (name == tierName(static_cast<Tier>(i))) used = useTier(static_cast<Tier>(i));
  }
  return Napi::Boolean::New(info.Env(), used);
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("abi", kContract);
  exports.Set("manifest", manifest(env));
  exports.Set("advise", Napi::Function::New(env, adviseBuffer, "advise"));
  exports.Set("gather", Napi::Function::New(env, gatherRows, "gather"));
  exports.Set("firstOutside", Napi::Function::New(env, firstOutsideOf, "firstOutside"));
  exports.Set("findHeld", Napi::Function::New(env, findHeldRows, "findHeld"));
  exports.Set("tiers", tiers(env));
  exports.Set("tier", Napi::Function::New(env, tierNow, "tier"));
  exports.Set("useTier", Napi::Function::New(env, useTierNamed, "useTier"));
  exports.Set("math", Napi::Function::New(env, mathOver, "math"));
  define(env, exports, "learn", learnNow);
  define(env, exports, "predict", predictNow);
  define(env, exports, "cacheLearn", cacheLearn);
  define(env, exports, "learnAsync", learnLater);
  define(env, exports, "locate", locateNow);
  define(env, exports, "unseen", unseenNow);
  define(env, exports, "plainNames", plainNamesNow);
  define(env, exports, "checkBlock", checkBlockNow);
  define(env, exports, "checkBlockAsync", checkBlockLater);
  define(env, exports, "cross", crossNow);
  define(env, exports, "crossAsync", crossLater);
  define(env, exports, "mix", mixNow);
  define(env, exports, "cacheMix", cacheMix);
  define(env, exports, "mixErrors", mixErrorsNow);
  define(env, exports, "cacheMixErrors", cacheMixErrors);
  define(env, exports, "finalize", finalizeNow);
  define(env, exports, "expand", expandNow);
  define(env, exports, "screen", screenNow);
  define(env, exports, "addProgress", addProgressNow);
  define(env, exports, "addMetrics", addMetricsNow);
  define(env, exports, "scoreCurves", scoreCurvesNow);
  define(env, exports, "merge", mergeNow);
  define(env, exports, "split", splitNow);
  define(env, exports, "tokenize", tokenizeNow);
  define(env, exports, "cacheTokenize", cacheTokenize);
  define(env, exports, "tokenizeAsync", tokenizeLater);
  define(env, exports, "openStream", openStream);
  define(env, exports, "closeStream", closeStream);
  define(env, exports, "learnStreamed", learnStreamed);
  define(env, exports, "predictStreamed", predictStreamed);
  define(env, exports, "checkBlockStreamed", checkBlockStreamed);
  define(env, exports, "crossStreamed", crossStreamed);
  define(env, exports, "expandStreamed", expandStreamed);
  define(env, exports, "screenStreamed", screenStreamed);
  define(env, exports, "tokenizeStreamed", tokenizeStreamed);
  return exports;
}

}  // namespace

NODE_API_MODULE(ol, init)

}  // namespace ol::binding
