// Progressive validation: sums over examples and their results. Twin: packages/spec/src/validating.ts, which describes
// them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../losses/link.h"

namespace ol::validation {

// The places of progressPlaces.
namespace progress {
enum Place {
  examples,
  labelled,
  features,
  weightSum,
  labelledWeight,
  lossSum,
  mistakes,
  diverged,
  labelMean,
  labelSquares,
  count
};
}

// Those of totalPlaces.
namespace total {
enum Place { place, labelled, scored, weight, sum, count };
}

inline constexpr size_t kRecordWidth = 4;
inline constexpr size_t kCalibrationBins = 10;

// Those of classSumPlaces.
namespace classes {
enum Place { examples, weight, loss, squares, confusion, calibration = 8, kept = 38, count };
}
static_assert(classes::calibration + 3 * kCalibrationBins == classes::kept);

// Those of numberSumPlaces.
namespace numbers {
enum Place { examples, weight, squareError, absoluteError, mean, squares, relativeError, loss, count };
}

// Those of curvePlaces.
namespace curve {
enum Place { area, tied, points, deciles, precision, precisionError, count };
}

inline constexpr size_t kPointWidth = 3;
inline constexpr size_t kDecileWidth = 5;
inline constexpr double kPointDistance = 0.01;
inline constexpr size_t kMostPoints = 404;
inline constexpr size_t kMostDeciles = 10;

// Those of scoreBins.
inline constexpr size_t kFineness = 1024;
inline constexpr size_t kOctaves = 128;

// In the order of their codes.
enum class Mistakes { none, sign, byClass };
enum class Evaluating { sign, odds, numbers };
enum class Term { loss, square, absolute };

struct Validated {
  const double* labels;
  const double* weights;  // or null
  const double* predictions;
  const double* losses;
};

struct Plan {
  Evaluating evaluating;
  Link link;
  Term term;
};

struct Totals {
  double* totals;
  double* recent;
  size_t recentLength;
};

struct Sums {
  double* sums;
  double* kept;
  size_t keptLength;
  double* bins;
  size_t binsLength;
  const uint32_t* blocks;
};

struct Curves {
  double* figures;
  double* points;
  double* deciles;
};

// See Backend.addProgress, Backend.addMetrics and Backend.scoreCurves. Twins: packages/fallback/src/validation.
void addProgress(Mistakes mistakes, double* sums, const Validated& validated, const uint8_t* status, size_t from,
                 size_t to);
size_t addMetrics(const Plan& plan, const Validated& validated, const Totals& totals, const Sums& into, size_t from,
                  size_t to, double until);
void scoreCurves(bool odds, const Sums& sums, const Curves& out);

}  // namespace ol::validation
