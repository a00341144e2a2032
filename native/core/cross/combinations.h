// The interactions of an example, by its namespaces. Twin: packages/fallback/src/cross/combinations.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ol {

using Spaces = std::vector<uint8_t>;

// Lists of bytes, one after another; list i ends at ends[i].
struct ByteLists {
  const uint8_t* bytes;
  const uint32_t* ends;
  size_t count;

  const uint8_t* begin(size_t i) const { return bytes + (i == 0 ? 0 : ends[i - 1]); }
  const uint8_t* end(size_t i) const { return bytes + ends[i]; }
};

// Most examples have the namespaces of the one before.
class Combinations {
 public:
  Combinations(const ByteLists& interactions, bool permutations)
      : interactions_(interactions), permutations_(permutations) {}

  // The combinations for an example that has these namespaces, valid until the next call.
  const std::vector<Spaces>& of(const Spaces& spaces);

 private:
  std::vector<Spaces> find(const Spaces& sorted) const;

  ByteLists interactions_;
  bool permutations_;
  std::map<Spaces, std::vector<Spaces>> known_;
  Spaces latest_;
  const std::vector<Spaces>* again_ = nullptr;
};

}  // namespace ol
