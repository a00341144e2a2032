// CSV, twin of packages/fallback/src/tokenizers/csv.ts and csv-field.ts; the grammar: docs/formats/csv.md.
#include "csv.h"

#include <string>

#include "bytes.h"
#include "labels.h"
#include "../hash/murmur3.h"
#include "number.h"

namespace ol::tokenizers {
namespace {

struct Field {
  size_t start = 0;
  size_t end = 0;
  size_t next = 0;
  bool quoted = false;
  bool doubled = false;
  bool spans = false;
};

enum Found { kFound, kIncomplete, kFieldOpen, kFieldAfter };

Found nextField(const TokenPlan& plan, const Chunk& chunk, size_t p, size_t limit, Field& field) {
  const uint8_t* bytes = chunk.bytes;
  const uint8_t delimiter = plan.delimiter;
  while ((bytes[p] == ' ' || bytes[p] == '\t') && bytes[p] != delimiter) p++;
  field.quoted = bytes[p] == plan.quote && plan.quote != 0;
  field.doubled = false;
  field.spans = false;
  field.start = p;
  if (field.quoted) {
    const size_t open = p;
    size_t q = p + 1;
    for (;; q++) {
      const uint8_t c = bytes[q];
      if (c == plan.quote) {
        if (bytes[q + 1] != plan.quote) break;
        field.doubled = true;
        q++;
      } else if (c == 10) {
        field.spans = true;
        if (q > limit) return kFieldOpen;
        if (q + 1 >= chunk.end) return chunk.final || chunk.end > limit ? kFieldOpen : kIncomplete;
        if (lineFeed(bytes, q + 1, chunk.end) - q - 1 > plan.maxLineBytes) return kFieldOpen;
      }
    }
    if (q > limit) return kFieldOpen;
    field.start = open + 1;
    field.end = q++;
    while ((bytes[q] == ' ' || bytes[q] == '\t') && bytes[q] != delimiter) q++;
    if (bytes[q] != delimiter && !endsLine(bytes, q)) {
      if (field.spans) {
        field.start = open;
        return kFieldOpen;
      }
      field.start = q;
      field.end = q + 1;
      return kFieldAfter;
    }
    field.next = q;
    return kFound;
  }
  while (bytes[p] != delimiter && bytes[p] != 10) p++;
  if (bytes[p] == 10 && p > field.start && bytes[p - 1] == 13) p--;
  field.next = p;
  while (p > field.start && (bytes[p - 1] == ' ' || bytes[p - 1] == '\t')) p--;
  field.end = p;
  return kFound;
}

// The text of a field with its doubled quotes single, and a line feed after it.
std::string undouble(const uint8_t* bytes, const Field& field, uint8_t quote) {
  std::string text;
  for (size_t p = field.start; p < field.end; p++) {
    text.push_back(static_cast<char>(bytes[p]));
    if (bytes[p] == quote) p++;
  }
  text.push_back('\n');
  return text;
}

const uint8_t* bytesOf(const std::string& text) { return reinterpret_cast<const uint8_t*>(text.data()); }

// The byte before the decimals of a field that was found: within a field without quotes none is a delimiter.
int pointOf(const TokenPlan& plan, const Field& field) {
  return field.quoted || plan.decimal != plan.delimiter ? plan.decimal : kNoPoint;
}

// Adds a numeric feature; returns a fault or kNoFault. [start, end) is a number that read as `v`.
uint32_t putNumber(const uint8_t* bytes, size_t start, size_t end, double v, uint32_t index, const Tokens& out,
                   size_t& n) {
  const double magnitude = v < 0 ? -v : v;
  if (magnitude >= kMinValue && magnitude <= kMaxValue) {
    out.indices[n] = index;
    out.values[n++] = v;
    return kNoFault;
  }
  return v != 0 || !spellsZero(bytes, start, end) ? static_cast<uint32_t>(kFaultValueRange) : kNoFault;
}

// Adds each word of a text column as a category.
void putWords(const uint8_t* bytes, size_t start, size_t end, uint32_t seed, const Tokens& out, size_t& n) {
  for (size_t p = start;;) {
    while (p < end && bytes[p] <= 32) p++;
    if (p == end) return;
    const size_t from = p;
    while (p < end && bytes[p] > 32) p++;
    out.indices[n] = murmur3(bytes + from, p - from, seed);
    out.values[n++] = 1;
  }
}

// Takes a field that was found by its role; returns a fault or kNoFault.
uint32_t takeField(const TokenPlan& plan, const uint8_t* bytes, const Field& field, int role, size_t k,
                   const Tokens& out, size_t e, size_t& n) {
  switch (role) {
    case kIgnore:
      return kNoFault;
    case kCategorical: {
      if (isMissing(bytes, field.start, field.end)) return kNoFault;
      if (field.doubled) {
        const std::string text = undouble(bytes, field, plan.quote);
        out.indices[n] = murmur3(bytesOf(text), text.size() - 1, plan.columnHashes[k]);
      } else {
        out.indices[n] = murmur3(bytes + field.start, field.end - field.start, plan.columnHashes[k]);
      }
      out.values[n++] = 1;
      return kNoFault;
    }
    case kText: {
      if (field.doubled) {
        const std::string text = undouble(bytes, field, plan.quote);
        putWords(bytesOf(text), 0, text.size() - 1, plan.columnHashes[k], out, n);
      } else {
        putWords(bytes, field.start, field.end, plan.columnHashes[k], out, n);
      }
      return kNoFault;
    }
    case kNumeric: {
      if (isMissing(bytes, field.start, field.end)) return kNoFault;
      double v;
      if (parseNumber(bytes, field.start, &v, pointOf(plan, field)) != field.end) return kFaultType;
      return putNumber(bytes, field.start, field.end, v, plan.columnHashes[k], out, n);
    }
    case kLabel: {
      if (isMissing(bytes, field.start, field.end)) return kNoFault;
      const int point = pointOf(plan, field);
      if (!field.doubled) return parseLabel(plan, bytes, field.start, field.end, out.labels + e, point);
      const std::string text = undouble(bytes, field, plan.quote);
      return parseLabel(plan, bytesOf(text), 0, text.size() - 1, out.labels + e);
    }
    case kWeight: {
      const size_t stop = parseNumber(bytes, field.start, out.weights + e, pointOf(plan, field));
      return stop != field.end || !(out.weights[e] >= 0 && out.weights[e] <= kMaxWeight)
                 ? static_cast<uint32_t>(kFaultWeight)
                 : kNoFault;
    }
    case kTag:
      if (field.end > field.start) {
        out.tags[2 * e] = static_cast<uint32_t>(field.start);
        out.tags[2 * e + 1] = static_cast<uint32_t>(field.end);
      }
      return kNoFault;
    default:
      return kFaultColumnsMany;
  }
}

}  // namespace

void walkCsv(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  const uint8_t* bytes = chunk.bytes;
  const uint8_t delimiter = plan.delimiter;
  const int point = plan.decimal == delimiter ? kNoPoint : plan.decimal;
  Field field;
  while (at.p < stop) {
    const size_t recordStart = at.p;
    const size_t e = at.examples;
    size_t n = at.features;
    size_t spaces = at.spaces;
    size_t p = recordStart;
    while (bytes[p] == ' ' || (bytes[p] == '\t' && delimiter != '\t')) p++;
    if (endsLine(bytes, p) || (bytes[p] == plan.comment && plan.comment != 0)) {
      p = lineFeed(bytes, p, chunk.end);
      if (p - recordStart > plan.maxLineBytes || (at.nul && hasNul(bytes, recordStart, p)))
        putBad(plan, bytes, out, at, at.line, recordStart, p, {0, p, p});
      at.line++;
      at.p = p + 1;
      continue;
    }
    out.labels[e] = __builtin_nan("");
    startExample(out, e);
    uint32_t fault = kNoFault;
    size_t from = 0, until = 0;
    bool byLine = false;
    size_t opened = kFailed;
    for (size_t k = 0;; k++) {
      int role = fault != kNoFault ? static_cast<int>(kIgnore) : k < plan.columns ? plan.roles[k] : -1;
      while (bytes[p] == ' ' && delimiter != ' ') p++;
      bool taken = false;
      if (role == kNumeric) {
        double v;
        const size_t end = parseNumber(bytes, p, &v, point);
        if (end != kFailed && (bytes[end] == delimiter || bytes[end] == 10)) {
          fault = putNumber(bytes, p, end, v, plan.columnHashes[k], out, n);
          if (fault != kNoFault) {
            from = p;
            until = end;
          }
          p = end;
          taken = true;
        }
      }
      if (!taken) {
        const Found found = nextField(plan, chunk, p, recordStart + plan.maxLineBytes, field);
        if (found == kIncomplete) {
          at.p = recordStart;
          return;
        }
        if (found != kFound) {
          if (fault == kNoFault) {
            fault = found == kFieldOpen ? kFaultQuoteOpen : kFaultQuoteAfter;
            from = field.start;
            until = from + 1;
          }
          if (opened != kFailed && from > opened) {
            fault = kFaultQuoteOpen;
            from = opened;
            until = from + 1;
          }
          byLine = true;
          break;
        }
        if (field.spans && opened == kFailed) opened = field.start - 1;
        p = field.next;
        const uint32_t problem = takeField(plan, bytes, field, role, k, out, e, n);
        if (problem != kNoFault) {
          fault = problem;
          from = field.start;
          until = field.end;
        }
      }
      if (plan.spaces && n > (spaces > at.spaces ? out.spaces[2 * spaces - 1] : at.features))
        putSpace(out, spaces, plan.columnSpaces[k], n);
      if (bytes[p] == ' ' && delimiter == ' ') {
        while (bytes[p] == ' ') p++;
      } else if (bytes[p] == delimiter) {
        p++;
        continue;
      }
      if (endsLine(bytes, p)) {
        if (fault == kNoFault && k + 1 < plan.columns) {
          fault = kFaultColumnsFew;
          from = until = p;
        }
        if (bytes[p] == 13) p++;
        break;
      }
    }
    const size_t firstEnd = lineFeed(bytes, recordStart, chunk.end);
    const size_t lineEnd = byLine ? firstEnd : p;
    uint32_t inside = 0;
    for (size_t q = firstEnd; q < lineEnd; q = lineFeed(bytes, q + 1, chunk.end)) inside++;
    const bool isLong = inside == 0 && lineEnd - recordStart > plan.maxLineBytes;
    const size_t zero = at.nul ? find(bytes, 0, recordStart, lineEnd) : kFailed;
    if (fault != kNoFault || isLong || zero != kFailed) {
      if (zero != kFailed) {
        fault = kFaultNul;
        from = zero;
        until = zero + 1;
      }
      uint32_t badLine = at.line;
      size_t badStart = recordStart;
      size_t badEnd = firstEnd;
      while (!isLong && badEnd < from) {
        badLine++;
        badStart = badEnd + 1;
        badEnd = lineFeed(bytes, badStart, chunk.end);
      }
      putBad(plan, bytes, out, at, badLine, badStart, badEnd, {fault, from, until});
    } else {
      at.features = n;
      at.spaces = spaces;
      endExample(plan, out, at);
    }
    at.line += 1 + inside;
    at.p = lineEnd + 1;
  }
}

}  // namespace ol::tokenizers
