#include "stream.h"

#include <memory>

#include "arguments.h"
#include "job.h"

namespace ol::binding {

// A stream as JavaScript holds it. Everything but `finished` runs on the main thread.
class StreamHandle {
 public:
  explicit StreamHandle(size_t threads) : workers_(std::make_unique<stream::Workers>(threads)) {}

  ~StreamHandle() { end(); }

  bool open(napi_env env) {
    env_ = env;
    napi_value name;
    napi_create_string_utf8(env, "ol.stream", NAPI_AUTO_LENGTH, &name);
    if (napi_create_threadsafe_function(env, nullptr, nullptr, name, 0, 1, nullptr, nullptr, this, call, &function_) !=
        napi_ok)
      return false;
    // only work under way keeps the process alive
    napi_unref_threadsafe_function(env, function_);
    // after the function, so that the threads have ended before it goes
    napi_add_env_cleanup_hook(env, exit, this);
    return true;
  }

  bool isOpen() const { return workers_ != nullptr && !closed_; }

  bool push(stream::Kind kind, void (*run)(void*), Completion* work, const void* table) {
    if (!workers_->push(kind, {run, finished, this, work, table})) return false;
    if (under_++ == 0) {
      napi_ref_threadsafe_function(env_, function_);
      napi_reference_ref(env_, self_, nullptr);
    }
    return true;
  }

  void close() {
    closed_ = true;
    if (under_ == 0) end();
  }

  // Keeps a reference to its own object while work is under way.
  void keptBy(napi_value handle) { napi_create_reference(env_, handle, 0, &self_); }

 private:
  // On a thread of the stream: the rest is done on the main thread.
  static void finished(void* owner, void* work) {
    napi_call_threadsafe_function(static_cast<StreamHandle*>(owner)->function_, work, napi_tsfn_blocking);
  }

  static void call(napi_env env, napi_value, void* owner, void* data) {
    Completion* work = static_cast<Completion*>(data);
    // the environment is going
    if (env == nullptr) {
      delete work;
      return;
    }
    work->complete(env);
    StreamHandle* own = static_cast<StreamHandle*>(owner);
    if (--own->under_ > 0) return;
    napi_unref_threadsafe_function(env, own->function_);
    napi_reference_unref(env, own->self_, nullptr);
    if (own->closed_) own->end();
  }

  static void exit(void* owner) {
    StreamHandle* own = static_cast<StreamHandle*>(owner);
    own->hooked_ = false;
    own->stop();
  }

  // Ends the threads; work that was not begun is dropped.
  void stop() {
    if (workers_ == nullptr) return;
    for (const stream::Task& task : workers_->stop()) delete static_cast<Completion*>(task.data);
    workers_.reset();
  }

  void end() {
    stop();
    if (hooked_) {
      hooked_ = false;
      napi_remove_env_cleanup_hook(env_, exit, this);
      napi_release_threadsafe_function(function_, napi_tsfn_release);
    }
  }

  std::unique_ptr<stream::Workers> workers_;
  napi_env env_ = nullptr;
  napi_threadsafe_function function_ = nullptr;
  napi_ref self_ = nullptr;
  size_t under_ = 0;
  bool closed_ = false;
  bool hooked_ = true;
};

bool pushTo(StreamHandle* stream, stream::Kind kind, void (*run)(void*), Completion* work, const void* table) {
  return stream->push(kind, run, work, table);
}

StreamHandle* streamOf(napi_env env, napi_value value) {
  napi_valuetype type;
  void* data = nullptr;
  if (napi_typeof(env, value, &type) == napi_ok && type == napi_external) napi_get_value_external(env, value, &data);
  StreamHandle* stream = static_cast<StreamHandle*>(data);
  if (stream != nullptr && stream->isOpen()) return stream;
  throwError(env, "OL_BATCH", "Expected a stream that is open");
  return nullptr;
}

napi_value openStream(napi_env env, napi_callback_info info) {
  napi_value argument, handle;
  size_t count = 1;
  double threads = 0;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  if (count < 1 || napi_get_value_double(env, argument, &threads) != napi_ok || !(threads >= 1 && threads <= 256)) {
    throwError(env, "OL_BATCH", "Expected 1 to 256 threads");
    return nullptr;
  }
  auto stream = std::make_unique<StreamHandle>(static_cast<size_t>(threads));
  if (!stream->open(env)) {
    throwError(env, "OL_MEMORY", "The stream could not be opened: out of memory");
    return nullptr;
  }
  // it fails in a thread that is being ended, which continues for a while all the same
  if (napi_create_external(
          env, stream.get(), [](napi_env, void* data, void*) { delete static_cast<StreamHandle*>(data); }, nullptr,
          &handle) != napi_ok)
    return nullptr;
  stream.release()->keptBy(handle);
  return handle;
}

napi_value closeStream(napi_env env, napi_callback_info info) {
  napi_value argument;
  size_t count = 1;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  if (StreamHandle* stream = streamOf(env, argument)) stream->close();
  return nullptr;
}

}  // namespace ol::binding
