// The threads of a stream. A free thread derives the features of the next batch first, because learning waits for
// them. Otherwise it learns a batch, if no other thread is learning a batch of that table; or else predicts one, or
// makes the crosses of a chunk, for which a batch waits, or tokenizes the next chunk, or checks the next block of a
// cache. Batches of a table are learned in order, one at a time. Waiting blocks.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace ol::stream {

// Work, and a callback for its end, which the thread that did the work calls.
struct Task {
  void (*run)(void* data);
  void (*done)(void* owner, void* data);
  void* owner;
  void* data;
  // the table that is learned: tasks of one table are done in turn
  const void* table = nullptr;
};

// In the order in which a free thread takes them.
enum class Kind { expand, learn, predict, cross, tokenize };
inline constexpr size_t kKinds = 5;

class Workers {
 public:
  // At most this many threads. A thread is started when there is work and no other thread is free.
  explicit Workers(size_t most);
  // Ends as `stop` does.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Returns false if no thread could be started for it: the caller then owns the task again.
  bool push(Kind kind, const Task& task);
  // Waits for the running tasks; returns those that were not begun.
  std::vector<Task> stop();
  size_t threads();

 private:
  void work();
  // Takes the next task that may run now; returns its kind, or kKinds if there is none.
  size_t take(Task& task);
  bool learns(const void* table) const;

  const size_t most_;
  std::mutex mutex_;
  std::condition_variable waiting_;
  std::deque<Task> queues_[kKinds];
  // in all queues
  size_t queued_ = 0;
  std::vector<std::thread> threads_;
  size_t idle_ = 0;
  // the tables that are being learned
  std::vector<const void*> learning_;
  bool stopping_ = false;
};

}  // namespace ol::stream
