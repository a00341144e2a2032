#include "workers.h"

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

size_t Workers::next() const {
  size_t kind = learner_ ? kLearn + 1 : kLearn;
  while (kind < kKinds && queues_[kind].empty()) kind++;
  return kind;
}

void Workers::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    idle_++;
    size_t kind = kKinds;
    waiting_.wait(lock, [this, &kind] { return stopping_ || (kind = next()) < kKinds; });
    idle_--;
    if (stopping_) return;
    const bool learns = kind == kLearn;
    const Task task = queues_[kind].front();
    queues_[kind].pop_front();
    queued_--;
    if (learns) learner_ = true;
    lock.unlock();
    task.run(task.data);
    lock.lock();
    if (learns) {
      learner_ = false;
      if (!queues_[kLearn].empty()) waiting_.notify_one();
    }
    lock.unlock();
    task.done(task.owner, task.data);
    lock.lock();
  }
}

}  // namespace ol::stream
