// The arithmetic of a survey, over features side by side. Part of the twin of survey.h
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
  // Adds the example, of weight h and number t, to the statistics, and fills the values for features that are often
  // absent; returns the kinds among them. The first is for features of any kind, the second if none is in the list
  // of dense features.
  uint64_t (*countPresent)(Present& p, double h, double t, double reach);
  uint64_t (*countSparse)(Present& p, double h, double t, double reach);
  // For features that are all in the list: without the first family's values for features that are often absent.
  uint64_t (*countDense)(Present& p, double h, double t, double reach);
  // Whether n features are the features of the list in its order, all with a value other than 0, and none in the
  // row of the constant.
  bool (*followsList)(const uint32_t* indices, const double* values, const uint32_t* list, size_t n, uint32_t mask,
                      uint32_t constant);
  // The values of dense features for the first family: the distance from the mean, in standard deviations, both over
  // all examples.
  void (*standardizeDense)(const Dense& dense, double t, double* values, double* scales);
  // The bits of the largest |value|: values are not NaN, so magnitudes are ordered like their bits.
  uint64_t (*largestSize)(const double* values, size_t n);
};

const Arithmetic& arithmetic(Tier tier);

}  // namespace ol
