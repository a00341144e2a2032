#include "class-probabilities.h"

#include <limits>

#include "over-lanes.h"

namespace ol {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void logistics(const double* scores, size_t n, double* out) {
  // exp of infinity leaves nothing for what is no number
  for (size_t i = 0; i < n; i++) out[i] = scores[i] != scores[i] ? kInfinity : -scores[i];
  overLanes().exps(out, 0, n, out);
  for (size_t i = 0; i < n; i++) out[i] = 1 / (1 + out[i]);
}

void classProbabilities(const double* scores, size_t n, size_t K, bool independent, double* out) {
  if (independent) {
    logistics(scores, n * K, out);
  } else {
    for (size_t e = 0; e < n; e++) {
      const double* z = scores + e * K;
      double largest = -kInfinity;
      for (size_t k = 0; k < K; k++) largest = z[k] > largest ? z[k] : largest;
      for (size_t k = 0; k < K; k++) out[e * K + k] = z[k] != z[k] ? -kInfinity : z[k] - largest;
    }
    overLanes().exps(out, 0, n * K, out);
  }
  for (size_t e = 0; e < n; e++, out += K) {
    double sum = 0;
    for (size_t k = 0; k < K; k++) sum += out[k];
    for (size_t k = 0; k < K; k++) out[k] /= sum;
  }
}

}  // namespace ol
