// CSV, twin of packages/fallback/src/tokenizers/csv.ts and csv-field.ts; the grammar: docs/formats/csv.md.
#include "csv-cells.h"

#include <vector>

#include "bytes.h"
#include "column-order.h"
#include "csv.h"
#include "number.h"

namespace ol::tokenizers {
namespace {

// The byte that delimits fields, too: between blanks, a run of blanks and tabs is one delimiter.
uint8_t otherDelimiter(uint8_t delimiter) { return delimiter == ' ' ? '\t' : delimiter; }

enum Found { kFound, kIncomplete, kFieldOpen, kFieldAfter };

Found nextField(const TokenPlan& plan, const Chunk& chunk, size_t p, size_t limit, Field& field) {
  const uint8_t* bytes = chunk.bytes;
  const uint8_t delimiter = plan.delimiter;
  const uint8_t other = otherDelimiter(delimiter);
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
      if (c == plan.escape && plan.escape != 0 && bytes[q + 1] != 10) {
        field.doubled = true;
        q++;
      } else if (c == plan.quote) {
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
    while ((bytes[q] == ' ' || bytes[q] == '\t') && bytes[q] != delimiter && bytes[q] != other) q++;
    if (bytes[q] != delimiter && bytes[q] != other && !endsLine(bytes, q)) {
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
  while (bytes[p] != delimiter && bytes[p] != other && bytes[p] != 10) p++;
  if (bytes[p] == 10 && p > field.start && bytes[p - 1] == 13) p--;
  field.next = p;
  while (p > field.start && (bytes[p - 1] == ' ' || bytes[p - 1] == '\t')) p--;
  field.end = p;
  return kFound;
}

// Counts the line feeds of quoted fields in [start, end).
uint32_t linesWithin(const uint8_t* bytes, size_t start, size_t end) {
  uint32_t lines = 0;
  for (size_t p = start; (p = find(bytes, 10, p, end)) != kFailed; p++) lines++;
  return lines;
}

// Whether a record is the header once more.
bool isHeader(const TokenPlan& plan, const uint8_t* bytes, size_t p) {
  return std::memcmp(bytes + p, plan.header, plan.headerBytes) == 0 && endsLine(bytes, p + plan.headerBytes);
}

}  // namespace

void walkCsv(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  const uint8_t* bytes = chunk.bytes;
  const uint8_t delimiter = plan.delimiter;
  const int point = plan.decimal == delimiter ? kNoPoint : plan.decimal;
  Field field;
  std::vector<uint32_t> gone;
  ColumnOrder order(plan);
  while (at.p < stop) {
    const size_t recordStart = at.p;
    const size_t e = at.examples;
    size_t n = at.features;
    size_t spaces = at.spaces;
    size_t odd = at.odd;
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
    if (plan.headerBytes > 0 && recordStart + plan.headerBytes < chunk.end && isHeader(plan, bytes, recordStart)) {
      const size_t headerEnd = recordStart + plan.headerBytes;
      putBad(plan, bytes, out, at, at.line, recordStart, headerEnd, {kFaultHeaderAgain, recordStart, headerEnd});
      at.line += 1 + linesWithin(bytes, recordStart, headerEnd);
      at.p = lineFeed(bytes, headerEnd, chunk.end) + 1;
      continue;
    }
    gone.clear();
    bool isShort = false;
    // whether no cell has any text
    bool isBlank = plan.skipBlank;
    out.labels[e] = __builtin_nan("");
    startExample(out, e);
    uint32_t fault = kNoFault;
    size_t from = 0, until = 0;
    bool byLine = false;
    // an unknown label is the fault only if nothing else is wrong: other faults may follow it
    Wrong unknown;
    bool isUnknown = false;
    size_t opened = kFailed;
    for (size_t k = 0;; k++) {
      int role = fault != kNoFault ? static_cast<int>(kIgnore) : k < plan.columns ? plan.roles[k] : -1;
      while (bytes[p] == ' ' && delimiter != ' ') p++;
      bool taken = false;
      if (role == kNumeric && plan.missingBytes == 0) {
        double v;
        const size_t end = parseNumber(bytes, p, &v, point);
        if (end != kFailed && (bytes[end] == delimiter || bytes[end] == 10)) {
          const double magnitude = v < 0 ? -v : v;
          if (magnitude >= kMinValue && magnitude <= kMaxValue) {
            out.indices[n] = plan.columnHashes[k];
            out.values[n++] = v;
            taken = true;
          } else if (v == 0 && spellsZero(bytes, p, end)) {
            taken = true;
          }
          if (taken) {
            p = end;
            isBlank = false;
          }
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
        if (field.end > field.start) isBlank = false;
        if (role != kIgnore) {
          const int cellPoint = field.quoted ? plan.decimal : point;
          const uint32_t result = takeCell(plan, bytes, field, role, k, cellPoint, out, e, n);
          if (result == kAbsent || result == kOdd) {
            putMissing(plan, role, k, out, n);
            gone.push_back(static_cast<uint32_t>(k));
            if (result == kOdd) putOdd(out, odd++, e, at.line, k, field);
          } else if (result == kFaultLabelText) {
            unknown = {kFaultLabelText, field.start, field.end};
            isUnknown = true;
          } else if (result != kNoFault) {
            fault = result;
            from = field.start;
            until = field.end;
          }
        }
      }
      if (plan.spaces && n > (spaces > at.spaces ? out.spaces[2 * spaces - 1] : at.features))
        putSpace(out, spaces, plan.columnSpaces[k], n);
      order.end(k, n);
      if (delimiter == ' ' && (bytes[p] == ' ' || bytes[p] == '\t')) {
        while (bytes[p] == ' ' || bytes[p] == '\t') p++;
      } else if (bytes[p] == delimiter) {
        p++;
        continue;
      }
      if (endsLine(bytes, p)) {
        if (fault == kNoFault && k + 1 < plan.columns) {
          if (plan.missing && 2 * (plan.columns - k - 1) <= k + 1) {
            for (size_t j = k + 1; j < plan.columns; j++) {
              const size_t before = n;
              putMissing(plan, plan.roles[j], j, out, n);
              if (plan.spaces && n > before) putSpace(out, spaces, plan.columnSpaces[j], n);
              order.end(j, n);
              gone.push_back(static_cast<uint32_t>(j));
            }
            isShort = true;
          } else {
            fault = kFaultColumnsFew;
            from = until = p;
          }
        }
        if (bytes[p] == 13) p++;
        break;
      }
    }
    if (fault == kNoFault && isUnknown) {
      fault = unknown.fault;
      from = unknown.start;
      until = unknown.end;
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
    } else if (isBlank) {
      at.blankRows++;
    } else {
      order.arrange(at.features, spaces, at.spaces, out);
      at.features = n;
      at.spaces = spaces;
      at.odd = odd;
      if (isShort) at.shortRows++;
      for (size_t i = 0; out.missing != nullptr && i < gone.size(); i++) out.missing[gone[i]]++;
      endExample(plan, out, at);
    }
    at.line += 1 + inside;
    at.p = lineEnd + 1;
  }
}

}  // namespace ol::tokenizers
