#include "vector.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#include <memory>

#include "bytes.h"
#include "csv.h"
#include "labels.h"
#include "murmur.h"
#include "number.h"
#include "vw.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2")
#endif

namespace ol::tokenizers {
namespace {

// Longest line that a block may have at its end; longer ones are left to the walk.
constexpr size_t kMostBytes = 4 * kBlockBytes;

// What the stages hand on: positions of the bytes that structure a block, the features that the walk over them found,
// and what the names and the values of these are.
struct Scratch {
  uint32_t separators[kMostBytes + 64];
  // a feature: its name, where its value ends (the end of its name: it has none), the hash of its namespace; or a
  // numeric field of CSV: where it starts and ends
  struct Feature {
    uint32_t start, end, valueEnd, space;
  } features[kMostBytes / 2 + 64];
  uint32_t indices[kMostBytes / 2 + 64];
  // a value is the quotient of these, with one rounding
  double mantissas[kMostBytes / 2 + 64];
  double powers[kMostBytes / 2 + 64];
  // of each example: the features before its end, and its line
  uint32_t ends[kMostBytes / 2 + 8];
  uint32_t lines[kMostBytes / 2 + 8];
};

Scratch& scratch() {
  static thread_local std::unique_ptr<Scratch> own;
  if (own == nullptr) own.reset(new Scratch);
  return *own;
}

// For each length and place of the point (the length: there is none), where the digits of a number go so that the last
// one comes to byte 15.
struct Alignments {
  uint8_t rows[17][17][16];
  constexpr Alignments() : rows() {
    for (int length = 0; length <= 16; length++)
      for (int point = 0; point <= 16; point++) {
        int to = 15;
        for (int from = length - 1; from >= 0; from--)
          if (from != point) rows[length][point][to--] = static_cast<uint8_t>(from);
        for (; to >= 0; to--) rows[length][point][to] = 0x80;
      }
  }
};
alignas(64) constexpr Alignments kAlignments;

// A set of bytes below 128 for `separators`: bit h of low[l] says that the byte 16 * high + l is in it, where h is the
// bit of its high half.
struct ByteSet {
  uint8_t low[16];
  uint8_t high[16];
};

template <size_t N>
constexpr ByteSet byteSet(const uint8_t (&bytes)[N]) {
  ByteSet set{};
  int bits = 0;
  for (size_t i = 0; i < N; i++) {
    const int h = bytes[i] >> 4;
    if (set.high[h] == 0) set.high[h] = static_cast<uint8_t>(1 << bits++);
    set.low[bytes[i] & 15] |= set.high[h];
  }
  return set;
}

// Writes the positions of the bytes of a set in [start, end), then `end`.
size_t separators(const uint8_t* bytes, size_t start, size_t end, const ByteSet& set, uint32_t* out) {
  const __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(set.low)));
  const __m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(set.high)));
  const __m256i nibble = _mm256_set1_epi8(15);
  const auto half = [&](size_t p) {
    const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + p));
    // a byte from 128 on finds 0 in `low`
    const __m256i a = _mm256_shuffle_epi8(low, x);
    const __m256i b = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble));
    const __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(a, b), _mm256_setzero_si256());
    return ~static_cast<uint32_t>(_mm256_movemask_epi8(none));
  };
  size_t n = 0;
  for (size_t p = start; p < end; p += 64) {
    uint64_t bits = half(p) | static_cast<uint64_t>(half(p + 32)) << 32;
    if (end - p < 64) bits &= (1ull << (end - p)) - 1;
    const size_t count = static_cast<size_t>(__builtin_popcountll(bits));
    const uint32_t base = static_cast<uint32_t>(p);
    // sixteen at a time without a branch for each; what is written past the count is written again
    size_t i = 0;
    do {
      for (size_t j = 0; j < 16; j++) {
        out[n + i + j] = base + static_cast<uint32_t>(_tzcnt_u64(bits));
        bits = _blsr_u64(bits);
      }
      i += 16;
    } while (i < count);
    n += count;
  }
  out[n] = static_cast<uint32_t>(end);
  return n;
}

