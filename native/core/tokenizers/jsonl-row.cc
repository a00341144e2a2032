#include "jsonl-row.h"

#include "json-scalar.h"
#include "json-text.h"
#include "labels.h"

namespace ol::tokenizers {

size_t unexpected(const Row& row, size_t start, size_t end) { return fail(row.wrong, kFaultJson, start, end); }

bool isWord(const uint8_t* bytes, size_t start, size_t end, const char* word) {
  const size_t length = std::strlen(word);
  if (end - start == length + 1 && bytes[start] == '_') start++;
  return end - start == length && std::memcmp(bytes + start, word, length) == 0;
}

bool isKey(const uint8_t* bytes, size_t start, size_t end, const TokenPlan& plan) {
  return plan.labelKeyBytes > 0 && end - start == plan.labelKeyBytes &&
         std::memcmp(bytes + start, plan.labelKey, end - start) == 0;
}

size_t label(const Row& row, size_t p) {
  const uint8_t c = row.bytes[p];
  double* out = row.out.labels + row.e;
  if (c == '"') {
    bool escaped;
    const size_t stop = textEnd(row.bytes, p + 1, escaped);
    if (stop == kFailed) return unexpected(row, p, p + 1);
    uint32_t fault;
    if (escaped) {
      std::string text;
      if (!resolveEscapes(row.bytes, p + 1, stop, text)) return unexpected(row, p, stop);
      text.push_back('\n');
      fault = parseLabel(row.plan, bytesOf(text), 0, text.size() - 1, out);
    } else {
      fault = parseLabel(row.plan, row.bytes, p + 1, stop, out);
    }
    return fault == kNoFault ? stop + 1 : fail(row.wrong, static_cast<Fault>(fault), p + 1, stop);
  }
  size_t stop = missingNumber(row.bytes, p);
  if (stop != kFailed) {
    *out = __builtin_nan("");
    return stop;
  }
  if (c == '-' || isDigit(c)) {
    stop = jsonNumber(row.bytes, p, out);
    if (stop == kFailed) return unexpected(row, p, p + 1);
  } else {
    stop = literal(row.bytes, p);
    if (stop == kFailed) return fail(row.wrong, c == '{' || c == '[' ? kFaultLabelNumber : kFaultJson, p, p + 1);
    if (row.plan.labelMode == kSign) {
      *out = c == 't' ? 1 : -1;
      return stop;
    }
  }
  const uint32_t fault = parseLabel(row.plan, row.bytes, p, stop, out);
  return fault == kNoFault ? stop : fail(row.wrong, static_cast<Fault>(fault), p, stop);
}

size_t weight(const Row& row, size_t p) {
  const size_t stop = jsonNumber(row.bytes, p, row.out.weights + row.e);
  const double w = row.out.weights[row.e];
  if (stop == kFailed || !(w >= 0 && w <= kMaxWeight))
    return fail(row.wrong, kFaultWeight, p, stop == kFailed ? p + 1 : stop);
  return stop;
}

size_t initial(const Row& row, size_t p) {
  const size_t stop = jsonNumber(row.bytes, p, row.out.initial + row.e);
  const double y = row.out.initial[row.e];
  if (stop == kFailed || !(y >= -kMaxLabel && y <= kMaxLabel))
    return fail(row.wrong, kFaultInitial, p, stop == kFailed ? p + 1 : stop);
  return stop;
}

size_t tag(const Row& row, size_t p) {
  uint32_t* out = row.out.tags + 2 * row.e;
  if (row.bytes[p] != '"') {
    double number;
    const size_t stop = jsonNumber(row.bytes, p, &number);
    if (stop == kFailed) return unexpected(row, p, p + 1);
    out[0] = static_cast<uint32_t>(p);
    out[1] = static_cast<uint32_t>(stop);
    return stop;
  }
  bool escaped;
  const size_t stop = textEnd(row.bytes, p + 1, escaped);
  if (stop == kFailed) return unexpected(row, p, p + 1);
  std::string text;
  if (escaped && !resolveEscapes(row.bytes, p + 1, stop, text)) return unexpected(row, p, stop);
  const bool some = stop > p + 1;
  out[0] = some ? static_cast<uint32_t>(p + 1) : 0;
  out[1] = some ? static_cast<uint32_t>(stop) : 0;
  return stop + 1;
}

}  // namespace ol::tokenizers
