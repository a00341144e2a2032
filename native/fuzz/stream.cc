// The threads of a stream under ThreadSanitizer: chunks are tokenized side by side and learned in their order, as the
// main thread of a process has it done, over arrays that are used again. Built and run by native/fuzz/threads.mjs.
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "../core/losses/index.h"
#include "../core/registry.h"
#include "../core/rules/normalized/nag.h"
#include "../core/stream/workers.h"
#include "../core/tokenizers/tokenize.h"

using namespace ol;
using namespace ol::tokenizers;

namespace {

constexpr size_t kRows = 1 << 8, kLines = 40, kBytes = 1 << 13;
constexpr size_t kLogistic = 1;
const auto kLearn = runEngine<baseline::Engine<Nag, float, 1>>;

// A table of one lane: two float32 and the scale in one slot.
struct Model {
  std::vector<double> slots = std::vector<double>(2 * kRows);
  std::vector<double> scalars = {0, 0, HUGE_VAL, -HUGE_VAL, 0, 0};
  std::vector<double> params = {0.5, 0};
  Plan plan;
  Model() {
    plan.rule = Nag::code;
    plan.invariant = true;
    plan.classes = nullptr;
    plan.params = params.data();
    plan.measures.push_back({0, 1, static_cast<int>(kLogistic), 0, Clip::range, -50, 50});
  }
  Table table() { return {slots.data(), slots.data(), scalars.data(), kRows, 1, 4, 1, 1, 2, scalars.size(), false}; }
};

// The buffers that a chunk is tokenized into, and learned from.
struct Buffers {
  std::vector<uint8_t> bytes = std::vector<uint8_t>(kBytes + 2 * kSlack);
  std::vector<uint32_t> offsets = std::vector<uint32_t>(kBytes), indices = offsets, upper = offsets, lines = offsets,
                        tags = offsets, spaces = offsets, ends = offsets, bad = offsets;
  std::vector<double> values = std::vector<double>(kBytes), labels = values, weights = values, initial = values,
                      predictions = values, losses = values;
  std::vector<double> counts = std::vector<double>(kCountLength);
  std::vector<uint8_t> status = std::vector<uint8_t>(kBytes);
  size_t length = 0;
  Model* model = nullptr;
  bool tokenized = false, learned = false;

  void fill(const std::string& text) {
    length = text.size();
    std::memcpy(bytes.data() + kSlack, text.data(), length);
  }
  void tokenize() {
    static const TokenPlan plan = [] {
      TokenPlan own{};
      own.hash = kStrings;
      own.constant = true;
      own.quote = '"';
      own.maxLineBytes = 1 << 24;
      own.labelMode = kSign;
      return own;
    }();
    const Tokens out{offsets.data(), indices.data(), nullptr,     values.data(), labels.data(), weights.data(),
                     initial.data(), lines.data(),   tags.data(), spaces.data(), ends.data(),   bad.data()};
    const Chunk chunk{bytes.data(), kSlack, kSlack + length, true};
    ol::tokenizers::tokenize(kVw, widestTier(), plan, chunk, out, counts.data());
  }
  void learn() {
    const Batch batch{static_cast<size_t>(counts[kCountExamples]),
                      offsets.data(),
                      indices.data(),
                      values.data(),
                      labels.data(),
                      weights.data(),
                      nullptr,
                      nullptr,
                      nullptr};
    kLearn(model->plan, model->table(), batch, {predictions.data(), losses.data(), status.data()}, true);
  }
};

// The messages of the other threads to the main thread.
class Mailbox {
 public:
  static void done(void* owner, void* data) {
    Mailbox* own = static_cast<Mailbox*>(owner);
    // under the lock: the owner may end as soon as it has the last letter
    std::lock_guard<std::mutex> lock(own->mutex_);
    own->letters_.push_back(static_cast<Buffers*>(data));
    own->arrived_.notify_one();
  }
  Buffers* take() {
    std::unique_lock<std::mutex> lock(mutex_);
    arrived_.wait(lock, [this] { return !letters_.empty(); });
    Buffers* first = letters_.front();
    letters_.pop_front();
    return first;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Buffers*> letters_;
};

std::vector<std::string> textOf(std::mt19937& random, size_t chunks) {
  std::vector<std::string> all(chunks);
  for (std::string& text : all)
    for (size_t line = 0; line < kLines; line++) {
      text += random() % 2 ? "1 |f" : "-1 2 |f";
      for (size_t k = 0; k < 4; k++)
        text += " w" + std::to_string(random() % 300) + ":" + std::to_string(static_cast<double>(random() % 100) / 8);
      text += random() % 9 ? "\n" : " bad:x\n";
    }
  return all;
}

void require(bool fine, const char* what) {
  if (fine) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// Learns all chunks on this many threads; with `stopAfter` ends in the middle of the work.
void streamed(const std::vector<std::string>& text, size_t threads, size_t ahead, size_t stopAfter, Model& model) {
  Mailbox mailbox;
  std::vector<std::unique_ptr<Buffers>> free;
  std::deque<std::unique_ptr<Buffers>> pending, learning;
  for (size_t k = 0; k < ahead; k++) free.push_back(std::make_unique<Buffers>());
  stream::Workers workers(threads);
  size_t next = 0, learned = 0;
  while (learned < text.size()) {
    for (; next < text.size() && !free.empty(); next++) {
      Buffers* own = free.back().get();
      pending.push_back(std::move(free.back()));
      free.pop_back();
      own->fill(text[next]);
      own->model = &model;
      own->tokenized = own->learned = false;
      require(workers.push(stream::Kind::tokenize,
                           {[](void* data) { static_cast<Buffers*>(data)->tokenize(); }, Mailbox::done, &mailbox, own}),
              "no thread for a chunk");
    }
    Buffers* ended = mailbox.take();
    (ended->tokenized ? ended->learned : ended->tokenized) = true;
    while (!pending.empty() && pending.front()->tokenized) {
      Buffers* own = pending.front().get();
      learning.push_back(std::move(pending.front()));
      pending.pop_front();
      require(workers.push(stream::Kind::learn,
                           {[](void* data) { static_cast<Buffers*>(data)->learn(); }, Mailbox::done, &mailbox, own}),
              "no thread for a batch");
    }
    for (; !learning.empty() && learning.front()->learned; learned++) {
      free.push_back(std::move(learning.front()));
      learning.pop_front();
    }
    if (learned >= stopAfter) break;
  }
  workers.stop();
}

}  // namespace

int main(int argc, char** argv) {
  const size_t rounds = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200;
  std::mt19937 random(argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 1);
  size_t chunks = 0;
  for (size_t round = 0; round < rounds; round++) {
    const std::vector<std::string> text = textOf(random, 1 + random() % 60);
    Model whole;
    Buffers alone;
    alone.model = &whole;
    for (const std::string& one : text) {
      alone.fill(one);
      alone.tokenize();
      alone.learn();
    }
    Model model;
    const bool stops = random() % 4 == 0;
    streamed(text, 1 + random() % 6, 1 + random() % 8, stops ? random() % text.size() : text.size() + 1, model);
    chunks += text.size();
    require(stops || (whole.slots == model.slots && whole.scalars == model.scalars), "the threads learn another model");
  }
  std::printf("%zu rounds, %zu chunks, no finding\n", rounds, chunks);
}