// Reads the number [start, end) where it is of the ordinary form [-] digits [. digits] [e [-+] 1 or 2 digits] of up to
// 16 bytes before the e, as a quotient of a whole number up to 2^53 and a power of ten up to 10^22. Such a number is 0
// or in the range of values. False: `parseNumber` must read it.
inline __attribute__((always_inline)) bool plainNumber(const uint8_t* bytes, size_t start, size_t end, double& over,
                                                      double& under) {
  const bool minus = bytes[start] == '-';
  start += minus;
  size_t length = end - start;
  const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + start));
  const __m128i digits = _mm_sub_epi8(x, _mm_set1_epi8('0'));
  const uint32_t isDigit =
      static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits)));
  const uint32_t isPoint = static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8('.'))));
  const size_t run = _tzcnt_u32(~(isDigit | isPoint));
  int exponent = 0;
  if (run < length) {
    const uint8_t* e = bytes + start + run;
    if ((*e | 32) != 'e') return false;
    e++;
    const bool negative = *e == '-';
    if (negative || *e == '+') e++;
    const size_t places = static_cast<size_t>(bytes + end - e);
    if (places - 1 >= 2) return false;
    for (size_t i = 0; i < places; i++) {
      if (static_cast<uint8_t>(e[i] - '0') > 9) return false;
      exponent = exponent * 10 + (e[i] - '0');
    }
    if (negative) exponent = -exponent;
    length = run;
  }
  if (length - 1 > 15) return false;
  const uint32_t points = _bzhi_u32(isPoint, static_cast<uint32_t>(length));
  const uint32_t point = _tzcnt_u32(points | 1u << length);
  const bool whole = point == length;
  if (_blsr_u32(points) != 0 || length + whole == 1) return false;
  const __m128i aligned =
      _mm_shuffle_epi8(digits, _mm_load_si128(reinterpret_cast<const __m128i*>(kAlignments.rows[length][point])));
  const __m128i pairs = _mm_maddubs_epi16(aligned, _mm_set1_epi16(0x010a));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(0x00010064));
  const __m128i packed = _mm_packus_epi32(fours, fours);
  const __m128i eights = _mm_madd_epi16(packed, _mm_set1_epi32(0x00012710));
  const uint64_t both = static_cast<uint64_t>(_mm_cvtsi128_si64(eights));
  const uint64_t mantissa = (both & 0xffffffff) * 100000000 + (both >> 32);
  exponent -= whole ? 0 : static_cast<int>(length - 1 - point);
  if (mantissa > (1ull << 53) || exponent < -22 || exponent > 0) return false;
  const double m = static_cast<double>(static_cast<int64_t>(mantissa));
  uint64_t bits;
  std::memcpy(&bits, &m, 8);
  bits |= static_cast<uint64_t>(minus) << 63;
  std::memcpy(&over, &bits, 8);
  under = kTens[-exponent];
  return true;
}

// murmur3 of up to 15 bytes without a branch on their number; bytes behind the name are read and not used.
inline __attribute__((always_inline)) uint32_t murmurShort(const uint8_t* p, uint32_t length, uint32_t seed) {
  uint32_t h = seed;
  const uint32_t h1 = rotl(h ^ murmurMix(load32(p)), 13) * 5 + 0xe6546b64u;
  h = length >= 4 ? h1 : h;
  const uint32_t h2 = rotl(h ^ murmurMix(load32(p + 4)), 13) * 5 + 0xe6546b64u;
  h = length >= 8 ? h2 : h;
  const uint32_t h3 = rotl(h ^ murmurMix(load32(p + 8)), 13) * 5 + 0xe6546b64u;
  h = length >= 12 ? h3 : h;
  const uint32_t tail = _bzhi_u32(load32(p + (length & ~3u)), (length & 3) * 8);
  return murmurEnd(h ^ murmurMix(tail) ^ length);
}

inline uint32_t murmurAny(const uint8_t* bytes, size_t start, size_t end, uint32_t seed) {
  const size_t length = end - start;
  return length < 16 ? murmurShort(bytes + start, static_cast<uint32_t>(length), seed)
                     : murmur3(bytes + start, length, seed);
}

// The 8 bytes that end at `end`, those before `start` as zeros: a number of up to 8 digits where all are digits.
inline __attribute__((always_inline)) bool shortDigits(const uint8_t* bytes, size_t start, size_t end, uint32_t& number) {
  uint64_t x;
  std::memcpy(&x, bytes + end - 8, 8);
  const size_t length = end - start;
  if (length > 8) return false;
  const uint64_t keep = ~0ull << (64 - 8 * length);
  x = (x & keep) | (0x3030303030303030ull & ~keep);
  if ((((x & 0xf0f0f0f0f0f0f0f0ull) | (((x + 0x0606060606060606ull) & 0xf0f0f0f0f0f0f0f0ull) >> 4)) !=
       0x3333333333333333ull))
    return false;
  x -= 0x3030303030303030ull;
  x = x * 10 + (x >> 8);
  x = (((x & 0x000000ff000000ffull) * 0x000f424000000064ull) + (((x >> 16) & 0x000000ff000000ffull) * 0x0000271000000001ull)) >> 32;
  number = static_cast<uint32_t>(x);
  return true;
}

