// The edge: exports of the addon. Set-up goes through node-addon-api, calls on the hot path through plain Node-API.
#include <napi.h>

#include "../core/losses/index.h"
#include "../core/math/log.h"
#include "../core/rules.h"
#include "../core/tiers.h"
#include "arguments.h"
#include "bending.h"
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
#include "table-calls.h"
#include "thresholds.h"
#include "tokenize.h"
#include "unseen.h"
#include "validation.h"

namespace ol::binding {
namespace {

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
  setTableCalls(env, exports);
  exports.Set("tiers", tiers(env));
  exports.Set("tier", Napi::Function::New(env, tierNow, "tier"));
  exports.Set("useTier", Napi::Function::New(env, useTierNamed, "useTier"));
  exports.Set("math", Napi::Function::New(env, mathOver, "math"));
  define(env, exports, "learn", learnNow);
  define(env, exports, "predict", predictNow);
  define(env, exports, "cacheLearn", cacheLearn);
  define(env, exports, "learnAsync", learnLater);
  define(env, exports, "locate", locateNow);
  define(env, exports, "placeRows", placeRowsNow);
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
  define(env, exports, "settleClasses", settleClassesNow);
  define(env, exports, "moveThresholds", moveThresholdsNow);
  define(env, exports, "rankLabels", rankLabelsNow);
  define(env, exports, "sizeSets", sizeSetsNow);
  define(env, exports, "bendClasses", bendClassesNow);
  define(env, exports, "bendNumbers", bendNumbersNow);
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
