// The edge: exports of the addon. Set-up goes through node-addon-api, calls on the hot path through plain Node-API.
#include <napi.h>

#include <array>
#include <new>

#include "../core/losses.h"
#include "../core/pages.h"
#include "../core/rules.h"
#include "../core/tiers.h"
#include "arguments.h"
#include "tokenize.h"

namespace ol::binding {
namespace {

// Moves with any change of the calls below; the loader refuses an addon of another number.
constexpr int kAbi = 7;

using Run = void (*)(const Plan&, const Table&, const Batch&, const Results&);

template <Run run>
napi_value runNow(napi_env env, napi_callback_info info) {
  napi_value arguments[kArgumentCount];
  size_t count = kArgumentCount;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  Call call;
  if (!readCall(env, arguments, count, call)) return nullptr;
  try {
    run(call.plan, call.table, call.batch, call.results);
  } catch (const std::bad_alloc&) {
    throwError(env, "OL_MEMORY", "Out of memory for the longest example of the batch");
  }
  return nullptr;
}

// A batch off the main thread. The references keep the arrays alive; the caller leaves them alone until it is done.
struct Job {
  Call call;
  napi_async_work work = nullptr;
  napi_deferred deferred = nullptr;
  std::array<napi_ref, kArgumentCount> references{};
  bool failed = false;
};

void execute(napi_env, void* data) {
  Job* job = static_cast<Job*>(data);
  try {
    learn(job->call.plan, job->call.table, job->call.batch, job->call.results);
  } catch (const std::bad_alloc&) {
    job->failed = true;
  }
}

void complete(napi_env env, napi_status status, void* data) {
  Job* job = static_cast<Job*>(data);
  for (napi_ref reference : job->references)
    if (reference != nullptr) napi_delete_reference(env, reference);
  napi_value value;
  if (status == napi_ok && !job->failed) {
    napi_get_undefined(env, &value);
    napi_resolve_deferred(env, job->deferred, value);
  } else {
    napi_value code, message;
    napi_create_string_utf8(env, "OL_MEMORY", NAPI_AUTO_LENGTH, &code);
    napi_create_string_utf8(env, "The batch could not be learned: out of memory", NAPI_AUTO_LENGTH, &message);
    napi_create_error(env, code, message, &value);
    napi_reject_deferred(env, job->deferred, value);
  }
  napi_delete_async_work(env, job->work);
  delete job;
}

napi_value learnLater(napi_env env, napi_callback_info info) {
  napi_value arguments[kArgumentCount];
  size_t count = kArgumentCount;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  Job* job = new Job;
  if (!readCall(env, arguments, count, job->call)) {
    delete job;
    return nullptr;
  }
  for (size_t i = 0; i < kArgumentCount; i++) {
    napi_valuetype kind;
    if (napi_typeof(env, arguments[i], &kind) == napi_ok && kind == napi_object)
      napi_create_reference(env, arguments[i], 1, &job->references[i]);
  }
  napi_value promise, name;
  napi_create_promise(env, &job->deferred, &promise);
  napi_create_string_utf8(env, "ol.learn", NAPI_AUTO_LENGTH, &name);
  napi_create_async_work(env, nullptr, name, execute, complete, job, &job->work);
  napi_queue_async_work(env, job->work);
  return promise;
}

Napi::Value adviseBuffer(const Napi::CallbackInfo& info) {
  if (info.Length() > 0 && info[0].IsArrayBuffer()) {
    Napi::ArrayBuffer buffer = info[0].As<Napi::ArrayBuffer>();
    adviseHugePages(buffer.Data(), buffer.ByteLength());
  }
  return info.Env().Undefined();
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
  for (int i = 0; i < kLossCount; i++) losses.Set(static_cast<uint32_t>(i), kLosses[i].id);
  result.Set("rules", rules);
  result.Set("losses", losses);
  return result;
}

void define(napi_env env, napi_value exports, const char* name, napi_callback callback) {
  napi_value function;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, nullptr, &function);
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
  exports.Set("abi", kAbi);
  exports.Set("manifest", manifest(env));
  exports.Set("advise", Napi::Function::New(env, adviseBuffer, "advise"));
  exports.Set("tiers", tiers(env));
  exports.Set("tier", Napi::Function::New(env, tierNow, "tier"));
  exports.Set("useTier", Napi::Function::New(env, useTierNamed, "useTier"));
  exports.Set("math", Napi::Function::New(env, mathOver, "math"));
  define(env, exports, "learn", runNow<learn>);
  define(env, exports, "predict", runNow<predict>);
  define(env, exports, "learnAsync", learnLater);
  define(env, exports, "tokenize", tokenizeNow);
  define(env, exports, "tokenizeAsync", tokenizeLater);
  return exports;
}

}  // namespace

NODE_API_MODULE(ol, init)

}  // namespace ol::binding
