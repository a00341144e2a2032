#include "number.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string>

namespace ol::tokenizers {

const double kTens[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

namespace {

inline uint32_t digitAt(const uint8_t* bytes, size_t p) { return static_cast<uint32_t>(bytes[p]) - '0'; }

// A string [start, end) of digits, a point and an exponent, without a sign, correctly rounded.
double exactNumber(const uint8_t* bytes, size_t start, size_t end) {
#if defined(__cpp_lib_to_chars) || defined(_MSC_VER)
  const char* first = reinterpret_cast<const char*>(bytes + start);
  double value = 0;
  const auto result = std::from_chars(first, reinterpret_cast<const char*>(bytes + end), value);
  if (result.ec != std::errc::result_out_of_range) return value;
  // too large or too small, distinguished by the place of the first digit that is not 0
  int64_t place = 0;
  int64_t power = 0;
  bool point = false, digit = false;
  for (size_t p = start; p < end; p++) {
    const uint8_t c = bytes[p];
    if (c == '.') {
      point = true;
    } else if (c == 'e' || c == 'E') {
      const bool minus = bytes[p + 1] == '-';
      for (size_t q = p + (minus || bytes[p + 1] == '+' ? 2 : 1); q < end; q++)
        if (power < 100000000) power = power * 10 + (bytes[q] - '0');
      if (minus) power = -power;
      break;
    } else {
      if (c != '0') digit = true;
      if (digit && !point) place++;
      if (!digit && point) place--;
    }
  }
  return place + power > 0 ? std::numeric_limits<double>::infinity() : 0;
#else
  const std::string text(reinterpret_cast<const char*>(bytes + start), end - start);
  return std::strtod(text.c_str(), nullptr);
#endif
}

double wideNumber(const uint8_t* bytes, size_t first, size_t end, int64_t exponent, int point) {
  if (exponent >= -22 && exponent <= 22) {
    double mantissa = 0;
    for (size_t p = first; p < end; p++) {
      const uint32_t digit = digitAt(bytes, p);
      if (digit <= 9) mantissa = mantissa * 10 + digit;
      else if (bytes[p] != point) break;
    }
    // below 2^53 every step above was exact; beyond 2^53, no step returns below it
    if (mantissa < 9007199254740992.0) return exponent < 0 ? mantissa / kTens[-exponent] : mantissa * kTens[exponent];
  }
  if (point == '.') return exactNumber(bytes, first, end);
  std::string text(reinterpret_cast<const char*>(bytes + first), end - first);
  std::replace(text.begin(), text.end(), static_cast<char>(point), '.');
  return exactNumber(reinterpret_cast<const uint8_t*>(text.data()), 0, text.size());
}

}  // namespace

size_t parseNumber(const uint8_t* bytes, size_t p, double* out, int point) {
  const bool minus = bytes[p] == '-';
  if (minus || bytes[p] == '+') p++;
  const size_t first = p;
  uint32_t mantissa = 0;
  uint32_t digit = digitAt(bytes, p);
  while (digit <= 9) {
    mantissa = mantissa * 10 + digit;
    digit = digitAt(bytes, ++p);
  }
  size_t digits = p - first;
  int64_t exponent = 0;
  if (bytes[p] == point) {
    const size_t before = p;
    digit = digitAt(bytes, ++p);
    while (digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digit = digitAt(bytes, ++p);
    }
    exponent = static_cast<int64_t>(before + 1) - static_cast<int64_t>(p);
    digits += static_cast<size_t>(-exponent);
  }
  if (digits == 0) return SIZE_MAX;
  if (bytes[p] == 'e' || bytes[p] == 'E') {
    size_t q = p + 1;
    const uint8_t sign = bytes[q];
    if (sign == '-' || sign == '+') q++;
    digit = digitAt(bytes, q);
    if (digit > 9) return SIZE_MAX;
    int64_t power = 0;
    while (digit <= 9) {
      if (power < 100000000) power = power * 10 + digit;
      digit = digitAt(bytes, ++q);
    }
    exponent += sign == '-' ? -power : power;
    p = q;
  }
  double value;
  if (digits > 9 || exponent < -22 || exponent > 22) value = wideNumber(bytes, first, p, exponent, point);
  else if (exponent < 0) value = mantissa / kTens[-exponent];
  else value = mantissa * kTens[exponent];
  *out = minus ? -value : value;
  return p;
}

bool spellsZero(const uint8_t* bytes, size_t start, size_t end) {
  for (size_t p = start; p < end; p++) {
    if (bytes[p] >= '1' && bytes[p] <= '9') return false;
    if (bytes[p] == 'e' || bytes[p] == 'E') break;
  }
  return true;
}

}  // namespace ol::tokenizers
