#include "workers.h"

#include <system_error>

namespace ol::stream {

Workers::Workers(size_t most) : most_(most) {}

Workers::~Workers() { stop(); }

bool Workers::push(Kind kind, const Task& task) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (stopping_) return false;
  std::deque<Task>& queue = kind == Kind::learn ? learning_ : tokenizing_;
  queue.push_back(task);
  if (idle_ < learning_.size() + tokenizing_.size() && threads_.size() < most_) {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      if (threads_.empty()) {
        queue.pop_back();
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
    left.assign(learning_.begin(), learning_.end());
    left.insert(left.end(), tokenizing_.begin(), tokenizing_.end());
    learning_.clear();
    tokenizing_.clear();
  }
  waiting_.notify_all();
  for (std::thread& thread : threads) thread.join();
  return left;
}

size_t Workers::threads() {
  std::lock_guard<std::mutex> lock(mutex_);
  return threads_.size();
}

void Workers::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    idle_++;
    waiting_.wait(lock, [this] { return stopping_ || ready(); });
    idle_--;
    if (stopping_) return;
    const bool learns = !learning_.empty() && !learner_;
    std::deque<Task>& queue = learns ? learning_ : tokenizing_;
    const Task task = queue.front();
    queue.pop_front();
    if (learns) learner_ = true;
    lock.unlock();
    task.run(task.data);
    lock.lock();
    if (learns) {
      learner_ = false;
      if (!learning_.empty()) waiting_.notify_one();
    }
    lock.unlock();
    task.done(task.owner, task.data);
    lock.lock();
  }
}

}  // namespace ol::stream
