// JSON Lines, twin of packages/fallback/src/tokenizers/jsonl.ts and json-text.ts; the grammar: docs/formats/jsonl.md.
#include <cstdio>
#include <string>

#include "bytes.h"
#include "labels.h"
#include "murmur.h"
#include "number.h"

namespace ol::tokenizers {
namespace {

constexpr int kMaxDepth = 32;

const uint8_t* bytesOf(const std::string& text) { return reinterpret_cast<const uint8_t*>(text.data()); }

bool isDigit(uint8_t c) { return c >= '0' && c <= '9'; }

size_t blank(const uint8_t* bytes, size_t p) {
  while (bytes[p] == ' ' || bytes[p] == '\t' || (bytes[p] == '\r' && bytes[p + 1] != '\n')) p++;
  return p;
}

// The closing quote of the string whose first byte is at `p`.
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

// The string [start, end) with its escapes resolved, as UTF-8; false for an escape that is none.
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
      if (low >= 0xdc00 && low < 0xe000) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        p += 6;
      } else {
        unit = 0xfffd;
      }
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

size_t literal(const uint8_t* bytes, size_t p) {
  for (const char* word : {"true", "false", "null"}) {
    size_t i = 0;
    while (word[i] != 0 && bytes[p + i] == static_cast<uint8_t>(word[i])) i++;
    if (word[i] == 0) return p + i;
  }
  return kFailed;
}

size_t jsonNumber(const uint8_t* bytes, size_t p, double* out) {
  const size_t first = bytes[p] == '-' ? p + 1 : p;
  size_t q = first;
  while (isDigit(bytes[q])) q++;
  if (q == first || (bytes[first] == '0' && q > first + 1)) return kFailed;
  if (bytes[q] == '.' && !isDigit(bytes[q + 1])) return kFailed;
  return parseNumber(bytes, p, out);
}

bool isWord(const uint8_t* bytes, size_t start, size_t end, const char* word) {
  const size_t length = std::strlen(word);
  if (end - start == length + 1 && bytes[start] == '_') start++;
  return end - start == length && std::memcmp(bytes + start, word, length) == 0;
}

// One line: its row, and where its features and stretches of namespaces end.
class Example {
 public:
  Example(const TokenPlan& plan, const uint8_t* bytes, const Tokens& out, size_t e, size_t n, size_t spaces, Wrong& wrong)
      : n(n), spaces(spaces), plan_(plan), bytes_(bytes), out_(out), e_(e), spaced_(n), wrong_(wrong) {}

  size_t n;
  size_t spaces;

  size_t members(size_t p, uint32_t H, uint8_t spaceByte, int depth) {
    if (depth > kMaxDepth + 1) return fail(wrong_, kFaultJsonDepth, p - 1, p);
    p = blank(bytes_, p);
    if (bytes_[p] == '}') return p + 1;
    for (;;) {
      if (bytes_[p] != '"') return unexpected(p, p + 1);
      const size_t start = p + 1;
      bool escaped;
      const size_t end = textEnd(bytes_, start, escaped);
      if (end == kFailed) return unexpected(p, start);
      p = blank(bytes_, end + 1);
      if (bytes_[p] != ':') return unexpected(p, p + 1);
      p = blank(bytes_, p + 1);
      if (depth == 0 && plan_.labelKeyBytes > 0 && end - start == plan_.labelKeyBytes && std::memcmp(bytes_ + start, plan_.labelKey, end - start) == 0)
        p = label(p);
      else if (depth == 0 && plan_.labelKeyBytes == 0 && isWord(bytes_, start, end, "label")) p = label(p);
      else if (depth == 0 && isWord(bytes_, start, end, "weight")) p = weight(p);
      else if (depth == 0 && isWord(bytes_, start, end, "initial")) p = initial(p);
      else if (depth == 0 && isWord(bytes_, start, end, "tag")) p = tag(p);
      else if (depth == 0 && bytes_[p] == '{' && isWord(bytes_, start, end, "features"))
        p = members(p + 1, H, spaceByte, 1);
      else p = feature(p, start, end, escaped, H, spaceByte, depth);
      if (p == kFailed) return p;
      p = blank(bytes_, p);
      if (bytes_[p] == '}') break;
      if (bytes_[p] != ',') return unexpected(p, p + 1);
      p = blank(bytes_, p + 1);
    }
    stretch(spaceByte);
    return p + 1;
  }

 private:
  const TokenPlan& plan_;
  const uint8_t* bytes_;
  const Tokens& out_;
  size_t e_;
  size_t spaced_;
  Wrong& wrong_;

