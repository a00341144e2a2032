#include "finalize.h"

#include <cmath>
#include <limits>

#include "../math/log.h"

namespace ol {

void finalize(const Loss& loss, double param, const MixedExamples& mixed, size_t size, double* predictions,
              double* losses) {
  for (size_t e = 0; e < size; e++) {
    const double label = mixed.labels[e];
    const double score = mixed.numbers ? mixed.out[e] : log(mixed.out[2 * e + 1]) - log(mixed.out[2 * e]);
    predictions[e] = score;
    losses[e] = std::isnan(label) ? std::numeric_limits<double>::quiet_NaN() : loss.value(score, label, param);
  }
}

}  // namespace ol
