// JSON Lines, twin of packages/fallback/src/tokenizers/jsonl.ts; the grammar: docs/formats/jsonl.md.
#include <cstring>
#include <string>

#include "bytes.h"
#include "date-cell.h"
#include "json-scalar.h"
#include "json-text.h"
#include "jsonl-row.h"
#include "lines.h"
#include "../hash/murmur3.h"

namespace ol::tokenizers {
namespace {

constexpr int kMaxDepth = 32;

size_t members(Row& row, size_t p, uint32_t H, uint8_t spaceByte, int depth);

void stretch(Row& row, uint8_t spaceByte) {
  if (row.plan.spaces && row.n > row.spaced) {
    putSpace(row.out, row.spaces, spaceByte, row.n);
    row.spaced = row.n;
  }
}

bool hashOf(const Row& row, size_t start, size_t end, bool escaped, uint32_t seed, bool category, uint32_t& hash) {
  std::string text;
  const uint8_t* bytes = row.bytes;
  if (escaped) {
    if (!resolveEscapes(row.bytes, start, end, text)) return false;
    bytes = bytesOf(text);
    start = 0;
    end = text.size();
  }
  hash = category ? murmur3(bytes + start, end - start, seed) : hashName(bytes, start, end, seed, row.plan.hash);
  return true;
}

void put(Row& row, uint32_t index, double v) {
  row.out.indices[row.n] = index;
  row.out.values[row.n++] = v;
}

size_t value(Row& row, size_t p, uint32_t index) {
  double v;
  const size_t stop = jsonNumber(row.bytes, p, &v);
  if (stop == kFailed) return unexpected(row, p, p + 1);
  const double magnitude = v < 0 ? -v : v;
  if (magnitude >= kMinValue && magnitude <= kMaxValue) put(row, index, v);
  else if (v != 0 || !spellsZero(row.bytes, p, stop)) return fail(row.wrong, kFaultValueRange, p, stop);
  return stop;
}

// Reads a string if it is a date and the option `dates` is not 'off'; returns whether it did.
bool isDate(const Row& row, size_t start, size_t end, bool escaped, Moment& out) {
  if (!row.plan.missing || row.plan.dates == kNoDates) return false;
  if (!escaped) return parseIsoMoment(row.bytes, start, end, out);
  std::string text;
  return resolveEscapes(row.bytes, start, end, text) && parseIsoMoment(bytesOf(text), 0, text.size(), out);
}

void putCategory(Row& row, uint32_t index, const char* text) {
  put(row, murmur3(reinterpret_cast<const uint8_t*>(text), std::strlen(text), index), 1);
}

// Adds the same features as for a cell of a column of dates.
void putMoment(Row& row, uint32_t index, const Moment& moment) {
  if (moment.days != 0) put(row, index, moment.days);
  if (row.plan.dates == kDaysOnly) return;
  putCategory(row, index, kMonthTexts[moment.month - 1]);
  putCategory(row, index, kWeekdayTexts[moment.weekday]);
  if (moment.hour >= 0) putCategory(row, index, kHourTexts[moment.hour]);
}

// Adds a missing feature and its indicator.
void putMissing(Row& row, uint32_t index) {
  if (!row.plan.missing) return;
  put(row, index, __builtin_nan(""));
  putCategory(row, index, kMissingText);
}

// The hash of a place in an array, from 0: the hash of the name with its digits.
uint32_t placeHash(const TokenPlan& plan, uint32_t i, uint32_t H) {
  if (plan.hash != kAll) return i + H;
  const std::string name = std::to_string(i);
  return murmur3(bytesOf(name), name.size(), H);
}

// A missing value counts as a number, and is removed again once a string follows.
size_t array(Row& row, size_t p, uint32_t H, uint8_t spaceByte) {
  const size_t first = row.n;
  int kind = 0;
  p = blank(row.bytes, p);
  if (row.bytes[p] == ']') return p + 1;
  for (uint32_t i = 0;; i++) {
    const uint8_t c = row.bytes[p];
    const size_t none = missingNumber(row.bytes, p);
    if (none != kFailed && (c == 'n' || kind != 2)) {
      if (c != 'n') kind = 1;
      if (kind != 2) putMissing(row, placeHash(row.plan, i, H));
      p = none;
    } else if (c == '"' && kind != 1) {
      if (kind == 0) row.n = first;
      kind = 2;
      bool escaped;
      const size_t stop = textEnd(row.bytes, p + 1, escaped);
      if (stop == kFailed) return unexpected(row, p, p + 1);
      uint32_t index;
      if (!hashOf(row, p + 1, stop, escaped, H, false, index)) return unexpected(row, p, stop);
      put(row, index, 1);
      p = stop + 1;
    } else if ((c == '-' || isDigit(c)) && kind != 2) {
      kind = 1;
      p = value(row, p, placeHash(row.plan, i, H));
      if (p == kFailed) return p;
    } else {
      return fail(row.wrong, c == 'n' ? kFaultJson : kFaultJsonArray, p, p + 1);
    }
    p = blank(row.bytes, p);
    if (row.bytes[p] == ']') break;
    if (row.bytes[p] != ',') return unexpected(row, p, p + 1);
    p = blank(row.bytes, p + 1);
  }
  stretch(row, spaceByte);
  return p + 1;
}

size_t feature(Row& row, size_t p, size_t start, size_t end, bool escaped, uint32_t H, uint8_t spaceByte, int depth) {
  const uint8_t c = row.bytes[p];
  if (c == '{' || c == '[') {
    stretch(row, spaceByte);
    uint32_t inner = H;
    if (depth > 1 || end > start)
      if (!hashOf(row, start, end, escaped, depth > 1 ? H : row.plan.seed, row.plan.hash == kWhole, inner))
        return unexpected(row, start, end);
    const uint8_t innerByte = end > start ? row.bytes[start] : ' ';
    return c == '{' ? members(row, p + 1, inner, innerByte, depth <= 1 ? 2 : depth + 1)
                    : array(row, p + 1, inner, innerByte);
  }
  uint32_t hash;
  if (!hashOf(row, start, end, escaped, H, false, hash)) return unexpected(row, start, end);
  if (c == '"') {
    bool inside;
    const size_t stop = textEnd(row.bytes, p + 1, inside);
    if (stop == kFailed) return unexpected(row, p, p + 1);
    Moment moment;
    if (isDate(row, p + 1, stop, inside, moment)) {
      putMoment(row, hash, moment);
      return stop + 1;
    }
    uint32_t index;
    if (!hashOf(row, p + 1, stop, inside, hash, true, index)) return unexpected(row, p, stop);
    put(row, index, 1);
    return stop + 1;
  }
  const size_t none = missingNumber(row.bytes, p);
  if (none != kFailed) {
    putMissing(row, hash);
    return none;
  }
  if (c == '-' || isDigit(c)) return value(row, p, hash);
  const size_t stop = literal(row.bytes, p);
  if (stop == kFailed) return unexpected(row, p, p + 1);
  if (c == 't') put(row, hash, 1);
  return stop;
}

size_t members(Row& row, size_t p, uint32_t H, uint8_t spaceByte, int depth) {
  if (depth > kMaxDepth + 1) return fail(row.wrong, kFaultJsonDepth, p - 1, p);
  p = blank(row.bytes, p);
  if (row.bytes[p] == '}') return p + 1;
  for (;;) {
    if (row.bytes[p] != '"') return unexpected(row, p, p + 1);
    const size_t start = p + 1;
    bool escaped;
    const size_t end = textEnd(row.bytes, start, escaped);
    if (end == kFailed) return unexpected(row, p, start);
    p = blank(row.bytes, end + 1);
    if (row.bytes[p] != ':') return unexpected(row, p, p + 1);
    p = blank(row.bytes, p + 1);
    if (depth == 0 && isKey(row.bytes, start, end, row.plan)) p = label(row, p);
    else if (depth == 0 && row.plan.labelKeyBytes == 0 && isWord(row.bytes, start, end, "label")) p = label(row, p);
    else if (depth == 0 && isWord(row.bytes, start, end, "weight")) p = weight(row, p);
    else if (depth == 0 && isWord(row.bytes, start, end, "initial")) p = initial(row, p);
    else if (depth == 0 && isWord(row.bytes, start, end, "tag")) p = tag(row, p);
    else if (depth == 0 && row.bytes[p] == '{' && isWord(row.bytes, start, end, "features"))
      p = members(row, p + 1, H, spaceByte, 1);
    else p = feature(row, p, start, end, escaped, H, spaceByte, depth);
    if (p == kFailed) return p;
    p = blank(row.bytes, p);
    if (row.bytes[p] == '}') break;
    if (row.bytes[p] != ',') return unexpected(row, p, p + 1);
    p = blank(row.bytes, p + 1);
  }
  stretch(row, spaceByte);
  return p + 1;
}

}  // namespace

void walkJsonl(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  const uint8_t* bytes = chunk.bytes;
  const uint32_t root = namespaceHash(bytes, chunk.start, chunk.start, plan.seed, plan.hash);
  walkLines(plan, chunk, stop, out, at, 0, true, [&](size_t p, size_t& n, size_t& spaces, Wrong& wrong) {
    if (bytes[p] != '{') return fail(wrong, kFaultJson, p, p + 1);
    out.labels[at.examples] = __builtin_nan("");
    startExample(out, at.examples);
    Row row{plan, bytes, out, at.examples, n, spaces, n, wrong};
    p = members(row, p + 1, root, ' ', 0);
    if (p == kFailed) return p;
    p = blank(bytes, p);
    if (!endsLine(bytes, p)) return fail(wrong, kFaultJson, p, p + 1);
    n = row.n;
    spaces = row.spaces;
    return p;
  });
}

}  // namespace ol::tokenizers
