// svmlight and LIBSVM, twin of packages/fallback/src/tokenizers/svmlight.ts; the grammar: docs/formats/svmlight.md.
#include "bytes.h"
#include "labels.h"
#include "lines.h"
#include "../hash/murmur3.h"
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
  const uint32_t H = plan.seed == 0 ? 0 : namespaceHash(bytes, 0, 0, plan.seed, plan.hash);
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
      if (bytes[start] == 'q' && bytes[start + 1] == 'i' && bytes[start + 2] == 'd' && bytes[start + 3] == ':')
        continue;
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
      out.indices[n] =
          plan.hash == kAll ? murmur3(bytes + start, at - 1 - start, H) : static_cast<uint32_t>(number) + H;
      out.values[n++] = v;
    } else if (v != 0 || !spellsZero(bytes, at, p)) {
      return fail(wrong, kFaultValueRange, at, p);
    }
  }
}

}  // namespace

void walkSvmlight(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  walkLines(plan, chunk, stop, out, at, '#', false, [&](size_t p, size_t& n, size_t& spaces, Wrong& wrong) {
    p = example(plan, chunk.bytes, p, out, at.examples, n, wrong);
    if (p != kFailed) endUnnamed(plan, out, n, spaces);
    return p;
  });
}

}  // namespace ol::tokenizers
