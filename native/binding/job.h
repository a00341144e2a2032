// Calls off the main thread, by the threads of Node or of a stream. Such a call (call.h) also has
//   resource: its name among what Node has under way
//   kind: when its turn comes on the threads of a stream
//   learned, if it learns: what it changes, which calls do one after another
#pragma once

#include <array>

#include "../core/stream/workers.h"
#include "call.h"

namespace ol::binding {

// The work left to do on the main thread when work has ended.
struct Completion {
  virtual ~Completion() = default;
  virtual void complete(napi_env env) = 0;
};

class StreamHandle;
// Hands work to the threads of a stream; false where they cannot take it.
bool pushTo(StreamHandle* stream, stream::Kind kind, void (*run)(void*), Completion* work, const void* table);
// The stream of the first argument of a call; throws and returns null where it is none that is open.
StreamHandle* streamOf(napi_env env, napi_value value);

// The table that a call learns, if it learns.
template <class Call>
const void* learnedBy(const Call& call) {
  if constexpr (Call::kind == stream::Kind::learn) return call.learned();
  return nullptr;
}

// The state of a call until it is done. The references keep its arrays alive; the caller leaves them alone meanwhile.
template <class Call>
struct Job : Completion {
  Call call;
  napi_async_work work = nullptr;
  napi_deferred deferred = nullptr;
  std::array<napi_ref, argumentsOf<Call>> references{};
  size_t result = 0;
  bool failed = false;

  void execute() {
    try {
      result = runCall(call);
    } catch (const std::bad_alloc&) {
      failed = true;
    }
  }

  void complete(napi_env env) override {
    for (napi_ref reference : references)
      if (reference != nullptr) napi_delete_reference(env, reference);
    if (!failed) {
      napi_resolve_deferred(env, deferred, valueOf<Call>(env, result));
    } else {
      napi_value code, message, error;
      napi_create_string_utf8(env, "OL_MEMORY", NAPI_AUTO_LENGTH, &code);
      napi_create_string_utf8(env, Call::outOfMemory, NAPI_AUTO_LENGTH, &message);
      napi_create_error(env, code, message, &error);
      napi_reject_deferred(env, deferred, error);
    }
    if (work != nullptr) napi_delete_async_work(env, work);
    delete this;
  }
};

// Reads the arguments and runs the call on another thread: a promise, or null where reading threw. `stream`: whose
// threads run it, null: Node's.
template <class Call>
napi_value submit(napi_env env, const napi_value* arguments, size_t count, StreamHandle* stream) {
  using Own = Job<Call>;
  Own* job = new Own;
  napi_value promise;
  // a promise cannot be made in a thread that is being ended, which continues for a while all the same
  if (!readCall(env, arguments, count, job->call) || napi_create_promise(env, &job->deferred, &promise) != napi_ok) {
    delete job;
    return nullptr;
  }
  for (size_t i = 0; i < argumentsOf<Call>; i++) {
    napi_valuetype type;
    if (napi_typeof(env, arguments[i], &type) == napi_ok && type == napi_object)
      napi_create_reference(env, arguments[i], 1, &job->references[i]);
  }
  const auto execute = [](void* data) { static_cast<Own*>(static_cast<Completion*>(data))->execute(); };
  if (stream != nullptr) {
    // without a thread of its own it is done at once
    if (!pushTo(stream, Call::kind, execute, job, learnedBy(job->call))) {
      job->execute();
      job->complete(env);
    }
    return promise;
  }
  napi_value name;
  napi_create_string_utf8(env, Call::resource, NAPI_AUTO_LENGTH, &name);
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

// Makes a call on a thread of Node.
template <class Call>
napi_value later(napi_env env, napi_callback_info info) {
  napi_value arguments[argumentsOf<Call>];
  size_t count = argumentsOf<Call>;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  return submit<Call>(env, arguments, count, nullptr);
}

// Makes a call on a thread of a stream, the first argument.
template <class Call>
napi_value streamed(napi_env env, napi_callback_info info) {
  napi_value arguments[argumentsOf<Call> + 1];
  size_t count = argumentsOf<Call> + 1;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  StreamHandle* own = streamOf(env, arguments[0]);
  return own == nullptr ? nullptr : submit<Call>(env, arguments + 1, count - 1, own);
}

}  // namespace ol::binding
