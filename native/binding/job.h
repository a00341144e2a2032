// A call off the main thread: the one way in which learn and tokenize are done later.
#pragma once

#include <node_api.h>

#include <array>
#include <new>

namespace ol::binding {

// What a call needs until it is done. The references keep its arrays alive; the caller leaves them alone meanwhile.
template <class Call, size_t kArguments>
struct Job {
  Call call;
  void (*run)(const Call&) = nullptr;
  // what the promise is rejected with where memory runs out
  const char* outOfMemory = nullptr;
  napi_async_work work = nullptr;
  napi_deferred deferred = nullptr;
  std::array<napi_ref, kArguments> references{};
  bool failed = false;

  static void execute(napi_env, void* data) {
    Job* job = static_cast<Job*>(data);
    try {
      job->run(job->call);
    } catch (const std::bad_alloc&) {
      job->failed = true;
    }
  }

  static void complete(napi_env env, napi_status status, void* data) {
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
      napi_create_string_utf8(env, job->outOfMemory, NAPI_AUTO_LENGTH, &message);
      napi_create_error(env, code, message, &value);
      napi_reject_deferred(env, job->deferred, value);
    }
    napi_delete_async_work(env, job->work);
    delete job;
  }
};

// Reads the arguments of `info` with `read` and runs the call on another thread: a promise, or null where `read` threw.
template <class Call, size_t kArguments>
napi_value later(napi_env env, napi_callback_info info, bool (*read)(napi_env, const napi_value*, size_t, Call&),
                 void (*run)(const Call&), const char* resource, const char* outOfMemory) {
  napi_value arguments[kArguments];
  size_t count = kArguments;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  using Own = Job<Call, kArguments>;
  Own* job = new Own;
  if (!read(env, arguments, count, job->call)) {
    delete job;
    return nullptr;
  }
  job->run = run;
  job->outOfMemory = outOfMemory;
  for (size_t i = 0; i < kArguments; i++) {
    napi_valuetype kind;
    if (napi_typeof(env, arguments[i], &kind) == napi_ok && kind == napi_object)
      napi_create_reference(env, arguments[i], 1, &job->references[i]);
  }
  napi_value promise, name;
  napi_create_promise(env, &job->deferred, &promise);
  napi_create_string_utf8(env, resource, NAPI_AUTO_LENGTH, &name);
  napi_create_async_work(env, nullptr, name, Own::execute, Own::complete, job, &job->work);
  napi_queue_async_work(env, job->work);
  return promise;
}

}  // namespace ol::binding
