// The data that the stages of a block pass on, and the parts that are the same for every tier.
#pragma once

#include "../bytes.h"
#include "../csv.h"
#include "../labels.h"
#include "../../hash/murmur3.h"
#include "../number.h"
#include "../vw.h"
#include "blocks.h"

namespace ol::tokenizers {

// The longest block: one with a longer line at its end is left to the walk.
constexpr size_t kMostBytes = 1 << 18;

// A separator: its place in the block, and its kind.
constexpr uint32_t kPlace = 0x00ffffff;
constexpr uint32_t kPair = 0x80000000;
constexpr uint32_t kEnd = 0x60000000;

// The kind of a byte in a block; `kSpoils` leaves the block to the walk.
enum ByteKind : uint8_t { kParts = 0x07, kSpoils = 0x18, kEnds = 0x60, kPairs = 0x80 };

// The kinds of bytes below 128, for a lookup by halves: low[l] & high[h] are the bits of the kind of 16 * h + l. Each
// bit stands for one kind and one high half.
struct ByteKinds {
  uint8_t low[16] = {};
  uint8_t high[16] = {};
  constexpr void add(uint8_t byte, ByteKind kind) {
    const int h = byte >> 4;
    for (int bit = 1; bit < 256; bit <<= 1) {
      if ((kind & bit) == 0) continue;
      bool taken = false;
      for (int i = 0; i < 16; i++) taken |= i != h && (high[i] & bit) != 0;
      if (taken) continue;
      high[h] = static_cast<uint8_t>(high[h] | bit);
      low[byte & 15] = static_cast<uint8_t>(low[byte & 15] | bit);
      return;
    }
  }
};

// The bytes of a block after its last complete 64, followed by bytes of no kind.
struct LastBytes {
  const uint8_t* of(const uint8_t* from, size_t size) {
    std::memset(bytes, 0x80, sizeof(bytes));
    std::memcpy(bytes, from, size);
    return bytes;
  }
  uint8_t bytes[64];
};

alignas(64) constexpr double kTensDown[16] = {1e15, 1e14, 1e13, 1e12, 1e11, 1e10, 1e9, 1e8,
                                              1e7,  1e6,  1e5,  1e4,  1e3,  1e2,  1e1, 1e0};

// 0, 1, 2, ... 63
struct Counting {
  uint8_t bytes[64];
  constexpr Counting() : bytes() {
    for (int i = 0; i < 64; i++) bytes[i] = static_cast<uint8_t>(i);
  }
};
alignas(64) constexpr Counting kCounting;

// Groups of vectors read and write this far past their end.
constexpr size_t kMore = 64;

constexpr size_t kFirst = 1;

struct Scratch {
  // the separators of a block in order, from kFirst on; before them is the end of a line at -1
  uint32_t separators[kFirst + kMostBytes + kMore];
  // Per feature: its name [start, end), and the hash of its namespace; its value is between end and valueEnd, after
  // one byte, and is 1 if these are the same. A number of CSV has no name, and its index instead of the hash.
  uint32_t starts[kMostBytes + kMore];
  uint32_t ends[kMostBytes + kMore];
  uint32_t valueEnds[kMostBytes + kMore];
  uint32_t spaces[kMostBytes + kMore];
  // per group of values (names), the values of an unusual form
  uint16_t odds[kMostBytes / 4 + kMore];
  // per run of features of a namespace: the first byte of its name, and the number of features before its end
  uint8_t stretchBytes[kMostBytes + kMore];
  uint32_t stretchStops[kMostBytes + kMore];
  uint32_t exampleStretches[kMostBytes / 2 + kMore];
  // per example: the features before its end with the constant, and its line
  uint32_t exampleEnds[kMostBytes / 2 + kMore];
  uint32_t lines[kMostBytes / 2 + kMore];
  // for CSV: the hashes of the columns, and for each the end of the columns of the same role from there on
  uint32_t columnHashes[kMostBytes + kMore];
  uint32_t roleEnds[kMostBytes + kMore];
  // per feature of a row: its column
  uint32_t featureColumns[kMostBytes + kMore];
};

Scratch& blockScratch();

// The hashes of the namespaces of the last line, in their order: the next line's are mostly the same.
class Spaces {
 public:
  explicit Spaces(const TokenPlan& plan) : plan_(plan) {}
  // the k-th namespace of a line, [start, end)
  uint32_t hash(const uint8_t* bytes, size_t k, size_t start, size_t end) {
    const size_t length = end - start;
    if (length > 8 || k >= kKept) return namespaceHash(bytes, start, end, plan_.seed, plan_.hash);
    uint64_t name = 0;
    std::memcpy(&name, bytes + start, 8);
    name = length == 0 ? 0 : name << (64 - 8 * length);
    // no byte of a name is 0: the first byte determines the length
    if ((known_ >> k & 1) == 0 || names_[k] != name) {
      names_[k] = name;
      hashes_[k] = length > 0 || plan_.seed != 0 ? namespaceHash(bytes, start, end, plan_.seed, plan_.hash) : 0;
      known_ |= 1u << k;
    }
    return hashes_[k];
  }

