#include "plain-names.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "../tokenizers/bytes.h"

namespace ol::names {
namespace {

using tokenizers::endsLine;
using tokenizers::endsName;

constexpr size_t kNone = SIZE_MAX;
constexpr uint8_t kConstant[] = {'C', 'o', 'n', 's', 't', 'a', 'n', 't'};

struct Stretch {
  size_t from, to;
  size_t size() const { return to - from; }
};

// The place of a feature's name, and of its namespace's.
struct Place {
  Stretch name, space;
};

bool isBlank(uint8_t c) { return c == ' ' || c == '\t'; }
bool isDigit(uint8_t c) { return c >= '0' && c <= '9'; }

// The start of a line, to which the cursor moves; kNone: there is no such line after the cursor.
size_t startOf(const NamedLines& chunk, size_t line) {
  size_t at = chunk.cursor[kCursorStart];
  size_t n = chunk.cursor[kCursorLine];
  if (line < n) return kNone;
  for (; n < line; n++) {
    const void* feed = at < chunk.end ? std::memchr(chunk.bytes + at, '\n', chunk.end - at) : nullptr;
    if (feed == nullptr) return kNone;
    at = static_cast<size_t>(static_cast<const uint8_t*>(feed) - chunk.bytes) + 1;
  }
  if (at >= chunk.end || chunk.bytes[chunk.end - 1] != '\n') return kNone;
  chunk.cursor[kCursorLine] = static_cast<uint32_t>(line);
  chunk.cursor[kCursorStart] = static_cast<uint32_t>(at);
  return at;
}

uint8_t copy(uint8_t* to, const uint8_t* bytes, size_t size) {
  uint8_t all = 0;
  for (size_t p = 0; p < size; p++) {
    to[p] = bytes[p];
    all |= bytes[p];
  }
  return all;
}

// Returns false if it does not fit.
bool append(const NameBytes& out, const uint8_t* bytes, const Place& place) {
  const auto& [name, space] = place;
  const size_t within = space.size() > 0 ? space.size() + 1 : 0;
  const size_t length = name.size() + within;
  size_t at = out.counts[kNameBytes];
  if (length > out.capacity - at) {
    out.counts[kNeeded] = static_cast<uint32_t>(length);
    return false;
  }
  uint8_t all = 0;
  if (within > 0) {
    all |= copy(out.text + at, bytes + space.from, space.size());
    at += within;
    out.text[at - 1] = '^';
  }
  all |= copy(out.text + at, bytes + name.from, name.size());
  at += name.size();
  if (all > 127) out.counts[kBeyondAscii] = 1;
  out.counts[kNameBytes] = static_cast<uint32_t>(at);
  out.ends[out.counts[kNames]++] = static_cast<uint32_t>(at);
  return true;
}

// The end of a value that is a number; kNone: it is not a number.
size_t valueEnd(const uint8_t* bytes, size_t p) {
  const uint8_t c = bytes[p];
  if (!(isDigit(c) || c == '+' || c == '-' || c == '.')) return kNone;
  while (bytes[p] > ' ' && bytes[p] != '|') p++;
  return p;
}

// All loops end at the line feed of the line.

bool scanVw(const uint8_t* bytes, size_t start, size_t features, std::vector<Place>& places) {
  size_t p = start;
  while (bytes[p] != '|' && bytes[p] != '\n') p++;
  while (bytes[p] == '|') {
    const size_t nameStart = ++p;
    while (!endsName(bytes[p])) p++;
    const Stretch space = {nameStart, p};
    if (bytes[p] == ':') p = valueEnd(bytes, p + 1);
    if (p == kNone) return false;
    for (;;) {
      while (isBlank(bytes[p])) p++;
      if (bytes[p] == '|' || endsLine(bytes, p)) break;
      const size_t from = p;
      while (!endsName(bytes[p])) p++;
      const size_t to = p;
      if (bytes[p] == ':') p = valueEnd(bytes, p + 1);
      // a feature without a name, a carriage return, a string as value
      if (to == from || p == kNone || places.size() == features) return false;
      places.push_back({{from, to}, space});
    }
  }
  return places.size() == features;
}

bool scanSvmlight(const uint8_t* bytes, size_t start, size_t features, std::vector<Place>& places) {
  size_t p = start;
  while (bytes[p] > ' ') p++;
  for (;;) {
    while (isBlank(bytes[p])) p++;
    const size_t from = p;
    while (isDigit(bytes[p])) p++;
    if (p == from) break;
    const size_t to = p;
    while (bytes[p] > ' ' && bytes[p] != '#') p++;
    if (places.size() == features) return false;
    places.push_back({{from, to}, {0, 0}});
  }
  return (bytes[p] == '#' || endsLine(bytes, p)) && places.size() == features;
}

}  // namespace

size_t plainNames(tokenizers::Format format, bool constant, const NamedLines& chunk, const uint32_t* at, size_t from,
                  size_t size, const NameBytes& out) {
  static thread_local std::vector<Place> places;
  const uint32_t* const offsets = chunk.offsets;
  out.counts[kNeeded] = 0;
  const uint32_t last = constant ? 1 : 0;
  size_t e = kNone;
  size_t k = from;
  for (; k < size; k++) {
    const uint32_t i = at[k];
    if (e == kNone || i >= offsets[e + 1] || i < offsets[e]) {
      e = static_cast<size_t>(std::upper_bound(offsets + 1, offsets + chunk.size + 1, i) - offsets) - 1;
      if (e == chunk.size || i < offsets[e]) return k;
      const size_t start = startOf(chunk, chunk.lines[e]);
      if (start == kNone || offsets[e + 1] - offsets[e] < last) return k;
      const size_t features = offsets[e + 1] - offsets[e] - last;
      places.clear();
      const bool isPlain = format == tokenizers::kVw
                               ? scanVw(chunk.bytes, start, features, places)
                               : format == tokenizers::kSvmlight && scanSvmlight(chunk.bytes, start, features, places);
      if (!isPlain) return k;
    }
    const bool fits = i < offsets[e + 1] - last ? append(out, chunk.bytes, places[i - offsets[e]])
                                                : append(out, kConstant, {{0, sizeof kConstant}, {0, 0}});
    if (!fits) return k;
  }
  return k;
}

}  // namespace ol::names
