// svmlight and LIBSVM, twin of packages/fallback/src/tokenizers/svmlight.ts; the grammar: docs/formats/svmlight.md.
#include "bytes.h"
#include "labels.h"
#include "murmur.h"
#include "number.h"

namespace ol::tokenizers {
namespace {

bool signedIndex(const uint8_t* bytes, size_t start, size_t end) {
  if (bytes[start] != '-' && bytes[start] != '+') return false;
  size_t p = start + 1;
  while (p < end && bytes[p] >= '0' && bytes[p] <= '9') p++;
  return p > start + 1 && bytes[p] == ':';
}

size_t example(const TokenPlan& plan, const uint8_t* bytes, size_t p, const Tokens& out, size_t e, size_t& n,
               Wrong& wrong) {
  const uint32_t H = plan.seed == 0 ? 0 : namespaceHash(bytes, 0, 0, plan.seed, plan.all);
  const size_t labelEnd = tokenEnd(bytes, p);
  const uint32_t fault = parseLabel(plan, bytes, p, labelEnd, out.labels + e);
  if (fault != kNoFault) return fail(wrong, static_cast<Fault>(fault), p, labelEnd);
  startExample(out, e);
  p = labelEnd;
  for (;;) {
    while (bytes[p] == ' ' || bytes[p] == '\t') p++;
    if (bytes[p] == '#' || endsLine(bytes, p)) return p;
    const size_t start = p;
    uint64_t number = 0;
    for (; bytes[p] >= '0' && bytes[p] <= '9'; p++)
      if (number <= UINT32_MAX) number = number * 10 + (bytes[p] - '0');
    if (bytes[p] != ':' || p == start) {
      p = tokenEnd(bytes, start);
      if (bytes[start] == 'q' && bytes[start + 1] == 'i' && bytes[start + 2] == 'd' && bytes[start + 3] == ':') continue;
      return fail(wrong, signedIndex(bytes, start, p) ? kFaultIndex : kFaultPair, start, p);
    }
    if (number > UINT32_MAX) return fail(wrong, kFaultIndex, start, p);
    const size_t at = p + 1;
    double v;
    p = parseNumber(bytes, at, &v);
    if (p == kFailed || !(bytes[p] == '#' || endsToken(bytes, p))) {
      p = tokenEnd(bytes, at);
      return fail(wrong, p == at ? kFaultValueMissing : kFaultValue, at, p);
    }
    const double magnitude = v < 0 ? -v : v;
    if (magnitude >= kMinValue && magnitude <= kMaxValue) {
      out.indices[n] = plan.all ? murmur3(bytes + start, at - 1 - start, H) : static_cast<uint32_t>(number) + H;
      out.values[n++] = v;
    } else if (v != 0 || !spellsZero(bytes, at, p)) {
      return fail(wrong, kFaultValueRange, at, p);
    }
  }
}

}  // namespace

void walkSvmlight(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  const uint8_t* bytes = chunk.bytes;
  Wrong wrong;
  while (at.p < stop) {
    const size_t lineStart = at.p;
    size_t p = lineStart;
    size_t n = at.features;
    while (bytes[p] == ' ' || bytes[p] == '\t') p++;
    const bool empty = bytes[p] == '#' || endsLine(bytes, p);
    if (!empty) p = example(plan, bytes, p, out, at.examples, n, wrong);
    const size_t lineEnd = lineFeed(bytes, p == kFailed ? lineStart : p, chunk.end);
    if (p == kFailed || lineEnd - lineStart > plan.maxLineBytes || (at.nul && hasNul(bytes, lineStart, lineEnd))) {
      putBad(plan, bytes, out, at, at.line, lineStart, lineEnd, wrong);
    } else if (!empty) {
      at.features = n;
      if (plan.spaces) putSpace(out, at.spaces, 32, n);
      endExample(plan, out, at);
    }
    at.line++;
    at.p = lineEnd + 1;
  }
}

}  // namespace ol::tokenizers
