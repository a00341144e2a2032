// A mixture of probabilities over lanes. Twin: packages/fallback/src/mixture/mix.ts
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol {

// The numbers of the calibration; the mixed distributions, without and with the ones built from them; the states of a
// lane.
inline constexpr size_t kCalibrationSize = 20, kGiven = 3, kMixedDistributions = 5, kMixingLaneStates = 3;

enum class MixtureOutput { kEw, kFs, kSw, kCal };

struct MixingPlan {
  size_t lanes, classes;
  bool binary;
  MixtureOutput output;
  const uint8_t* exclusive;
  // null: all equal
  const double* prior;
};

struct MixingState {
  double *losses, *sums, *calibration;
  // null: there is no trial
  const double* skipped;
  double* trial;
  // null: not kept
  double* late;
};

struct MixingTurns {
  size_t size;
  const double *scores, *labels;
  // null: all 1
  const double* weights;
  const uint8_t* moves;
};

// See Backend.mix.
void mix(const MixingPlan& plan, const MixingState& state, const MixingTurns& turns, double* out);

}  // namespace ol
