#include "scratch.h"

#include <memory>

#include "../csv-words.h"

namespace ol::tokenizers {

Scratch& blockScratch() {
  static thread_local std::unique_ptr<Scratch> own;
  if (own == nullptr) own.reset(new Scratch);
  return *own;
}

bool slowValue(const uint8_t* bytes, size_t start, size_t end, double* value) {
  if (parseNumber(bytes, start, value) != end) return false;
  const double magnitude = *value < 0 ? -*value : *value;
  return (magnitude >= kMinValue && magnitude <= kMaxValue) || (*value == 0 && spellsZero(bytes, start, end));
}

bool slowField(const uint8_t* bytes, size_t start, size_t end, double* value) {
  trim(bytes, start, end);
  *value = 0;
  return isMissing(bytes, start, end) || slowValue(bytes, start, end, value);
}

bool slowCell(const uint8_t* bytes, size_t start, size_t end, double* value) {
  trim(bytes, start, end);
  *value = __builtin_nan("");
  return isMissingWord(bytes, start, end) || slowValue(bytes, start, end, value);
}

uint32_t missingIndex(uint32_t columnHash) {
  return murmur3(reinterpret_cast<const uint8_t*>("missing"), 7, columnHash);
}

void finishBlock(const TokenPlan& plan, const Scratch& s, const Found& found, bool zeros, const Tokens& out,
                 Progress& at) {
  size_t n = at.features;
  const uint32_t* const indices = out.indices + at.features;
  const double* const values = out.values + at.features;
  size_t f = 0;
  size_t k = 0;
  const auto keep = [&](size_t end) {
    if (zeros) {
      for (; f < end; f++) {
        out.indices[n] = indices[f];
        out.values[n] = values[f];
        n += values[f] != 0;
      }
    } else {
      n += end - f;
      f = end;
    }
  };
  for (size_t e = 0; e < found.examples; e++) {
    if (plan.spaces) {
      for (; k < s.exampleStretches[e]; k++) {
        keep(s.stretchStops[k]);
        putSpace(out, at.spaces, s.stretchBytes[k], n);
      }
      out.spaceEnds[at.examples] = static_cast<uint32_t>(at.spaces);
    }
    keep(s.exampleEnds[e] - plan.constant);
    if (plan.constant) {
      out.indices[n] = kConstantIndex;
      out.values[n++] = 1;
      f++;
    }
    out.lines[at.examples] = s.lines[e];
    out.offsets[++at.examples] = static_cast<uint32_t>(n);
  }
  at.features = n;
}

}  // namespace ol::tokenizers
