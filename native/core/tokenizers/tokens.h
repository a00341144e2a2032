// The input and output of a tokenizer: twins of the types in packages/spec/src/tokenizer.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../hash/murmur3.h"

namespace ol::tokenizers {

enum LabelMode { kReal, kSign, kCount, kStringLabels, kPositive, kClass, kUnread };
enum Role : uint8_t { kIgnore, kNumeric, kCategorical, kLabel, kWeight, kTag, kText, kBoolean, kDate };

// Bits for the form of a column's numbers, and the order of its dates: twins of numberForms and dateForms.
enum NumberForm : uint8_t { kThousands = 3, kPercent = 4, kCurrency = 8 };
enum DateForm : uint8_t { kYmd, kDmy, kMdy, kTime };
// The features of a date: dateFeatures of packages/spec/src/tokenizer.ts.
enum DateFeatures : uint32_t { kFullDates, kDaysOnly, kNoDates };

enum Fault : uint32_t {
  kFaultLong,
  kFaultNul,
  kFaultLabelNumber,
  kFaultLabelRange,
  kFaultLabelSign,
  kFaultLabelCount,
  kFaultLabelText,
  kFaultInitial,
  kFaultWeight,
  kFaultValue,
  kFaultValueRange,
  kFaultScale,
  kFaultValueMissing,
  kFaultIndex,
  kFaultBar,
  kFaultHeader,
  kFaultPair,
  kFaultColumnsFew,
  kFaultColumnsMany,
  kFaultType,
  kFaultQuoteOpen,
  kFaultQuoteAfter,
  kFaultJson,
  kFaultJsonArray,
  kFaultJsonDepth,
  kFaultCount,
  kFaultLabelClass,
  kFaultHeaderAgain
};

constexpr double kMinValue = 1e-100;
constexpr double kMaxValue = 1e100;
constexpr double kMaxLabel = 1e15;
constexpr double kMaxWeight = 1e9;
constexpr uint32_t kConstantIndex = 11650396;
// the value of the indicator of a missing number
constexpr char kMissingText[] = "missing";
constexpr size_t kBadWidth = 6;
constexpr size_t kOddWidth = 5;
// Readable bytes past the end of a chunk: vector loads start at any byte of it.
constexpr size_t kSlack = 64;

struct TokenPlan {
  NameMode hash = kStrings;
  uint32_t seed = 0;
  bool constant = true;
  // whether a missing number is the value NaN and the feature NAME=missing; otherwise it is no feature
  bool missing = false;
  int labelMode = kReal;
  double positive = 0;
  const uint8_t* labelTexts = nullptr;
  const uint32_t* labelEnds = nullptr;
  const double* labelValues = nullptr;
  // each text as a number; NaN: it is none
  const double* labelNumbers = nullptr;
  size_t labels = 0;
  size_t maxLineBytes = 0;
  uint8_t delimiter = 0;
  // the decimal mark of numbers in columns
  uint8_t decimal = '.';
  // the byte that may enclose a field, and the one that makes a line a comment; 0: none
  uint8_t quote = 0;
  uint8_t comment = 0;
  // the byte that escapes a quote in a field; 0: there is none
  uint8_t escape = 0;
  // the features of a date: kFullDates, kDaysOnly or kNoDates
  uint32_t dates = kFullDates;
  // whether a record without any text is skipped, as a blank line is
  bool skipBlank = false;
  // whether words of text follow the rules of prose, and the longest character n-grams of each
  bool prose = false;
  size_t charNgrams = 0;
  // strings of missing cells, each with a line feed after it
  const uint8_t* missingTexts = nullptr;
  size_t missingBytes = 0;
  // the record that is skipped if it is repeated
  const uint8_t* header = nullptr;
  size_t headerBytes = 0;
  const uint8_t* roles = nullptr;
  const uint8_t* forms = nullptr;
  const uint32_t* columnHashes = nullptr;
  // the upper halves of columns' keys
  const uint32_t* columnUppers = nullptr;
  size_t columns = 0;
  const uint8_t* labelKey = nullptr;
  size_t labelKeyBytes = 0;
  bool spaces = false;
  const uint8_t* columnSpaces = nullptr;
  // whether columnOrder has every column once, in the order in which a row has their features
  bool isOrdered = false;
  const uint32_t* columnOrder = nullptr;
};

// The largest number of features of a chunk, as in packages/fallback/src/tokenizers/tokens.ts: a missing number
// takes only a delimiter and has two features, and a record may lack half as many cells as it has.
inline size_t mostFeatures(const TokenPlan& plan, size_t bytes) {
  return (plan.missing && plan.columns > 0 ? 3 * bytes : bytes) + (plan.charNgrams > 0 ? 2 * bytes : 0) + 8;
}

// Whole lines: bytes[end - 1] is a line feed, and kSlack bytes after it are readable.
struct Chunk {
  const uint8_t* bytes;
  size_t start;
  size_t end;
  bool final;
};

struct Tokens {
  uint32_t* offsets;
  uint32_t* indices;
  uint32_t* upper;  // or null: keys have no upper halves
  double* values;
  double* labels;
  double* weights;
  double* initial;
  uint32_t* lines;
  uint32_t* tags;
  uint32_t* spaces;
  uint32_t* spaceEnds;
  uint32_t* bad;
  uint32_t* odd;
  // counts by column; null: nobody counts
  uint32_t* missing;
};

// The position of a walk over a chunk: the next byte, and what has been written.
struct Progress {
  size_t p = 0;
  size_t examples = 0;
  size_t features = 0;
  uint32_t line = 0;
  size_t bad = 0;
  size_t spaces = 0;
  size_t odd = 0;
  size_t shortRows = 0;
  size_t blankRows = 0;
  // whether the chunk has a NUL byte: then every line is searched
  bool nul = false;
};

// The fault of a line, and its place.
struct Wrong {
  uint32_t fault = 0;
  size_t start = 0;
  size_t end = 0;
};

constexpr size_t kFailed = SIZE_MAX;

inline size_t fail(Wrong& wrong, Fault fault, size_t start, size_t end) {
  wrong = {fault, start, end};
  return kFailed;
}

inline size_t find(const uint8_t* bytes, uint8_t byte, size_t start, size_t end) {
  const void* at = start < end ? std::memchr(bytes + start, byte, end - start) : nullptr;
  return at == nullptr ? kFailed : static_cast<size_t>(static_cast<const uint8_t*>(at) - bytes);
}

// The line feed at or after `p`; every chunk has one.
inline size_t lineFeed(const uint8_t* bytes, size_t p, size_t end) { return find(bytes, 10, p, end); }

inline bool hasNul(const uint8_t* bytes, size_t start, size_t end) { return find(bytes, 0, start, end) != kFailed; }

// Writes the next bad line. A NUL byte anywhere in the line takes precedence over any other fault except its length.
inline void putBad(const TokenPlan& plan, const uint8_t* bytes, const Tokens& out, Progress& at, uint32_t line,
                   size_t lineStart, size_t lineEnd, Wrong wrong) {
  if (lineEnd - lineStart > plan.maxLineBytes) {
    wrong = {kFaultLong, lineStart, lineStart};
  } else {
    const size_t nul = find(bytes, 0, lineStart, lineEnd);
    if (nul != kFailed) wrong = {kFaultNul, nul, nul + 1};
  }
  uint32_t* entry = out.bad + at.bad++ * kBadWidth;
  entry[0] = wrong.fault;
  entry[1] = line;
  entry[2] = static_cast<uint32_t>(lineStart);
  entry[3] = static_cast<uint32_t>(lineEnd);
  entry[4] = static_cast<uint32_t>(wrong.start);
  entry[5] = static_cast<uint32_t>(wrong.end);
}

inline void startExample(const Tokens& out, size_t e) {
  out.weights[e] = 1;
  out.initial[e] = 0;
  out.tags[2 * e] = 0;
  out.tags[2 * e + 1] = 0;
}

// Adds a run of features of one namespace, up to feature `n`, as entry `k`.
inline void putSpace(const Tokens& out, size_t& k, uint8_t byte, size_t n) {
  out.spaces[2 * k] = byte;
  out.spaces[2 * k++ + 1] = static_cast<uint32_t>(n);
}

inline void endExample(const TokenPlan& plan, const Tokens& out, Progress& at) {
  if (plan.constant) {
    out.indices[at.features] = kConstantIndex;
    out.values[at.features++] = 1;
  }
  out.lines[at.examples] = at.line;
  out.spaceEnds[at.examples] = static_cast<uint32_t>(at.spaces);
  out.offsets[++at.examples] = static_cast<uint32_t>(at.features);
}

// Every format with a tokenizer, in the order of its code in packages/spec/src/formats.ts.
#define OL_FORMATS(X) X(Vw) X(Svmlight) X(Csv) X(Jsonl) X(Counts)

#define OL_FORMAT_CODE(Name) k##Name,
enum Format { OL_FORMATS(OL_FORMAT_CODE) kFormatCount };
#undef OL_FORMAT_CODE

// One walk per format over the lines that start before `stop`: all grammar, all faults, all rare forms.
using Walk = void (*)(const TokenPlan&, const Chunk&, size_t, const Tokens&, Progress&);
#define OL_FORMAT_WALK(Name) \
  void walk##Name(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at);
OL_FORMATS(OL_FORMAT_WALK)
#undef OL_FORMAT_WALK

}  // namespace ol::tokenizers