// hashName of a token that is not empty.
inline __attribute__((always_inline)) uint32_t tokenHash(const TokenPlan& plan, const uint8_t* bytes, size_t start, size_t end, uint32_t seed) {
  if (!plan.all) {
    uint32_t number;
    if (shortDigits(bytes, start, end, number)) return number + seed;
    const bool edges = bytes[start] > 32 && bytes[end - 1] > 32;
    // past 8 bytes it may still be all digits; it is not where the last byte is none
    if (!edges || (end - start > 8 && static_cast<uint8_t>(bytes[end - 1] - '0') <= 9)) return hashName(bytes, start, end, seed, false);
  }
  return murmurAny(bytes, start, end, seed);
}

// Whether a value can be a feature, or is a written 0 and absent.
inline bool inRange(double v) {
  const double magnitude = v < 0 ? -v : v;
  return magnitude >= kMinValue && magnitude <= kMaxValue;
}

// Reads the value [start, end) of a feature, as a quotient; false where it is no number in range: the walk says what it
// is.
inline __attribute__((always_inline)) bool readValue(const uint8_t* bytes, size_t start, size_t end, double& over,
                                                    double& under) {
  if (__builtin_expect(plainNumber(bytes, start, end, over, under), 1)) return true;
  under = 1;
  if (parseNumber(bytes, start, &over) != end) return false;
  return over == 0 ? spellsZero(bytes, start, end) : inRange(over);
}

// The last stage: divides, and writes features and examples out. A value of 0 counts as absent.
void emit(const TokenPlan& plan, const Scratch& s, size_t examples, bool valued, const Tokens& out, Progress& at) {
  uint32_t* const indices = out.indices;
  double* const values = out.values;
  size_t n = at.features;
  size_t f = 0;
  for (size_t e = 0; e < examples; e++) {
    const size_t end = s.ends[e];
    const size_t count = end - f;
    // all of them first, as vectors; then those before a 0 stay where they are
    std::memcpy(indices + n, s.indices + f, count * sizeof(uint32_t));
    size_t zeros = 0;
    if (valued) {
      for (size_t i = 0; i < count; i++) values[n + i] = s.mantissas[f + i] / s.powers[f + i];
      for (size_t i = 0; i < count; i++) zeros += values[n + i] == 0;
    } else {
      for (size_t i = 0; i < count; i++) values[n + i] = 1;
    }
    if (zeros == 0) {
      n += count;
    } else {
      const size_t stop = n + count;
      for (size_t i = n; i < stop; i++) {
        indices[n] = indices[i];
        values[n] = values[i];
        n += values[i] != 0;
      }
    }
    f = end;
    if (plan.constant) {
      indices[n] = kConstantIndex;
      values[n++] = 1;
    }
    out.lines[at.examples] = s.lines[e];
    out.offsets[++at.examples] = static_cast<uint32_t>(n);
  }
  at.features = n;
}

constexpr uint8_t kVwBytes[] = {9, 10, 13, 32, 58, 124};
constexpr ByteSet kVwSet = byteSet(kVwBytes);
constexpr uint8_t kSvmlightBytes[] = {9, 10, 13, 32, 35, 58};
constexpr ByteSet kSvmlightSet = byteSet(kSvmlightBytes);

// The end of the line that a separator at `q` ends, which is a line feed or a carriage return before one; kFailed: it
// ends none.
inline size_t endOfLine(const uint8_t* bytes, size_t q) {
  if (bytes[q] == 10) return q;
  return bytes[q] == 13 && bytes[q + 1] == 10 ? q + 1 : kFailed;
}

}  // namespace

bool hasVectors() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"); }

