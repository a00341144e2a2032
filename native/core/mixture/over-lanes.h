// The arithmetic of mixtures over lanes side by side: see over-lanes.inc.
#pragma once

#include <cstddef>

namespace ol {

struct OverLanes {
  void (*binary)(const double* z, size_t n, double* less, double* more);
  void (*softmax)(const double* z, size_t step, size_t outStep, size_t classes, size_t n, double* out, double* largest,
                  double* sums);
  void (*normalized)(const double* z, size_t step, size_t outStep, size_t classes, size_t n, double* out, double* sums);
  void (*lose)(const double* p, double h, size_t n, double* losses);
  void (*share)(const double* p, double all, double kept, const double* added, size_t n, double* weights);
  void (*logs)(const double* x, size_t n, double* out);
  void (*exps)(const double* x, double off, size_t n, double* out);
};

// That of the tier in use.
const OverLanes& overLanes();

}  // namespace ol
