// Fuzz target of the tokenizers: the first bytes choose format and settings, the rest is the text. The walk and the
// vectors of every tier must agree on it, within their arrays. Built and run by native/fuzz/run.mjs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "../core/tokenizers/tokenize.h"

using namespace ol;
using namespace ol::tokenizers;

namespace {

struct Arrays {
  explicit Arrays(size_t bytes)
      : offsets(bytes / 2 + 9),
        indices(3 * bytes + 8),
        upper(3 * bytes + 8),
        spaces(2 * (3 * bytes + 8)),
        spaceEnds(bytes / 2 + 8),
        lines(bytes / 2 + 8),
        tags(bytes + 16),
        bad(kBadWidth * (bytes / 2 + 8)),
        odd(kOddWidth * (bytes / 2 + 8)),
        missing(8),
        values(3 * bytes + 8),
        labels(bytes / 2 + 8),
        weights(bytes / 2 + 8),
        initial(bytes / 2 + 8),
        counts(kCountLength) {}
  Tokens tokens(bool wide) {
    return {offsets.data(), indices.data(),   wide ? upper.data() : nullptr,
            values.data(),  labels.data(),    weights.data(),
            initial.data(), lines.data(),     tags.data(),
            spaces.data(),  spaceEnds.data(), bad.data(),
            odd.data(),     missing.data()};
  }
  std::vector<uint32_t> offsets, indices, upper, spaces, spaceEnds, lines, tags, bad, odd, missing;
  std::vector<double> values, labels, weights, initial, counts;
};

template <typename T>
void same(const char* what, Tier tier, const std::vector<T>& a, const std::vector<T>& b, size_t count) {
  if (count > a.size() || std::memcmp(a.data(), b.data(), count * sizeof(T)) != 0) {
    std::fprintf(stderr, "the walk and the vectors of %s differ in %s\n", tierName(tier), what);
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 4) return 0;
  const Format format = static_cast<Format>(data[0] % kFormatCount);
  TokenPlan plan;
  plan.hash = data[1] & 1 ? kAll : kStrings;
  plan.seed = data[1] & 2 ? 12345 : 0;
  plan.constant = data[1] & 4;
  plan.missing = data[1] & 128;
  plan.quote = data[1] & 8 ? 0 : data[1] & 64 ? '\'' : '"';
  plan.comment = data[1] & 128 ? '%' : 0;
  plan.maxLineBytes = data[1] & 16 ? 40 : 1 << 24;
  plan.labelMode = data[2] % (kUnread + 1);
  plan.positive = 1;
  plan.delimiter = static_cast<uint8_t>(",;\t |"[data[2] / 8 % 5]);
  const uint8_t texts[] = {'1', 'n', 'o'};
  const uint32_t ends[] = {1, 3};
  const double labels[] = {1, -1};
  plan.prose = data[1] & 32;
  plan.charNgrams = plan.prose && data[2] & 64 ? 2 + data[3] % 3 : 0;
  const uint8_t second = data[1] & 32 ? kText : kCategorical;
  const uint8_t roles[] = {kNumeric, second, kLabel, kDate, kWeight, kNumeric, kBoolean};
  const uint8_t forms[] = {kCurrency | kPercent | 1, 0, 0, static_cast<uint8_t>(data[3] / 8 % 4), 0, 2, 0};
  plan.forms = forms;
  plan.missing = data[3] & 64;
  plan.skipBlank = data[2] & 128;
  const uint32_t hashes[] = {1, 2, 3, 4, 5, 6, 7};
  plan.labelTexts = texts;
  plan.labelEnds = ends;
  plan.labelValues = labels;
  plan.labelNumbers = labels;
  plan.labels = 2;
  plan.roles = roles;
  const uint32_t uppers[] = {11, 12, 13, 14, 15, 16, 17};
  plan.columnHashes = hashes;
  plan.columnUppers = uppers;
  plan.columns = data[3] % 8;
  plan.spaces = data[3] & 128;
  const bool wide = data[3] & 64;
  plan.columnSpaces = roles;

  const size_t length = size - 4;
  std::vector<uint8_t> bytes(length + 1 + 2 * kSlack, 0xee);
  std::memcpy(bytes.data() + kSlack, data + 4, length);
  bytes[kSlack + length] = '\n';
  const Chunk chunk{bytes.data(), kSlack, kSlack + length + 1, (data[1] & 32) != 0};
  Arrays a(length + 1), b(length + 1);
  tokenize(format, Tier::baseline, plan, chunk, a.tokens(wide), a.counts.data());
  const size_t examples = static_cast<size_t>(a.counts[kCountExamples]);
  const size_t features = static_cast<size_t>(a.counts[kCountFeatures]);
  for (const Tier tier : {Tier::avx2, Tier::avx512}) {
    if (tier > widestTier()) break;
    tokenize(format, tier, plan, chunk, b.tokens(wide), b.counts.data());
    same("counts", tier, a.counts, b.counts, kCountLength);
    same("offsets", tier, a.offsets, b.offsets, examples + 1);
    same("indices", tier, a.indices, b.indices, features);
    if (wide) same("upper", tier, a.upper, b.upper, features);
    same("values", tier, a.values, b.values, features);
    same("labels", tier, a.labels, b.labels, examples);
    same("weights", tier, a.weights, b.weights, examples);
    same("initial", tier, a.initial, b.initial, examples);
    same("lines", tier, a.lines, b.lines, examples);
    same("tags", tier, a.tags, b.tags, 2 * examples);
    same("odd", tier, a.odd, b.odd, kOddWidth * static_cast<size_t>(a.counts[kCountOdd]));
    same("missing", tier, a.missing, b.missing, plan.columns);
    same("bad", tier, a.bad, b.bad, kBadWidth * static_cast<size_t>(a.counts[kCountBad]));
  }
  return 0;
}

#ifdef OL_FUZZ_MAIN
namespace {

template <class Random>
void goodLines(std::vector<uint8_t>& data, Random& random) {
  const char* const names[] = {"a",
                               "f1",
                               "12",
                               "0",
                               "12345678",
                               "123456789",
                               "99999999999",
                               "abcdefgh",
                               "abcdefgh1",
                               "name_of_16_bytes",
                               "name_of_17_bytes_",
                               "a_name_that_is_longer_than_two_lanes",
                               "name12345678",
                               "\x01x",
                               "1\x02",
                               "ab\x03",
                               "\xc3\xa9\xe2\x82\xac",
                               "-1",
                               "007"};
  const char* const numbers[] = {"1",
                                 "0.5",
                                 "-0.25",
                                 "0.123456",
                                 "-0.123456",
                                 "12345678",
                                 "123456789",
                                 "0",
                                 "-0.0",
                                 ".5",
                                 "5.",
                                 "1234567.8",
                                 "12345678.9",
                                 "9007199254740991",
                                 "9007199254740993",
                                 "0.12345678901234",
                                 "0.123456789012345",
                                 "00000000000000001",
                                 "-123456789.12345",
                                 "1e5",
                                 "2.5e-3",
                                 "100000000",
                                 "0.0000001"};
  const auto put = [&](const char* text) { data.insert(data.end(), text, text + std::strlen(text)); };
  const auto name = [&] { put(names[random(random(3) == 0 ? sizeof(names) / sizeof(names[0]) : 8)]); };
  const auto number = [&] { put(numbers[random(random(3) == 0 ? sizeof(numbers) / sizeof(numbers[0]) : 6)]); };
  const Format format = static_cast<Format>(data[0] % kFormatCount);
  // any lines, labels as they are, no comments
  if (random(8) != 0) data[1] &= 0x6f;
  data[2] = static_cast<uint8_t>(data[2] - data[2] % (kClass + 1));
  if (random(8) != 0) data[3] &= 127;
  const char delimiter[] = {",;\t |"[data[2] / 8 % 5], 0};
  const uint32_t columns = data[3] % 8;
  for (uint32_t line = random(random(20) == 0 ? 400 : 20) + 1; line > 0; line--) {
    if (format == kCsv) {
      for (uint32_t column = 0; column < columns; column++) {
        if (column > 0) put(delimiter);
        if (random(12) == 0) put(" ");
        if (column == 0 || column == 3) random(9) == 0 ? put(random(2) ? "?" : "") : number();
        else if (column == 1) random(9) == 0 ? put(random(2) ? "NA" : "") : name();
        else if (column == 2) put("-1");
        else put(column == 4 ? "2" : "t");
      }
    } else {
      put(random(2) ? "1" : "-1");
      uint32_t pairs = random(random(6) == 0 ? 80 : 12);
      if (format == kVw) put(random(2) ? " |f" : " 'tag |");
      for (; pairs > 0; pairs--) {
        put(random(30) == 0 ? "  " : " ");
        if (format == kVw && random(15) == 0) {
          put("|");
          if (random(2)) name();
          continue;
        }
        if (format == kSvmlight) put(names[2 + random(3)]);
        else name();
        if (format == kVw && random(4) == 0) continue;
        put(":");
        number();
      }
    }
    if (random(500) == 0) data.push_back(static_cast<uint8_t>(random(128)));
    put(random(8) == 0 ? "\r\n" : "\n");
  }
}

}  // namespace

// Without libFuzzer: seeded random strings of the bytes that matter, most of them from pieces of valid lines; every
// other text is of hardly anything but good lines, which the vectors take.
int main(int argc, char** argv) {
  const long runs = argc > 1 ? std::atol(argv[1]) : 1000000;
  uint32_t x = argc > 2 ? static_cast<uint32_t>(std::atol(argv[2])) | 1 : 88172645u;
  const auto random = [&x](uint32_t n) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x % n;
  };
  const char* const pieces[] = {"1 |f a:1 b:2.5 c",
                                "|",
                                ":",
                                " ",
                                "\n",
                                "\r\n",
                                "-1",
                                "0.123456",
                                "1e-3",
                                "'tag",
                                "qid:3",
                                "12345678:",
                                "#",
                                ",",
                                ";",
                                "\t",
                                "\"",
                                "\"\"",
                                "NA",
                                "?",
                                "null",
                                "nan",
                                "inf",
                                "1e400",
                                "1e-400",
                                "12345678901234567890",
                                "abcdefghijklmnopqrs",
                                "0",
                                ".",
                                "-",
                                "+",
                                "e",
                                "E5",
                                "1,2,3,4,5,6,7\n",
                                "a,b,1,2,1,t,x\n",
                                "3 1:1 2:2\n",
                                "1 2 3 t|f:2 a:1\n",
                                "#label#:1",
                                "a_b:1 c:2",
                                "{\"label\":1,\"a\":2,",
                                "\"b\":{\"c\":\"d\"},",
                                "\"e\":[1,2]",
                                "[\"x\",null]",
                                "{",
                                "}",
                                "[",
                                "]",
                                "\"k\":",
                                "\\u00e9",
                                "\\ud83d\\ude00",
                                "true",
                                "false",
                                "\"features\":{",
                                "\"_tag\":\"t\"",
                                "\r",
                                "99999999",
                                "999999999",
                                "4294967296:1",
                                "9007199254740993",
                                "x:y",
                                "%",
                                "'"};
  std::vector<uint8_t> data;
  std::vector<long> lines(kFormatCount);
  for (long run = 0; run < runs; run++) {
    data.clear();
    for (int i = 0; i < 4; i++) data.push_back(static_cast<uint8_t>(random(256)));
    if (run % 2 != 0) goodLines(data, random);
    const uint32_t parts = run % 2 != 0 ? 0 : random(random(50) == 0 ? 3000 : 40);
    for (uint32_t i = 0; i < parts; i++) {
      if (random(8) == 0) {
        data.push_back(static_cast<uint8_t>(random(random(4) == 0 ? 256 : 128)));
      } else {
        const char* piece = pieces[random(sizeof(pieces) / sizeof(pieces[0]))];
        data.insert(data.end(), piece, piece + std::strlen(piece));
      }
    }
    lines[data[0] % kFormatCount] += 1 + std::count(data.begin() + 4, data.end(), '\n');
    LLVMFuzzerTestOneInput(data.data(), data.size());
  }
  std::printf("%ld runs, no finding; lines of each format:", runs);
  for (const long count : lines) std::printf(" %ld", count);
  std::printf("\n");
}
#endif