bool blockVw(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  if (stop - at.p > kMostBytes || plan.spaces) return false;
  const uint8_t* bytes = chunk.bytes;
  Scratch& s = scratch();
  separators(bytes, at.p, stop, kVwSet, s.separators);
  Wrong wrong;
  size_t k = 0;
  size_t p = at.p;
  size_t found = 0;
  size_t examples = 0;
  // whether any feature has a value: otherwise all are 1
  bool valued = false;
  uint32_t line = at.line;
  while (p < stop) {
    const size_t lineStart = p;
    while (bytes[p] == ' ' || bytes[p] == '\t') p++;
    size_t lineEnd = endOfLine(bytes, p);
    if (lineEnd == kFailed) {
      p = vwHeader(plan, bytes, p, out, at.examples + examples, wrong);
      if (p == kFailed) return false;
      while (s.separators[k] < p) k++;
      for (;;) {
        // p is behind a bar, and k at the first separator from there on
        size_t q = s.separators[k];
        if (bytes[q] == ':') return false;
        uint32_t space = 0;
        if (q > p || plan.seed != 0) space = namespaceHash(bytes, p, q, plan.seed, plan.all);
        uint8_t c = bytes[q];
        for (;;) {
          // the separator k at q, of value c, has been looked at; a feature may follow
          if (c != ' ' && c != '\t') break;
          p = q + 1;
          q = s.separators[++k];
          c = bytes[q];
          if (q == p) continue;
          Scratch::Feature& feature = s.features[found++];
          feature.start = static_cast<uint32_t>(p);
          feature.end = static_cast<uint32_t>(q);
          feature.space = space;
          if (c == ':') {
            valued = true;
            q = s.separators[++k];
            c = bytes[q];
          }
          feature.valueEnd = static_cast<uint32_t>(q);
        }
        if (c == '|') {
          p = q + 1;
          k++;
          continue;
        }
        // a second colon, or one without a name, or a carriage return within the line
        lineEnd = endOfLine(bytes, q);
        if (lineEnd == kFailed) return false;
        break;
      }
      s.ends[examples] = static_cast<uint32_t>(found);
      s.lines[examples++] = line;
    }
    if (lineEnd - lineStart > plan.maxLineBytes) return false;
    p = lineEnd + 1;
    while (s.separators[k] < p) k++;
    line++;
  }

  for (size_t f = 0; valued && f < found; f++) {
    const Scratch::Feature& feature = s.features[f];
    s.mantissas[f] = 1;
    s.powers[f] = 1;
    if (feature.valueEnd != feature.end &&
        !readValue(bytes, feature.end + 1, feature.valueEnd, s.mantissas[f], s.powers[f]))
      return false;
  }
  for (size_t f = 0; f < found; f++) {
    const Scratch::Feature& feature = s.features[f];
    s.indices[f] = tokenHash(plan, bytes, feature.start, feature.end, feature.space);
  }
  emit(plan, s, examples, valued, out, at);
  at.line = line;
  at.p = p;
  return true;
}

bool blockSvmlight(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  if (stop - at.p > kMostBytes || plan.spaces) return false;
  const uint8_t* bytes = chunk.bytes;
  Scratch& s = scratch();
  separators(bytes, at.p, stop, kSvmlightSet, s.separators);
  const uint32_t space = plan.seed == 0 ? 0 : namespaceHash(bytes, at.p, at.p, plan.seed, plan.all);
  size_t k = 0;
  size_t p = at.p;
  size_t found = 0;
  size_t examples = 0;
  uint32_t line = at.line;
  while (p < stop) {
    const size_t lineStart = p;
    size_t q = s.separators[k];
    size_t lineEnd = endOfLine(bytes, q);
    if (lineEnd == kFailed || q != p) {
      if (q == p || bytes[q] == '#' || bytes[q] == ':') return false;
      const size_t e = at.examples + examples;
      if (parseLabel(plan, bytes, p, q, out.labels + e) != kNoFault) return false;
      startExample(out, e);
      uint8_t c = bytes[q];
      while (c == ' ' || c == '\t') {
        p = q + 1;
        q = s.separators[++k];
        c = bytes[q];
        if (q == p) continue;
        if (c != ':') return false;
        Scratch::Feature& feature = s.features[found++];
        feature.start = static_cast<uint32_t>(p);
        feature.end = static_cast<uint32_t>(q);
        q = s.separators[++k];
        c = bytes[q];
        feature.valueEnd = static_cast<uint32_t>(q);
      }
      lineEnd = endOfLine(bytes, q);
      if (lineEnd == kFailed) return false;
      s.ends[examples] = static_cast<uint32_t>(found);
      s.lines[examples++] = line;
    }
    if (lineEnd - lineStart > plan.maxLineBytes) return false;
    p = lineEnd + 1;
    while (s.separators[k] < p) k++;
    line++;
  }
  for (size_t f = 0; f < found; f++) {
    const Scratch::Feature& feature = s.features[f];
    if (!readValue(bytes, feature.end + 1, feature.valueEnd, s.mantissas[f], s.powers[f])) return false;
  }
  for (size_t f = 0; f < found; f++) {
    const Scratch::Feature& feature = s.features[f];
    uint32_t number;
    if (!shortDigits(bytes, feature.start, feature.end, number)) return false;
    s.indices[f] = plan.all ? murmurAny(bytes, feature.start, feature.end, space) : number + space;
  }
  emit(plan, s, examples, true, out, at);
  at.line = line;
  at.p = p;
  return true;
}

