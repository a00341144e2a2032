#include "prose.h"

#include <algorithm>
#include <cstring>

#include "../hash/murmur3.h"
#include "prose-tables.h"

namespace ol::tokenizers {
namespace {

enum Kind : uint8_t { kWord = 0, kSpace = 1, kMark = 2, kAlone = 3, kNothing = 4, kNone = 255 };

// Bytes at which a word is cut.
constexpr size_t kLongest = 1000;
constexpr uint8_t kApostrophe = 39;
// Apostrophes that are not ASCII: the curly and the full-width one.
constexpr int32_t kCurly = 0x2019;
constexpr int32_t kWideApostrophe = 0xff07;

Kind asciiKind(uint8_t c) {
  if (c <= 32 || c == 127) return kSpace;
  const uint8_t letter = c | 32;
  return (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9') ? kWord : kMark;
}

// The place of the last number that is not larger than another; -1: all are larger.
template <size_t N>
ptrdiff_t lastAtMost(const uint32_t (&sorted)[N], uint32_t value) {
  return std::upper_bound(sorted, sorted + N, value) - sorted - 1;
}

Kind kindOf(uint32_t code) {
  const ptrdiff_t at = lastAtMost(kKindFrom, code);
  return at < 0 ? kWord : static_cast<Kind>(kKindValue[at]);
}

uint8_t rankOf(uint32_t code) {
  const ptrdiff_t at = lastAtMost(kRankFrom, code);
  return at < 0 ? 0 : kRankValue[at];
}

// Writes the code points that one from 128 on becomes, and returns how many.
size_t foldOf(uint32_t code, uint32_t* out) {
  if (code >= 0xac00 && code <= 0xd7a3) {
    const uint32_t place = code - 0xac00;
    const uint32_t tail = place % 28;
    out[0] = 0x1100 + place / 588;
    out[1] = 0x1161 + place % 588 / 28;
    out[2] = 0x11a7 + tail;
    return tail == 0 ? 2 : 3;
  }
  const ptrdiff_t at = lastAtMost(kFoldFrom, code);
  if (at < 0 || kFoldFrom[at] != code) {
    out[0] = code;
    return 1;
  }
  const size_t count = kFoldAt[at + 1] - kFoldAt[at];
  for (size_t i = 0; i < count; i++) out[i] = kFoldTo[kFoldAt[at] + i];
  return count;
}

struct Decoded {
  // -1: a byte that is no UTF-8
  int32_t code;
  size_t bytes;
};

// Decodes the character at p, which is not ASCII.
Decoded decode(const uint8_t* bytes, size_t p, size_t end) {
  const Decoded none = {-1, 1};
  const uint8_t lead = bytes[p];
  const size_t width = lead >= 0xf0 && lead < 0xf5   ? 4
                       : lead >= 0xe0 && lead < 0xf0 ? 3
                       : lead >= 0xc2 && lead < 0xe0 ? 2
                                                     : 0;
  if (width == 0 || p + width > end) return none;
  int32_t code = lead & (0xff >> (width + 1));
  for (size_t i = 1; i < width; i++) {
    const uint8_t c = bytes[p + i];
    if ((c & 0xc0) != 0x80) return none;
    code = code << 6 | (c & 63);
  }
  // an overlong encoding, half of a surrogate pair, or beyond the last code point
  if (code < (width == 2 ? 0x80 : width == 3 ? 0x800 : 0x10000) || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff)
    return none;
  return {code, width};
}

bool startsWord(const uint8_t* bytes, size_t p, size_t end) {
  if (p >= end) return false;
  if (bytes[p] < 128) return asciiKind(bytes[p]) == kWord;
  const Decoded next = decode(bytes, p, end);
  return next.code < 0 || kindOf(next.code) == kWord;
}

class Prose {
 public:
  Prose(const Tokens& out, uint32_t seed, size_t grams, size_t& n) : out_(out), seed_(seed), grams_(grams), n_(n) {}

  Kind state() const { return state_; }

  void add(Kind kind, uint8_t byte) {
    begin(kind);
    letters_[used_++] = byte;
  }

  void addFolded(Kind kind, uint32_t code) {
    uint32_t folded[8];
    const size_t count = foldOf(code, folded);
    for (size_t i = 0; i < count; i++) {
      begin(kind);
      const uint32_t own = folded[i];
      const size_t width = own < 128 ? 1 : own < 0x800 ? 2 : own < 0x10000 ? 3 : 4;
      const size_t at = own < 128 ? used_ : placeOf(own);
      std::memmove(letters_ + at + width, letters_ + at, used_ - at);
      encode(own, width, at);
      used_ += width;
    }
  }

  // Puts the word so far.
  void flush() {
    if (used_ > 0) {
      put(letters_, used_);
      if (state_ == kWord && grams_ > 0) putRuns();
    }
    used_ = 0;
    state_ = kNone;
  }

 private:
  // Ends a piece of another kind, or one that is too long.
  void begin(Kind kind) {
    if (state_ != kind || used_ >= kLongest) flush();
    state_ = kind;
  }

  // The place at which a code point belongs: combining marks are in canonical order.
  size_t placeOf(uint32_t code) const {
    const uint8_t rank = rankOf(code);
    size_t at = used_;
    if (rank == 0) return at;
    while (at > 0) {
      size_t before = at - 1;
      while (before > 0 && (letters_[before] & 0xc0) == 0x80) before--;
      if (letters_[before] < 128) return at;
      const Decoded last = decode(letters_, before, at);
      if (last.code < 0 || rankOf(last.code) <= rank) return at;
      at = before;
    }
    return at;
  }

  void encode(uint32_t code, size_t width, size_t at) {
    if (width == 1) {
      letters_[at] = code;
      return;
    }
    uint32_t rest = code;
    for (size_t i = width - 1; i > 0; i--, rest >>= 6) letters_[at + i] = 0x80 | (rest & 63);
    letters_[at] = (width == 2 ? 0xc0 : width == 3 ? 0xe0 : 0xf0) | code >> (6 * (width - 1));
  }

  void put(const uint8_t* bytes, size_t length) {
    out_.indices[n_] = murmur3(bytes, length, seed_);
    out_.values[n_++] = 1;
  }

  // Puts the runs of characters of the word, which begins with < and ends with >.
  void putRuns() {
    const size_t length = used_ + 2;
    uint8_t run[1 + sizeof letters_ + 2];
    uint8_t whole[sizeof letters_ + 2];
    whole[0] = '<';
    std::memcpy(whole + 1, letters_, used_);
    whole[length - 1] = '>';
    const auto begins = [&](size_t i) { return i == length || (whole[i] & 0xc0) != 0x80; };
    size_t end = 0;
    size_t count = 0;
    for (size_t start = 0; start < length; start++) {
      if (!begins(start)) continue;
      if (count > 0) count--;
      while (count < grams_ && end < length) {
        end++;
        while (!begins(end)) end++;
        count++;
      }
      if (count < grams_) return;
      run[0] = '~';
      std::memcpy(run + 1, whole + start, end - start);
      put(run, 1 + end - start);
    }
  }

  const Tokens& out_;
  const uint32_t seed_;
  const size_t grams_;
  size_t& n_;
  Kind state_ = kNone;
  size_t used_ = 0;
  // with room for a last character
  uint8_t letters_[kLongest + 16];
};

}  // namespace

void putProse(const TokenPlan& plan, const uint8_t* bytes, size_t start, size_t end, uint32_t seed, const Tokens& out,
              size_t& n) {
  Prose text(out, seed, plan.charNgrams, n);
  for (size_t p = start; p < end;) {
    const uint8_t c = bytes[p];
    if (c < 128) {
      const Kind kind = asciiKind(c);
      if (kind == kWord) text.add(kWord, c >= 'A' && c <= 'Z' ? c | 32 : c);
      else if (kind == kSpace) text.flush();
      else if (c == kApostrophe && text.state() == kWord && startsWord(bytes, p + 1, end)) text.add(kWord, c);
      else text.add(kMark, c);
      p++;
      continue;
    }
    const Decoded next = decode(bytes, p, end);
    p += next.bytes;
    if (next.code < 0) {
      text.add(kWord, c);
      continue;
    }
    if (next.code == kCurly || next.code == kWideApostrophe) {
      text.add(text.state() == kWord && startsWord(bytes, p, end) ? kWord : kMark, kApostrophe);
      continue;
    }
    const Kind kind = kindOf(next.code);
    if (kind == kNothing) continue;
    if (kind == kSpace || kind == kAlone) text.flush();
    if (kind == kSpace) continue;
    // a combining mark belongs to what is before it
    const bool joins = kind == kWord && text.state() != kWord && text.state() != kNone && rankOf(next.code) > 0;
    text.addFolded(joins ? text.state() : kind, next.code);
  }
  text.flush();
}

}  // namespace ol::tokenizers
