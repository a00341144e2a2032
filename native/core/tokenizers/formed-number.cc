#include "formed-number.h"

#include <vector>

#include "number.h"
#include "tokens.h"

namespace ol::tokenizers {
namespace {

// Signs of currencies in UTF-8: $, the signs of Latin-1, and the block of currency symbols.
size_t currencyBytes(const uint8_t* bytes, size_t p, size_t end) {
  if (p >= end) return 0;
  const uint8_t c = bytes[p];
  if (c == '$') return 1;
  if (c == 0xc2 && p + 1 < end && bytes[p + 1] >= 0xa2 && bytes[p + 1] <= 0xa5) return 2;
  const bool wide = c == 0xe2 && p + 2 < end && bytes[p + 1] == 0x82;
  return wide && bytes[p + 2] >= 0xa0 && bytes[p + 2] <= 0xbf ? 3 : 0;
}

size_t currencyBefore(const uint8_t* bytes, size_t start, size_t end) {
  for (size_t length = 1; length <= 3 && start + length <= end; length++)
    if (currencyBytes(bytes, end - length, end) == length) return length;
  return 0;
}

// A plain space, or a no-break space (U+00A0, U+202F).
size_t spaceBytes(const uint8_t* bytes, size_t p, size_t end) {
  if (p >= end) return 0;
  if (bytes[p] == ' ') return 1;
  if (bytes[p] == 0xc2 && p + 1 < end && bytes[p + 1] == 0xa0) return 2;
  return bytes[p] == 0xe2 && p + 2 < end && bytes[p + 1] == 0x80 && bytes[p + 2] == 0xaf ? 3 : 0;
}

// A minus or plus, with U+2212.
size_t signBytes(const uint8_t* bytes, size_t p, size_t end) {
  if (p >= end) return 0;
  if (bytes[p] == '-' || bytes[p] == '+') return 1;
  return bytes[p] == 0xe2 && p + 2 < end && bytes[p + 1] == 0x88 && bytes[p + 2] == 0x92 ? 3 : 0;
}

size_t markBytes(const uint8_t* bytes, size_t p, size_t end, int kind, int decimal) {
  if (kind == 1) return bytes[p] == (decimal == ',' ? '.' : ',') ? 1 : 0;
  if (kind == 2) return spaceBytes(bytes, p, end);
  return bytes[p] == '\'' ? 1 : 0;
}

}  // namespace

bool parseFormed(const uint8_t* bytes, size_t start, size_t end, uint8_t form, int decimal, double* out) {
  size_t p = start;
  size_t stop = end;
  std::vector<uint8_t> text;
  text.reserve(end - start + 1);
  size_t length = signBytes(bytes, p, stop);
  if (length > 0) text.push_back(bytes[p] == '+' ? '+' : '-');
  p += length;
  if ((form & kCurrency) != 0) {
    length = currencyBytes(bytes, p, stop);
    if (length > 0) {
      p += length;
      while ((length = spaceBytes(bytes, p, stop)) > 0) p += length;
    } else {
      length = currencyBefore(bytes, p, stop);
      stop -= length;
      if (length > 0)
        while (stop > p && bytes[stop - 1] == ' ') stop--;
    }
    length = text.empty() ? signBytes(bytes, p, stop) : 0;
    if (length > 0) text.push_back(bytes[p] == '+' ? '+' : '-');
    p += length;
  }
  if ((form & kPercent) != 0 && stop > p && bytes[stop - 1] == '%') {
    stop--;
    while (stop > p && bytes[stop - 1] == ' ') stop--;
  }
  const int kind = form & kThousands;
  // digits since the last mark; -1: after the integer part, or without marks
  int64_t group = kind == 0 ? -1 : 0;
  size_t marks = 0;
  while (p < stop) {
    const uint8_t c = bytes[p];
    if (group >= 0 && !(c >= '0' && c <= '9')) {
      length = markBytes(bytes, p, stop, kind, decimal);
      if (length > 0) {
        if (marks == 0 ? group < 1 || group > 3 : group != 3) return false;
        marks++;
        group = 0;
        p += length;
        continue;
      }
      if (marks > 0 && group != 3) return false;
      group = -1;
    } else if (group >= 0) {
      group++;
    }
    text.push_back(c);
    p++;
  }
  if (marks > 0 && group >= 0 && group != 3) return false;
  const size_t size = text.size();
  text.push_back('\n');
  return size > 0 && parseNumber(text.data(), 0, out, decimal) == size;
}

}  // namespace ol::tokenizers
