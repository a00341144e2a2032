#include "class-shares.h"

#include <limits>

#include "over-lanes.h"

namespace ol {

void classShares(const double* scores, size_t n, size_t K, bool independent, double* out) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (independent) {
    // exp of infinity leaves nothing for what is no number
    for (size_t i = 0; i < n * K; i++) out[i] = scores[i] != scores[i] ? kInfinity : -scores[i];
    overLanes().exps(out, 0, n * K, out);
    for (size_t i = 0; i < n * K; i++) out[i] = 1 / (1 + out[i]);
    return;
  }
  for (size_t e = 0; e < n; e++) {
    const double* z = scores + e * K;
    double largest = -kInfinity;
    for (size_t k = 0; k < K; k++) largest = z[k] > largest ? z[k] : largest;
    for (size_t k = 0; k < K; k++) out[e * K + k] = z[k] != z[k] ? -kInfinity : z[k] - largest;
  }
  overLanes().exps(out, 0, n * K, out);
}

}  // namespace ol
