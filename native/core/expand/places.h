// Tables of pairs and triples of columns. Twin: packages/fallback/src/expand/places.ts
#pragma once

#include "keys.h"

namespace ol::expand {

// Columns from 1, ascending; the third of a pair is 0.
struct Columns {
  uint32_t low, middle, high;

  uint32_t hash() const { return mixed(mixed(low * kGolden ^ middle) * kGolden ^ high); }
};

// The place of columns with this hash in a hash table whose size is a power of two and whose entries are three
// columns: their entry, or a free one, which has zeros.
inline size_t crossPlace(const uint32_t* all, size_t places, const Columns& of, uint32_t hash) {
  size_t place = hash & (places - 1);
  for (; all[3 * place] != 0; place = (place + 1) & (places - 1))
    if (all[3 * place] == of.low && all[3 * place + 1] == of.middle && all[3 * place + 2] == of.high) break;
  return place;
}

}  // namespace ol::expand
