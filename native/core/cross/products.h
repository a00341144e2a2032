// The innermost loops of interactions: products of one feature with a namespace's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../tiers.h"

namespace ol {

// The features first .. to of one place of a combination, start .. end of the next; `triangle`: the latter start with
// the former one.
struct Places {
  size_t first, to, start, end;
  bool triangle;

  size_t most() const { return (to - first) * (end - start); }
};

struct ProductLoops {
  // Each writes its results from place n on, and may write up to kCrossSlack elements more.
  // Returns the place after the last.
  size_t (*products)(uint32_t* lowers, double* amounts, const Places& places, uint32_t factor, double value, size_t n);
  // Joins the upper halves: `hash` and `upper` belong to what precedes the former place, if anything does.
  void (*joins)(const uint32_t* lowers, uint32_t* uppers, const Places& places, bool precedes, uint32_t hash,
                uint32_t upper, size_t n);
  // Whether the magnitudes of all are in the range of values.
  bool (*inside)(const double* amounts, size_t from, size_t to);
};

const ProductLoops& productLoops(Tier tier);

}  // namespace ol
