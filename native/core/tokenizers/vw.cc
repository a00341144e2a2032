// VW text, twin of packages/fallback/src/tokenizers/vw.ts; the grammar and its faults: docs/formats/vw.md.
#include "vw.h"

#include "bytes.h"
#include "labels.h"
#include "lines.h"
#include "../hash/murmur3.h"
#include "number.h"

namespace ol::tokenizers {
namespace {

bool spellsNonFinite(const uint8_t* bytes, size_t start, size_t end) {
  const size_t length = end - start;
  if (length != 3 && length != 8) return false;
  char word[8];
  for (size_t i = 0; i < length; i++) word[i] = static_cast<char>(bytes[start + i] | 32);
  if (length == 8) return std::memcmp(word, "infinity", 8) == 0;
  return std::memcmp(word, "nan", 3) == 0 || std::memcmp(word, "inf", 3) == 0;
}

size_t textValue(const uint8_t* bytes, size_t at, Wrong& wrong) {
  size_t p = at;
  while (bytes[p] != '|' && bytes[p] != ':' && !endsToken(bytes, p)) p++;
  if (p == at) return fail(wrong, kFaultValueMissing, at, p);
  const uint8_t c = bytes[at];
  const bool numeric = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  if (numeric || bytes[p] == ':' || spellsNonFinite(bytes, at, p)) {
    while (bytes[p] != '|' && !endsToken(bytes, p)) p++;
    return fail(wrong, kFaultValue, at, p);
  }
  return p;
}

bool spelledZero(const uint8_t* bytes, size_t start, size_t end) {
  size_t p = start;
  while (p < end && bytes[p] != ':') p++;
  return p == end || spellsZero(bytes, p, end);
}

// Reads the namespaces of a line to position `n` of the features; returns where the line ends.
size_t features(const TokenPlan& plan, const uint8_t* bytes, size_t p, const Tokens& out, size_t& n, size_t& spaces,
                Wrong& wrong) {
  for (;;) {
    uint32_t H = 0;
    double scale = 1;
    uint32_t unnamed = 0;
    const size_t nameStart = p;
    while (bytes[p] != ':' && bytes[p] != '|' && !endsToken(bytes, p)) p++;
    const uint8_t spaceByte = p > nameStart ? bytes[nameStart] : 32;
    if (p > nameStart || plan.seed != 0) H = namespaceHash(bytes, nameStart, p, plan.seed, plan.hash);
    if (bytes[p] == ':') {
      const size_t at = p + 1;
      p = parseNumber(bytes, at, &scale);
      if (p == kFailed || !(bytes[p] == '|' || endsToken(bytes, p)) || !(scale >= -kMaxValue && scale <= kMaxValue))
        return fail(wrong, kFaultScale, at, tokenEnd(bytes, at));
      if (scale == 0 && !spellsZero(bytes, at, p)) return fail(wrong, kFaultScale, at, p);
    }
    for (;;) {
      while (bytes[p] == ' ' || bytes[p] == '\t') p++;
      if (bytes[p] == '|' || endsLine(bytes, p)) break;
      const size_t start = p;
      while (!endsName(bytes[p]) || (bytes[p] == '\r' && bytes[p + 1] != '\n')) p++;
      uint32_t index = p == start ? H + unnamed++ : hashName(bytes, start, p, H, plan.hash);
      double v = 1;
      if (bytes[p] == ':') {
        const size_t at = p + 1;
        p = parseNumber(bytes, at, &v);
        if (p == kFailed || !(bytes[p] == '|' || endsToken(bytes, p))) {
          p = textValue(bytes, at, wrong);
          if (p == kFailed) return p;
          index = hashName(bytes, at, p, index, plan.hash);
          v = 1;
        }
      }
      if (scale != 1) v *= scale;
      const double magnitude = v < 0 ? -v : v;
      if (magnitude >= kMinValue && magnitude <= kMaxValue) {
        out.indices[n] = index;
        out.values[n++] = v;
      } else if (v != 0 || (scale != 0 && !spelledZero(bytes, start, p))) {
        return fail(wrong, kFaultValueRange, start, p);
      }
    }
    if (plan.spaces) putSpace(out, spaces, spaceByte, n);
    if (bytes[p] != '|') return p;
    p++;
  }
}

}  // namespace

size_t vwHeader(const TokenPlan& plan, const uint8_t* bytes, size_t p, const Tokens& out, size_t e, Wrong& wrong) {
  size_t starts[5], ends[5];
  const size_t lineStart = p;
  size_t tokens = 0;
  bool glued = false;
  while (bytes[p] != '|') {
    if (endsLine(bytes, p)) return fail(wrong, kFaultBar, lineStart, p);
    if (bytes[p] == ' ' || bytes[p] == '\t') {
      p++;
      continue;
    }
    const size_t k = tokens < 5 ? tokens++ : 4;
    starts[k] = p;
    while (bytes[p] != '|' && !endsToken(bytes, p)) p++;
    ends[k] = p;
    glued = bytes[p] == '|';
  }
  out.labels[e] = __builtin_nan("");
  startExample(out, e);
  if (tokens > 0 && (glued || bytes[starts[tokens - 1]] == '\'')) {
    tokens--;
    const size_t from = starts[tokens] + (bytes[starts[tokens]] == '\'' ? 1 : 0);
    if (from < ends[tokens]) {
      out.tags[2 * e] = static_cast<uint32_t>(from);
      out.tags[2 * e + 1] = static_cast<uint32_t>(ends[tokens]);
    }
  }
  if (tokens > 3) return fail(wrong, kFaultHeader, starts[3], ends[3]);
  if (tokens > 0) {
    const uint32_t fault = parseLabel(plan, bytes, starts[0], ends[0], out.labels + e);
    if (fault != kNoFault) return fail(wrong, static_cast<Fault>(fault), starts[0], ends[0]);
  }
  if (tokens > 1) {
    const size_t stop = parseNumber(bytes, starts[1], out.weights + e);
    if (stop != ends[1] || !(out.weights[e] >= 0 && out.weights[e] <= kMaxWeight))
      return fail(wrong, kFaultWeight, starts[1], ends[1]);
  }
  if (tokens > 2) {
    const size_t stop = parseNumber(bytes, starts[2], out.initial + e);
    if (stop != ends[2] || !(out.initial[e] >= -kMaxLabel && out.initial[e] <= kMaxLabel))
      return fail(wrong, kFaultInitial, starts[2], ends[2]);
  }
  return p + 1;
}

void walkVw(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  walkLines(plan, chunk, stop, out, at, 0, false, [&](size_t p, size_t& n, size_t& spaces, Wrong& wrong) {
    p = vwHeader(plan, chunk.bytes, p, out, at.examples, wrong);
    return p == kFailed ? p : features(plan, chunk.bytes, p, out, n, spaces, wrong);
  });
}

}  // namespace ol::tokenizers
