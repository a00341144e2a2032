#include "csv-cells.h"

#include <cstring>
#include <string>

#include "csv-words.h"
#include "csv.h"
#include "date-cell.h"
#include "formed-number.h"
#include "../hash/murmur3.h"
#include "number.h"
#include "prose.h"

namespace ol::tokenizers {
namespace {

// The text of a field with its doubled quotes single, or without the bytes that escape, and a line feed after it.
std::string undouble(const TokenPlan& plan, const uint8_t* bytes, const Field& field) {
  std::string text;
  for (size_t p = field.start; p < field.end; p++) {
    if (bytes[p] == plan.escape && plan.escape != 0 && p + 1 < field.end) {
      p++;
    } else if (bytes[p] == plan.quote) {
      text.push_back(static_cast<char>(bytes[p++]));
      continue;
    }
    text.push_back(static_cast<char>(bytes[p]));
  }
  text.push_back('\n');
  return text;
}

// Whether a cell marks a missing value; `typed`: its column is not one of strings.
bool isAbsent(const TokenPlan& plan, const uint8_t* bytes, size_t start, size_t end, bool typed) {
  if (start == end) return true;
  if (plan.missingBytes > 0) return isOneOf(bytes, start, end, plan.missingTexts, plan.missingBytes);
  if (!plan.missing) return isMissing(bytes, start, end);
  return typed && isMissingWord(bytes, start, end);
}

// Adds a category that is not the text of its cell.
void putCategory(const TokenPlan& plan, const char* value, size_t column, const Tokens& out, size_t& n) {
  out.indices[n] = murmur3(reinterpret_cast<const uint8_t*>(value), std::strlen(value), plan.columnHashes[column]);
  out.values[n++] = 1;
}

void putMoment(const TokenPlan& plan, const Moment& moment, size_t column, const Tokens& out, size_t& n) {
  if (moment.days != 0) {
    out.indices[n] = plan.columnHashes[column];
    out.values[n++] = moment.days;
  }
  if (plan.dates == kDaysOnly) return;
  if (moment.month > 0) putCategory(plan, kMonthTexts[moment.month - 1], column, out, n);
  if (moment.weekday >= 0) putCategory(plan, kWeekdayTexts[moment.weekday], column, out, n);
  if (moment.hour >= 0) putCategory(plan, kHourTexts[moment.hour], column, out, n);
}

uint32_t takeNumber(const TokenPlan& plan, const uint8_t* bytes, size_t start, size_t end, size_t column, int point,
                    const Tokens& out, size_t& n) {
  if (isAbsent(plan, bytes, start, end, true)) return kAbsent;
  double v = 0;
  if (parseNumber(bytes, start, &v, point) != end &&
      !(plan.missing && parseFormed(bytes, start, end, plan.forms[column], point, &v)))
    return plan.missing ? kOdd : static_cast<uint32_t>(kFaultType);
  const double magnitude = v < 0 ? -v : v;
  if (magnitude >= kMinValue && magnitude <= kMaxValue) {
    out.indices[n] = plan.columnHashes[column];
    out.values[n++] = v;
    return kNoFault;
  }
  if (plan.missing) return magnitude < kMinValue ? kNoFault : kOdd;
  return v != 0 || !spellsZero(bytes, start, end) ? static_cast<uint32_t>(kFaultValueRange) : kNoFault;
}

uint32_t takeLabel(const TokenPlan& plan, const uint8_t* bytes, size_t start, size_t end, size_t column, int point,
                   const Tokens& out, size_t e) {
  const bool strings = plan.labelMode == kStringLabels || plan.labelMode == kPositive;
  if (strings && plan.missingBytes == 0 ? isMissing(bytes, start, end) : isAbsent(plan, bytes, start, end, true))
    return kAbsent;
  const uint32_t fault = parseLabel(plan, bytes, start, end, out.labels + e, point);
  if (fault != kFaultLabelNumber || !plan.missing) return fault;
  if (isInfinity(bytes, start, end)) {
    out.labels[e] = __builtin_nan("");
    return kAbsent;
  }
  if (!parseFormed(bytes, start, end, plan.forms[column], point, out.labels + e)) return fault;
  return acceptLabel(plan, out.labels + e);
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

bool isBlank(uint8_t c) { return c == ' ' || c == '\t'; }

// Skips the blanks and tabs around a value within quotes; a string label keeps them.
void leaveBlanks(const uint8_t* bytes, size_t& start, size_t& end, int role, int point) {
  size_t from = start;
  size_t to = end;
  while (from < to && isBlank(bytes[from])) from++;
  while (to > from && isBlank(bytes[to - 1])) to--;
  double number;
  if (role == kLabel && from < to && parseNumber(bytes, from, &number, point) != to) return;
  start = from;
  end = to;
}

// The same for a cell whose text is unchanged in the bytes.
uint32_t takeText(const TokenPlan& plan, const uint8_t* bytes, size_t start, size_t end, int role, size_t column,
                  int point, const Tokens& out, size_t e, size_t& n, bool quoted) {
  if (quoted && plan.missing && role != kCategorical && role != kText) leaveBlanks(bytes, start, end, role, point);
  switch (role) {
    case kCategorical:
      if (isAbsent(plan, bytes, start, end, false)) return kAbsent;
      out.indices[n] = murmur3(bytes + start, end - start, plan.columnHashes[column]);
      out.values[n++] = 1;
      return kNoFault;
    case kText:
      if (plan.prose) putProse(plan, bytes, start, end, plan.columnHashes[column], out, n);
      else putWords(bytes, start, end, plan.columnHashes[column], out, n);
      return kNoFault;
    case kNumeric:
      return takeNumber(plan, bytes, start, end, column, point, out, n);
    case kBoolean: {
      if (isAbsent(plan, bytes, start, end, true)) return kAbsent;
      const char* value = booleanOf(bytes, start, end);
      if (value == nullptr) return plan.missing ? kOdd : static_cast<uint32_t>(kFaultType);
      putCategory(plan, value, column, out, n);
      return kNoFault;
    }
    case kDate: {
      if (isAbsent(plan, bytes, start, end, true)) return kAbsent;
      Moment moment;
      if (!parseMoment(bytes, start, end, plan.forms[column], moment))
        return plan.missing ? kOdd : static_cast<uint32_t>(kFaultType);
      putMoment(plan, moment, column, out, n);
      return kNoFault;
    }
    case kLabel:
      return takeLabel(plan, bytes, start, end, column, point, out, e);
    case kWeight: {
      const size_t stop = parseNumber(bytes, start, out.weights + e, point);
      return stop != end || !(out.weights[e] >= 0 && out.weights[e] <= kMaxWeight) ? static_cast<uint32_t>(kFaultWeight)
                                                                                   : kNoFault;
    }
    default:
      return kFaultColumnsMany;
  }
}

}  // namespace

uint32_t takeCell(const TokenPlan& plan, const uint8_t* bytes, const Field& field, int role, size_t column, int point,
                  const Tokens& out, size_t e, size_t& n) {
  if (role == kTag) {
    if (field.end > field.start) {
      out.tags[2 * e] = static_cast<uint32_t>(field.start);
      out.tags[2 * e + 1] = static_cast<uint32_t>(field.end);
    }
    return kNoFault;
  }
  // a delimiter after the last column does not start a column
  if (role < 0) return plan.missing && field.start == field.end ? kNoFault : static_cast<uint32_t>(kFaultColumnsMany);
  if (!field.doubled)
    return takeText(plan, bytes, field.start, field.end, role, column, point, out, e, n, field.quoted);
  const std::string text = undouble(plan, bytes, field);
  return takeText(plan, reinterpret_cast<const uint8_t*>(text.data()), 0, text.size() - 1, role, column, point, out, e,
                  n, field.quoted);
}

void putMissing(const TokenPlan& plan, int role, size_t column, const Tokens& out, size_t& n) {
  if (!plan.missing) return;
  if (role == kNumeric || role == kDate) {
    out.indices[n] = plan.columnHashes[column];
    out.values[n++] = __builtin_nan("");
  } else if (role != kCategorical && role != kBoolean) {
    return;
  }
  putCategory(plan, "missing", column, out, n);
}

}  // namespace ol::tokenizers
