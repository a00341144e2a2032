#include "json-text.h"

#include "json-scalar.h"

namespace ol::tokenizers {
namespace {

int hex(const uint8_t* bytes, size_t p) {
  int unit = 0;
  for (size_t i = p; i < p + 4; i++) {
    const uint8_t c = bytes[i];
    const uint8_t lower = c | 32;
    const int digit = isDigit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

}  // namespace

size_t textEnd(const uint8_t* bytes, size_t p, bool& escaped) {
  escaped = false;
  for (;; p++) {
    const uint8_t c = bytes[p];
    if (c == '"') return p;
    if (c < 32) return kFailed;
    if (c == '\\') {
      escaped = true;
      p++;
      if (bytes[p] < 32) return kFailed;
    }
  }
}

bool resolveEscapes(const uint8_t* bytes, size_t start, size_t end, std::string& text) {
  text.clear();
  for (size_t p = start; p < end;) {
    const uint8_t c = bytes[p++];
    if (c != '\\') {
      text.push_back(static_cast<char>(c));
      continue;
    }
    const uint8_t kind = bytes[p++];
    const char* const simple = kind == 0 ? nullptr : std::strchr("\"\\/bfnrt", kind);
    if (simple != nullptr) {
      text.push_back("\"\\/\b\f\n\r\t"[simple - std::strchr("\"\\/bfnrt", '"')]);
      continue;
    }
    int unit = kind == 'u' && p + 4 <= end ? hex(bytes, p) : -1;
    if (unit < 0) return false;
    p += 4;
    if (unit >= 0xd800 && unit < 0xe000) {
      const int low = unit < 0xdc00 && p + 6 <= end && bytes[p] == '\\' && bytes[p + 1] == 'u' ? hex(bytes, p + 2) : -1;
      if (low < 0xdc00 || low >= 0xe000) return false;
      unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
      p += 6;
    }
    const auto put = [&text](int byte) { text.push_back(static_cast<char>(byte)); };
    if (unit < 0x80) {
      put(unit);
    } else if (unit < 0x800) {
      put(0xc0 | (unit >> 6));
      put(0x80 | (unit & 63));
    } else if (unit < 0x10000) {
      put(0xe0 | (unit >> 12));
      put(0x80 | ((unit >> 6) & 63));
      put(0x80 | (unit & 63));
    } else {
      put(0xf0 | (unit >> 18));
      put(0x80 | ((unit >> 12) & 63));
      put(0x80 | ((unit >> 6) & 63));
      put(0x80 | (unit & 63));
    }
  }
  return true;
}

}  // namespace ol::tokenizers
