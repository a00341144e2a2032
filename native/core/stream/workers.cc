#include "workers.h"

#include <algorithm>
#include <system_error>

namespace ol::stream {

constexpr size_t kLearn = static_cast<size_t>(Kind::learn);

Workers::Workers(size_t most) : most_(most) {}

Workers::~Workers() { stop(); }

bool Workers::push(Kind kind, const Task& task) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (stopping_) return false;
  std::deque<Task>& queue = queues_[static_cast<size_t>(kind)];
  queue.push_back(task);
  queued_++;
  if (idle_ < queued_ && threads_.size() < most_) {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      if (threads_.empty()) {
        queue.pop_back();
        queued_--;
        return false;
      }
    }
  }
  lock.unlock();
  waiting_.notify_one();
  return true;
}

std::vector<Task> Workers::stop() {
  std::vector<std::thread> threads;
  std::vector<Task> left;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    threads.swap(threads_);
    for (std::deque<Task>& queue : queues_) {
      left.insert(left.end(), queue.begin(), queue.end());
      queue.clear();
    }
    queued_ = 0;
  }
  waiting_.notify_all();
  for (std::thread& thread : threads) thread.join();
  return left;
}

size_t Workers::threads() {
  std::lock_guard<std::mutex> lock(mutex_);
  return threads_.size();
}

bool Workers::learns(const void* table) const {
  return std::find(learning_.begin(), learning_.end(), table) != learning_.end();
}

size_t Workers::take(Task& task) {
  for (size_t kind = 0; kind < kKinds; kind++) {
    std::deque<Task>& queue = queues_[kind];
    const auto first = kind != kLearn ? queue.begin()
                                      : std::find_if(queue.begin(), queue.end(),
                                                     [this](const Task& own) { return !learns(own.table); });
    if (first == queue.end()) continue;
    task = *first;
    queue.erase(first);
    queued_--;
    return kind;
  }
  return kKinds;
}

void Workers::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    idle_++;
    size_t kind = kKinds;
    Task task;
    waiting_.wait(lock, [this, &kind, &task] { return stopping_ || (kind = take(task)) < kKinds; });
    idle_--;
    if (kind == kKinds) return;
    if (kind == kLearn) learning_.push_back(task.table);
    lock.unlock();
    task.run(task.data);
    lock.lock();
    if (kind == kLearn) {
      learning_.erase(std::find(learning_.begin(), learning_.end(), task.table));
      if (!queues_[kLearn].empty()) waiting_.notify_one();
    }
    lock.unlock();
    task.done(task.owner, task.data);
    lock.lock();
  }
}

}  // namespace ol::stream
