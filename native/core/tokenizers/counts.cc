// Documents as words and counts, twin of packages/fallback/src/tokenizers/counts.ts: docs/formats/counts.md.
#include "bytes.h"
#include "labels.h"
#include "lines.h"
#include "../hash/murmur3.h"
#include "number.h"

namespace ol::tokenizers {
namespace {

constexpr char kLabelWord[] = "#label#:";
constexpr size_t kLabelWordBytes = sizeof(kLabelWord) - 1;

bool isLabel(const uint8_t* bytes, size_t p) {
  for (size_t i = 0; i < kLabelWordBytes; i++)
    if (bytes[p + i] != static_cast<uint8_t>(kLabelWord[i])) return false;
  return true;
}

size_t document(const TokenPlan& plan, const uint8_t* bytes, size_t p, const Tokens& out, size_t e, size_t& n,
                uint32_t H, Wrong& wrong) {
  out.labels[e] = __builtin_nan("");
  startExample(out, e);
  for (;;) {
    while (bytes[p] == ' ' || bytes[p] == '\t') p++;
    if (endsLine(bytes, p)) return p;
    const size_t start = p;
    if (isLabel(bytes, p)) {
      p = tokenEnd(bytes, p);
      const size_t from = start + kLabelWordBytes;
      const uint32_t fault = parseLabel(plan, bytes, from, p, out.labels + e);
      if (fault != kNoFault) return fail(wrong, static_cast<Fault>(fault), from, p);
      continue;
    }
    while (bytes[p] != ':' && !endsToken(bytes, p)) p++;
    if (p == start || bytes[p] != ':') return fail(wrong, kFaultCount, start, tokenEnd(bytes, p));
    const size_t at = p + 1;
    double v;
    p = parseNumber(bytes, at, &v);
    if (p == kFailed || !endsToken(bytes, p)) {
      p = tokenEnd(bytes, at);
      return fail(wrong, p == at ? kFaultValueMissing : kFaultValue, at, p);
    }
    const double magnitude = v < 0 ? -v : v;
    if (magnitude >= kMinValue && magnitude <= kMaxValue) {
      out.indices[n] = hashName(bytes, start, at - 1, H, plan.hash);
      out.values[n++] = v;
    } else if (v != 0 || !spellsZero(bytes, at, p)) {
      return fail(wrong, kFaultValueRange, at, p);
    }
  }
}

}  // namespace

void walkCounts(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  const uint32_t H = namespaceHash(chunk.bytes, chunk.start, chunk.start, plan.seed, plan.hash);
  walkLines(plan, chunk, stop, out, at, 0, false, [&](size_t p, size_t& n, size_t& spaces, Wrong& wrong) {
    p = document(plan, chunk.bytes, p, out, at.examples, n, H, wrong);
    if (p != kFailed) endUnnamed(plan, out, n, spaces);
    return p;
  });
}

}  // namespace ol::tokenizers