  size_t unexpected(size_t start, size_t end) { return fail(wrong_, kFaultJson, start, end); }

  void stretch(uint8_t spaceByte) {
    if (plan_.spaces && n > spaced_) {
      putSpace(out_, spaces, spaceByte, n);
      spaced_ = n;
    }
  }

  bool hashOf(size_t start, size_t end, bool escaped, uint32_t seed, bool category, uint32_t& hash) {
    std::string text;
    const uint8_t* bytes = bytes_;
    if (escaped) {
      if (!resolveEscapes(bytes_, start, end, text)) return false;
      bytes = bytesOf(text);
      start = 0;
      end = text.size();
    }
    hash = category ? murmur3(bytes + start, end - start, seed) : hashName(bytes, start, end, seed, plan_.all);
    return true;
  }

  void put(uint32_t index, double v) {
    out_.indices[n] = index;
    out_.values[n++] = v;
  }

  size_t feature(size_t p, size_t start, size_t end, bool escaped, uint32_t H, uint8_t spaceByte, int depth) {
    const uint8_t c = bytes_[p];
    if (c == '{' || c == '[') {
      stretch(spaceByte);
      uint32_t inner = H;
      if (depth > 1 || end > start)
        if (!hashOf(start, end, escaped, depth > 1 ? H : plan_.seed, false, inner)) return unexpected(start, end);
      const uint8_t innerByte = end > start ? bytes_[start] : ' ';
      return c == '{' ? members(p + 1, inner, innerByte, depth <= 1 ? 2 : depth + 1) : array(p + 1, inner, innerByte);
    }
    uint32_t hash;
    if (!hashOf(start, end, escaped, H, false, hash)) return unexpected(start, end);
    if (c == '"') {
      bool inside;
      const size_t stop = textEnd(bytes_, p + 1, inside);
      if (stop == kFailed) return unexpected(p, p + 1);
      uint32_t index;
      if (!hashOf(p + 1, stop, inside, hash, true, index)) return unexpected(p, stop);
      put(index, 1);
      return stop + 1;
    }
    if (c == '-' || isDigit(c)) return value(p, hash);
    const size_t stop = literal(bytes_, p);
    if (stop == kFailed) return unexpected(p, p + 1);
    if (c == 't') put(hash, 1);
    return stop;
  }

  size_t value(size_t p, uint32_t index) {
    double v;
    const size_t stop = jsonNumber(bytes_, p, &v);
    if (stop == kFailed) return unexpected(p, p + 1);
    const double magnitude = v < 0 ? -v : v;
    if (magnitude >= kMinValue && magnitude <= kMaxValue) put(index, v);
    else if (v != 0 || !spellsZero(bytes_, p, stop)) return fail(wrong_, kFaultValueRange, p, stop);
    return stop;
  }

  size_t array(size_t p, uint32_t H, uint8_t spaceByte) {
    int kind = 0;
    p = blank(bytes_, p);
    if (bytes_[p] == ']') return p + 1;
    for (uint32_t i = 0;; i++) {
      const uint8_t c = bytes_[p];
      if (c == 'n') {
        const size_t stop = literal(bytes_, p);
        if (stop == kFailed) return unexpected(p, p + 1);
        p = stop;
      } else if (c == '"' && kind != 1) {
        kind = 2;
        bool escaped;
        const size_t stop = textEnd(bytes_, p + 1, escaped);
        if (stop == kFailed) return unexpected(p, p + 1);
        uint32_t index;
        if (!hashOf(p + 1, stop, escaped, H, false, index)) return unexpected(p, stop);
        put(index, 1);
        p = stop + 1;
      } else if ((c == '-' || isDigit(c)) && kind != 2) {
        kind = 1;
        uint32_t index = i + H;
        if (plan_.all) {
          const std::string name = std::to_string(i);
          index = murmur3(bytesOf(name), name.size(), H);
        }
        p = value(p, index);
        if (p == kFailed) return p;
      } else {
        return fail(wrong_, kFaultJsonArray, p, p + 1);
      }
      p = blank(bytes_, p);
      if (bytes_[p] == ']') break;
      if (bytes_[p] != ',') return unexpected(p, p + 1);
      p = blank(bytes_, p + 1);
    }
    stretch(spaceByte);
    return p + 1;
  }

