#include "csv-words.h"

#include <cstring>

namespace ol::tokenizers {
namespace {

constexpr const char* kMissingWords[] = {"?",    "-",    ".",    "na",   "n/a",  "nan",    "nil",
                                         "#n/a", "<na>", "-nan", "null", "none", "missing"};
constexpr size_t kLongestMissing = 7;

bool isWord(const uint8_t* bytes, size_t start, size_t end, const char* word) {
  const size_t length = std::strlen(word);
  if (end - start != length) return false;
  for (size_t i = 0; i < length; i++) {
    const uint8_t c = bytes[start + i];
    if ((c >= 'A' && c <= 'Z' ? c | 32 : c) != word[i]) return false;
  }
  return true;
}

}  // namespace

bool isMissingWord(const uint8_t* bytes, size_t start, size_t end) {
  if (start == end) return true;
  if (end - start > kLongestMissing) return false;
  for (const char* word : kMissingWords)
    if (isWord(bytes, start, end, word)) return true;
  return false;
}

bool isInfinity(const uint8_t* bytes, size_t start, size_t end) {
  const size_t from = bytes[start] == '+' || bytes[start] == '-' ? start + 1 : start;
  return isWord(bytes, from, end, "inf") || isWord(bytes, from, end, "infinity");
}

bool isOneOf(const uint8_t* bytes, size_t start, size_t end, const uint8_t* texts, size_t length) {
  for (size_t from = 0; from < length;) {
    size_t next = from;
    while (texts[next] != '\n') next++;
    if (next - from == end - start && std::memcmp(texts + from, bytes + start, end - start) == 0) return true;
    from = next + 1;
  }
  return false;
}

const char* booleanOf(const uint8_t* bytes, size_t start, size_t end) {
  if (isWord(bytes, start, end, "true")) return "true";
  return isWord(bytes, start, end, "false") ? "false" : nullptr;
}

}  // namespace ol::tokenizers
