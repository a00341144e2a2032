// Labels, twin of packages/fallback/src/tokenizers/labels.ts.
#pragma once

#include "number.h"
#include "tokens.h"

namespace ol::tokenizers {

constexpr uint32_t kNoFault = UINT32_MAX;

// Checks the number `out` as a label; returns a fault or kNoFault.
inline uint32_t acceptLabel(const TokenPlan& plan, double* out) {
  const double y = *out;
  if (plan.labelMode == kSign) {
    if (y == 0) *out = -1;
    else if (y != 1 && y != -1) return kFaultLabelSign;
    return kNoFault;
  }
  if (plan.labelMode == kClass) {
    if (!(y >= 1 && y <= plan.positive) || y != static_cast<double>(static_cast<int64_t>(y))) return kFaultLabelClass;
    return kNoFault;
  }
  if (!(y >= -kMaxLabel && y <= kMaxLabel)) return kFaultLabelRange;
  if (plan.labelMode == kCount && y < 0) return kFaultLabelCount;
  return kNoFault;
}

// Reads the label [start, end) into `out`; returns a fault or kNoFault. `point`: the decimal point of a number.
inline uint32_t parseLabel(const TokenPlan& plan, const uint8_t* bytes, size_t start, size_t end, double* out,
                           int point = '.') {
  if (plan.labelMode == kUnread) {
    *out = __builtin_nan("");
    return kNoFault;
  }
  if (plan.labelMode == kStringLabels || plan.labelMode == kPositive) {
    size_t from = 0;
    for (size_t i = 0; i < plan.labels; from = plan.labelEnds[i++]) {
      if (plan.labelEnds[i] - from == end - start &&
          std::memcmp(bytes + start, plan.labelTexts + from, end - start) == 0) {
        *out = plan.labelValues[i];
        return kNoFault;
      }
    }
    // another spelling of the same number (1.0 or 01 for 1)
    double number;
    const bool isNumber = parseNumber(bytes, start, &number, point) == end;
    if (plan.labelMode == kPositive) {
      *out = isNumber && number == plan.positive ? 1 : -1;
      return kNoFault;
    }
    for (size_t i = 0; isNumber && i < plan.labels; i++)
      if (plan.labelNumbers[i] == number) {
        *out = plan.labelValues[i];
        return kNoFault;
      }
    return kFaultLabelText;
  }
  if (parseNumber(bytes, start, out, point) != end) return kFaultLabelNumber;
  return acceptLabel(plan, out);
}

}  // namespace ol::tokenizers
