// The places of the rows of an example and of their copies: a hash table, which a new turn empties without writing
// to it. Twin: packages/fallback/src/engine/copy-places.ts
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ol {

class Places {
 public:
  // Forgets all rows; there will be at most `rows`.
  void begin(size_t rows) {
    shift_ = 60;
    while ((size_t{1} << (64 - shift_)) < 2 * rows) shift_--;
    const size_t slots = size_t{1} << (64 - shift_);
    if (slots_.size() < slots) slots_.resize(slots);
    if (++turn_ == 0) {
      std::fill(slots_.begin(), slots_.end(), Slot{});
      turn_ = 1;
    }
    size_ = 0;
  }

  size_t size() const { return size_; }

  // The place of a row; a new row gets the next place.
  uint32_t of(size_t row) {
    Slot& slot = slotOf(row);
    if (slot.turn == turn_) return slot.place;
    slot = {row, turn_, size_};
    return size_++;
  }

  // The place of a row; -1 if it has none.
  int32_t find(size_t row) {
    const Slot& slot = slotOf(row);
    return slot.turn == turn_ ? static_cast<int32_t>(slot.place) : -1;
  }

 private:
  struct Slot {
    size_t row = 0;
    uint32_t turn = 0;
    uint32_t place = 0;
  };

  // The slot of a row, or the free slot that it would get.
  Slot& slotOf(size_t row) {
    const size_t mask = (size_t{1} << (64 - shift_)) - 1;
    size_t i = static_cast<size_t>((static_cast<uint64_t>(row) * 0x9E3779B97F4A7C15u) >> shift_);
    while (slots_[i].turn == turn_ && slots_[i].row != row) i = (i + 1) & mask;
    return slots_[i];
  }

  std::vector<Slot> slots_;
  uint32_t turn_ = 0;
  uint32_t size_ = 0;
  int shift_ = 60;
};

}  // namespace ol
