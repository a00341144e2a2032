// Calibrates probabilities by online Newton steps. Twin: packages/fallback/src/mixture/newton-calibration.ts
#pragma once

#include <cstddef>

#include "bayes.h"
#include "probabilities.h"

namespace ol {

inline constexpr size_t kExperts = 4, kSolvedWidth = kExperts + 1;
// The smallest probability whose logarithm is taken.
inline constexpr double kLeastProbability = 1e-7;

// Fills the calibrated probabilities q from the logarithms of four distributions.
inline void calibrate(const double* alpha, const double* logs, size_t K, double* q) {
  for (size_t k = 0; k < K; k++) {
    double score = 0;
    for (size_t j = 0; j < kExperts; j++) score += alpha[j] * logs[j * K + k];
    q[k] = score;
  }
  const double largest = largestOf(q, K);
  for (size_t k = 0; k < K; k++) {
    const double off = q[k] - largest;
    q[k] = expNear(off < -kSteepest ? -kSteepest : off);
  }
  normalize(q, K);
}

// Eliminates without pivots, because the matrix is positive definite; the last column becomes the solution.
inline void solve(double* A) {
  for (size_t i = 0; i < kExperts; i++) {
    for (size_t r = i + 1; r < kExperts; r++) {
      const double factor = A[r * kSolvedWidth + i] / A[i * kSolvedWidth + i];
      for (size_t c = i; c < kSolvedWidth; c++) A[r * kSolvedWidth + c] -= factor * A[i * kSolvedWidth + c];
    }
  }
  for (size_t i = kExperts; i-- > 0;) {
    double rest = A[i * kSolvedWidth + kExperts];
    for (size_t c = i + 1; c < kExperts; c++) rest -= A[i * kSolvedWidth + c] * A[c * kSolvedWidth + kExperts];
    A[i * kSolvedWidth + kExperts] = rest / A[i * kSolvedWidth + i];
  }
}

// Moves the coefficients by the label of an example of weight h, after `calibrate`.
inline void correct(double* s, const double* logs, const double* q, size_t K, size_t label, double h) {
  double means[kExperts] = {}, sums[kExperts * kExperts] = {}, A[kExperts * kSolvedWidth];
  for (size_t k = 0; k < K; k++)
    for (size_t i = 0; i < kExperts; i++) means[i] += q[k] * logs[i * K + k];
  for (size_t k = 0; k < K; k++) {
    double off[kExperts];
    for (size_t i = 0; i < kExperts; i++) off[i] = logs[i * K + k] - means[i];
    for (size_t i = 0; i < kExperts; i++) {
      const double weighted = q[k] * off[i];
      for (size_t j = 0; j < kExperts; j++) sums[i * kExperts + j] += weighted * off[j];
    }
  }
  for (size_t i = 0; i < kExperts; i++) {
    for (size_t j = 0; j < kExperts; j++) {
      s[kExperts + i * kExperts + j] += h * sums[i * kExperts + j];
      A[i * kSolvedWidth + j] = s[kExperts + i * kExperts + j];
    }
    A[i * kSolvedWidth + kExperts] = h * (logs[i * K + label] - means[i]);
  }
  solve(A);
  for (size_t i = 0; i < kExperts; i++) s[i] += A[i * kSolvedWidth + kExperts];
}

}  // namespace ol