 private:
  static constexpr size_t kKept = 16;
  const TokenPlan& plan_;
  uint32_t known_ = 0;
  uint64_t names_[kKept];
  uint32_t hashes_[kKept];
};

// The position of the walk over a block.
struct Found {
  size_t features = 0;
  size_t examples = 0;
  size_t stretches = 0;
  // whether any feature has a value: otherwise all are 1
  bool valued = false;
};

// Whether the vectors may write the features of a block: the last group of them writes past its end.
inline bool hasCapacity(const TokenPlan& plan, const Chunk& chunk, const Progress& at, const Found& found) {
  return at.features + found.features + 16 <= mostFeatures(plan, chunk.end - chunk.start);
}

// Ends a run of features of the namespace that starts with a byte.
inline void closeStretch(Scratch& s, Found& found, uint8_t byte) {
  s.stretchBytes[found.stretches] = byte;
  s.stretchStops[found.stretches++] = static_cast<uint32_t>(found.features);
}

// Ends the example of a line: a place for the constant after its features.
inline void closeExample(const TokenPlan& plan, Scratch& s, Found& found, size_t lineEnd, uint32_t line) {
  if (plan.constant) {
    const size_t f = found.features++;
    s.starts[f] = s.ends[f] = s.valueEnds[f] = static_cast<uint32_t>(lineEnd);
    s.spaces[f] = kConstantIndex;
  }
  s.exampleEnds[found.examples] = static_cast<uint32_t>(found.features);
  s.exampleStretches[found.examples] = static_cast<uint32_t>(found.stretches);
  s.lines[found.examples++] = line;
}

// Pads the last features to complete groups.
inline void padFeatures(Scratch& s, const Found& found) {
  for (size_t f = found.features; f < found.features + 16; f++)
    s.starts[f] = s.ends[f] = s.valueEnds[f] = s.spaces[f] = 0;
}

// The last stage, over the contents of `out`: constants and the borders of examples. A value of 0 is absent.
void finishBlock(const TokenPlan& plan, const Scratch& s, const Found& found, bool zeros, const Tokens& out,
                 Progress& at);

// Reads a value that is not a plain number; returns false if it is not a number in range: the walk then finds the
// fault.
bool slowValue(const uint8_t* bytes, size_t start, size_t end, double* value);

inline void trim(const uint8_t* bytes, size_t& start, size_t& end) {
  while (start < end && (bytes[start] == ' ' || bytes[start] == '\t')) start++;
  while (end > start && (bytes[end - 1] == ' ' || bytes[end - 1] == '\t')) end--;
}

// The same for a field of CSV, in which a missing value is 0.
bool slowField(const uint8_t* bytes, size_t start, size_t end, double* value);

// The same where missing is a value of its own: NaN.
bool slowCell(const uint8_t* bytes, size_t start, size_t end, double* value);

// The index of the indicator that a cell of the column with this hash is missing.
uint32_t missingIndex(uint32_t columnHash);

// The end of the line that a separator at `q` ends, which is a line feed or a carriage return before one; kFailed: it
// ends none.
inline size_t endOfLine(const uint8_t* bytes, size_t q) {
  if (bytes[q] == 10) return q;
  return bytes[q] == 13 && bytes[q + 1] == 10 ? q + 1 : kFailed;
}

}  // namespace ol::tokenizers