  size_t label(size_t p) {
    const uint8_t c = bytes_[p];
    double* out = out_.labels + e_;
    if (c == '"') {
      bool escaped;
      const size_t stop = textEnd(bytes_, p + 1, escaped);
      if (stop == kFailed) return unexpected(p, p + 1);
      uint32_t fault;
      if (escaped) {
        std::string text;
        if (!resolveEscapes(bytes_, p + 1, stop, text)) return unexpected(p, stop);
        text.push_back('\n');
        fault = parseLabel(plan_, bytesOf(text), 0, text.size() - 1, out);
      } else {
        fault = parseLabel(plan_, bytes_, p + 1, stop, out);
      }
      return fault == kNoFault ? stop + 1 : fail(wrong_, static_cast<Fault>(fault), p + 1, stop);
    }
    size_t stop;
    if (c == '-' || isDigit(c)) {
      stop = jsonNumber(bytes_, p, out);
      if (stop == kFailed) return unexpected(p, p + 1);
    } else {
      stop = literal(bytes_, p);
      if (stop == kFailed) return fail(wrong_, c == '{' || c == '[' ? kFaultLabelNumber : kFaultJson, p, p + 1);
      if (c == 'n') {
        *out = __builtin_nan("");
        return stop;
      }
      if (plan_.labelMode == kSign) {
        *out = c == 't' ? 1 : -1;
        return stop;
      }
    }
    const uint32_t fault = parseLabel(plan_, bytes_, p, stop, out);
    return fault == kNoFault ? stop : fail(wrong_, static_cast<Fault>(fault), p, stop);
  }

  size_t weight(size_t p) {
    const size_t stop = jsonNumber(bytes_, p, out_.weights + e_);
    const double w = out_.weights[e_];
    if (stop == kFailed || !(w >= 0 && w <= kMaxWeight)) return fail(wrong_, kFaultWeight, p, stop == kFailed ? p + 1 : stop);
    return stop;
  }

  size_t initial(size_t p) {
    const size_t stop = jsonNumber(bytes_, p, out_.initial + e_);
    const double y = out_.initial[e_];
    if (stop == kFailed || !(y >= -kMaxLabel && y <= kMaxLabel))
      return fail(wrong_, kFaultInitial, p, stop == kFailed ? p + 1 : stop);
    return stop;
  }

  size_t tag(size_t p) {
    uint32_t* out = out_.tags + 2 * e_;
    if (bytes_[p] != '"') {
      double number;
      const size_t stop = jsonNumber(bytes_, p, &number);
      if (stop == kFailed) return unexpected(p, p + 1);
      out[0] = static_cast<uint32_t>(p);
      out[1] = static_cast<uint32_t>(stop);
      return stop;
    }
    bool escaped;
    const size_t stop = textEnd(bytes_, p + 1, escaped);
    if (stop == kFailed) return unexpected(p, p + 1);
    std::string text;
    if (escaped && !resolveEscapes(bytes_, p + 1, stop, text)) return unexpected(p, stop);
    const bool some = stop > p + 1;
    out[0] = some ? static_cast<uint32_t>(p + 1) : 0;
    out[1] = some ? static_cast<uint32_t>(stop) : 0;
    return stop + 1;
  }
};

}  // namespace

void walkJsonl(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  const uint8_t* bytes = chunk.bytes;
  const uint32_t root = namespaceHash(bytes, chunk.start, chunk.start, plan.seed, plan.all);
  Wrong wrong;
  while (at.p < stop) {
    const size_t lineStart = at.p;
    size_t p = blank(bytes, lineStart);
    const bool empty = endsLine(bytes, p);
    Example example(plan, bytes, out, at.examples, at.features, at.spaces, wrong);
    if (!empty) {
      out.labels[at.examples] = __builtin_nan("");
      startExample(out, at.examples);
      p = bytes[p] == '{' ? example.members(p + 1, root, ' ', 0) : fail(wrong, kFaultJson, p, p + 1);
      if (p != kFailed) {
        p = blank(bytes, p);
        if (!endsLine(bytes, p)) p = fail(wrong, kFaultJson, p, p + 1);
      }
    }
    const size_t lineEnd = lineFeed(bytes, p == kFailed ? lineStart : p, chunk.end);
    if (p == kFailed || lineEnd - lineStart > plan.maxLineBytes || (at.nul && hasNul(bytes, lineStart, lineEnd))) {
      putBad(plan, bytes, out, at, at.line, lineStart, lineEnd, wrong);
    } else if (!empty) {
      at.features = example.n;
      at.spaces = example.spaces;
      endExample(plan, out, at);
    }
    at.line++;
    at.p = lineEnd + 1;
  }
}

}  // namespace ol::tokenizers
