// The threads of a stream. Whoever is free derives the features of the next batch, for which learning waits; then
// learns a batch, if there is one of a table from which nobody else is learning; otherwise predicts one, or makes the
// crosses of a chunk, which a batch waits for, and else tokenizes the next chunk or checks the next block of a cache.
// Batches of a table are learned in order, one at a time; waits block.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace ol::stream {

// Work, and what is told of its end, from the thread that did it.
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
  // At most this many threads: each is started when there is work that no other is free for.
  explicit Workers(size_t most);
  // Ends as `stop` does.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // False where no thread could be started for it: then the task is the caller's again.
  bool push(Kind kind, const Task& task);
  // Waits for the tasks under way; returns those that were not begun.
  std::vector<Task> stop();
  size_t threads();

 private:
  void work();
  // Takes the next work that may be done now; returns its kind, kKinds: there is none.
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
