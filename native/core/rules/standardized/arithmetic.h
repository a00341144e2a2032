// The arithmetic of a survey, which goes over features side by side. Part of the twin of survey.h
#pragma once

#include "../../tiers.h"
#include "present.h"

namespace ol {

// The kinds among the features of an example: a value of 0 or none, a feature that becomes dense, one that is in the
// list of dense features or is not, a value that is missing, one that is faint. No present feature leaves the list.
enum Found : uint64_t { kZeros = 1, kJoining = 2, kListed = 4, kUnlisted = 8, kMissingOnes = 16, kFaint = 32 };

// The state of n dense features, and their values in the example.
struct Dense {
  const double *counts, *means, *squares, *units, *missing, *x;
  size_t n;
};

struct Arithmetic {
  // Counts the example in, of weight h and as number t, and fills the values that features have where they are often
  // absent; returns what there is among them. The first is for features of any kind, the second where none is in the
  // list of dense features.
  uint64_t (*countPresent)(Present& p, double h, double t, double reach);
  uint64_t (*countSparse)(Present& p, double h, double t, double reach);
  // For features that are all in the list: without what the first family has where they are often absent.
  uint64_t (*countDense)(Present& p, double h, double t, double reach);
  // Whether n features are the list's in its order, all of them with a value but 0, and none in the row of the
  // constant.
  bool (*followsList)(const uint32_t* indices, const double* values, const uint32_t* list, size_t n, uint32_t mask,
                      uint32_t constant);
  // The values of dense features for the first family: the distance from the mean, in standard deviations, both over
  // all examples.
  void (*standardizeDense)(const Dense& dense, double t, double* values, double* scales);
  // The bits of the largest |value|: values are no NaN, so that sizes are ordered as their bits are.
  uint64_t (*largestSize)(const double* values, size_t n);
};

const Arithmetic& arithmetic(Tier tier);

}  // namespace ol