bool blockCsv(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at) {
  if (stop - at.p > kMostBytes || plan.spaces || plan.delimiter == ' ' || plan.columns == 0) return false;
  const uint8_t* bytes = chunk.bytes;
  const uint8_t delimiter = plan.delimiter;
  const size_t columns = plan.columns;
  Scratch& s = scratch();
  if (plan.comment != 0) return false;
  const uint8_t quote = plan.quote != 0 ? plan.quote : delimiter;
  const uint8_t structure[] = {10, 13, delimiter, quote};
  separators(bytes, at.p, stop, byteSet(structure), s.separators);
  size_t k = 0;
  size_t p = at.p;
  size_t found = 0;
  size_t examples = 0;
  uint32_t line = at.line;
  while (p < stop) {
    const size_t lineStart = p;
    size_t q = s.separators[k];
    size_t lineEnd = endOfLine(bytes, q);
    // an empty line, or one of spaces
    if (lineEnd != kFailed && (bytes[p] <= 32 || columns == 1)) return false;
    const size_t e = at.examples + examples;
    out.labels[e] = __builtin_nan("");
    startExample(out, e);
    for (size_t column = 0;; column++) {
      const bool last = column + 1 == columns;
      if (bytes[q] != delimiter) {
        lineEnd = endOfLine(bytes, q);
        if (lineEnd == kFailed || !last) return false;
      } else if (last) {
        return false;
      }
      const uint8_t role = plan.roles[column];
      if (role == kNumeric || role == kCategorical) {
        Scratch::Feature& feature = s.features[found++];
        feature.start = static_cast<uint32_t>(p);
        feature.end = static_cast<uint32_t>(q);
        feature.space = plan.columnHashes[column];
        feature.valueEnd = role;
      } else if (role != kIgnore) {
        size_t start = p;
        size_t end = q;
        while (start < end && (bytes[start] == ' ' || bytes[start] == '\t')) start++;
        while (end > start && (bytes[end - 1] == ' ' || bytes[end - 1] == '\t')) end--;
        if (role == kText) return false;
        if (role == kLabel) {
          if (!isMissing(bytes, start, end) && parseLabel(plan, bytes, start, end, out.labels + e) != kNoFault) return false;
        } else if (role == kWeight) {
          if (parseNumber(bytes, start, out.weights + e) != end || !(out.weights[e] >= 0 && out.weights[e] <= kMaxWeight))
            return false;
        } else if (end > start) {
          out.tags[2 * e] = static_cast<uint32_t>(start);
          out.tags[2 * e + 1] = static_cast<uint32_t>(end);
        }
      }
      p = q + 1;
      q = s.separators[++k];
      if (last) break;
    }
    if (lineEnd - lineStart > plan.maxLineBytes) return false;
    s.ends[examples] = static_cast<uint32_t>(found);
    s.lines[examples++] = line++;
    p = lineEnd + 1;
    while (s.separators[k] < p) k++;
  }
  for (size_t f = 0; f < found; f++) {
    const Scratch::Feature& feature = s.features[f];
    s.indices[f] = feature.space;
    if (feature.valueEnd == kNumeric && plainNumber(bytes, feature.start, feature.end, s.mantissas[f], s.powers[f])) continue;
    size_t start = feature.start;
    size_t end = feature.end;
    while (start < end && (bytes[start] == ' ' || bytes[start] == '\t')) start++;
    while (end > start && (bytes[end - 1] == ' ' || bytes[end - 1] == '\t')) end--;
    const bool missing = isMissing(bytes, start, end);
    s.mantissas[f] = missing ? 0 : 1;
    s.powers[f] = 1;
    if (feature.valueEnd == kCategorical) s.indices[f] = murmurAny(bytes, start, end, feature.space);
    else if (!missing && !readValue(bytes, start, end, s.mantissas[f], s.powers[f])) return false;
  }
  emit(plan, s, examples, true, out, at);
  at.line = line;
  at.p = p;
  return true;
}

}  // namespace ol::tokenizers

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#else

namespace ol::tokenizers {

bool hasVectors() { return false; }
bool blockVw(const TokenPlan&, const Chunk&, size_t, const Tokens&, Progress&) { return false; }
bool blockSvmlight(const TokenPlan&, const Chunk&, size_t, const Tokens&, Progress&) { return false; }
bool blockCsv(const TokenPlan&, const Chunk&, size_t, const Tokens&, Progress&) { return false; }

}  // namespace ol::tokenizers

#endif
