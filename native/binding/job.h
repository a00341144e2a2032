// A call off the main thread: the one way in which learn and tokenize are done later, by the threads of Node or of a
// stream.
#pragma once

#include <node_api.h>

#include <array>
#include <new>

#include "../core/stream/workers.h"

namespace ol::binding {

// What is left to do on the main thread when work has ended.
struct Completion {
  virtual ~Completion() = default;
  virtual void complete(napi_env env) = 0;
};

class StreamHandle;
// Hands work to the threads of a stream; false where they cannot take it.
bool pushTo(StreamHandle* stream, napi_env env, stream::Kind kind, void (*run)(void*), Completion* work);
// The stream of the first argument of a call; throws and returns null where it is none that is open.
StreamHandle* streamOf(napi_env env, napi_value value);

// What a call needs until it is done. The references keep its arrays alive; the caller leaves them alone meanwhile.
template <class Call, size_t kArguments>
struct Job : Completion {
  Call call;
  void (*run)(const Call&) = nullptr;
  // what the promise is rejected with where memory runs out
  const char* outOfMemory = nullptr;
  napi_async_work work = nullptr;
  napi_deferred deferred = nullptr;
  std::array<napi_ref, kArguments> references{};
  bool failed = false;

  void execute() {
    try {
      run(call);
    } catch (const std::bad_alloc&) {
      failed = true;
    }
  }

  void complete(napi_env env) override {
    for (napi_ref reference : references)
      if (reference != nullptr) napi_delete_reference(env, reference);
    napi_value value;
    if (!failed) {
      napi_get_undefined(env, &value);
      napi_resolve_deferred(env, deferred, value);
    } else {
      napi_value code, message;
      napi_create_string_utf8(env, "OL_MEMORY", NAPI_AUTO_LENGTH, &code);
      napi_create_string_utf8(env, outOfMemory, NAPI_AUTO_LENGTH, &message);
      napi_create_error(env, code, message, &value);
      napi_reject_deferred(env, deferred, value);
    }
    if (work != nullptr) napi_delete_async_work(env, work);
    delete this;
  }
};

// Reads the arguments with `read` and runs the call on another thread: a promise, or null where `read` threw. `stream`:
// whose threads run it, null: Node's.
template <class Call, size_t kArguments>
napi_value submit(napi_env env, const napi_value* arguments, size_t count,
                  bool (*read)(napi_env, const napi_value*, size_t, Call&), void (*run)(const Call&),
                  const char* resource, const char* outOfMemory, StreamHandle* stream, stream::Kind kind) {
  using Own = Job<Call, kArguments>;
  Own* job = new Own;
  if (!read(env, arguments, count, job->call)) {
    delete job;
    return nullptr;
  }
  job->run = run;
  job->outOfMemory = outOfMemory;
  napi_value promise;
  // it fails in a thread that is being ended, which goes on for a while all the same
  if (napi_create_promise(env, &job->deferred, &promise) != napi_ok) {
    delete job;
    return nullptr;
  }
  for (size_t i = 0; i < kArguments; i++) {
    napi_valuetype type;
    if (napi_typeof(env, arguments[i], &type) == napi_ok && type == napi_object)
      napi_create_reference(env, arguments[i], 1, &job->references[i]);
  }
  const auto execute = [](void* data) { static_cast<Own*>(static_cast<Completion*>(data))->execute(); };
  if (stream != nullptr) {
    // without a thread of its own it is done at once
    if (!pushTo(stream, env, kind, execute, job)) {
      job->execute();
      job->complete(env);
    }
    return promise;
  }
  napi_value name;
  napi_create_string_utf8(env, resource, NAPI_AUTO_LENGTH, &name);
  napi_create_async_work(
      env, nullptr, name, [](napi_env, void* data) { static_cast<Own*>(data)->execute(); },
      [](napi_env env, napi_status status, void* data) {
        Own* job = static_cast<Own*>(data);
        job->failed |= status != napi_ok;
        job->complete(env);
      },
      job, &job->work);
  napi_queue_async_work(env, job->work);
  return promise;
}

// The same for the arguments of `info`; with `streamed` the first of them is the stream.
template <class Call, size_t kArguments>
napi_value later(napi_env env, napi_callback_info info, bool (*read)(napi_env, const napi_value*, size_t, Call&),
                 void (*run)(const Call&), const char* resource, const char* outOfMemory, bool streamed = false,
                 stream::Kind kind = stream::Kind::learn) {
  napi_value arguments[kArguments + 1];
  size_t count = kArguments + 1;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  if (!streamed)
    return submit<Call, kArguments>(env, arguments, count, read, run, resource, outOfMemory, nullptr, kind);
  StreamHandle* own = streamOf(env, arguments[0]);
  if (own == nullptr) return nullptr;
  return submit<Call, kArguments>(env, arguments + 1, count - 1, read, run, resource, outOfMemory, own, kind);
}

}  // namespace ol::binding
