// The eigenvalues of a symmetric matrix. Twin: packages/fallback/src/rules/full-matrix/jacobi.ts
#pragma once

#include <cmath>
#include <cstddef>

namespace ol {

template <class Real>
void diagonalize(double* A, size_t n, Real* V, size_t stride, size_t step) {
  double trace = 0;
  for (size_t i = 0; i < n; i++) trace += A[i * n + i];
  const double floor = trace * 1e-19;
  for (int sweep = 0; sweep < 40; sweep++) {
    bool rotated = false;
    for (size_t p = 0; p + 1 < n; p++) {
      for (size_t q = p + 1; q < n; q++) {
        const double apq = A[p * n + q];
        const double size = apq < 0 ? -apq : apq;
        const double app = A[p * n + p];
        const double aqq = A[q * n + q];
        const double product = app * aqq;
        const double small = product > 0 ? 1e-16 * std::sqrt(product) : 0;
        if (size <= floor || size <= small) continue;
        rotated = true;
        const double theta = (aqq - app) / (2 * apq);
        const double reach = theta < 0 ? -theta : theta;
        const double t = (theta < 0 ? -1 : 1) / (reach + std::sqrt(1 + reach * reach));
        const double cos = 1 / std::sqrt(1 + t * t);
        const double sin = t * cos;
        A[p * n + p] = app - t * apq;
        A[q * n + q] = aqq + t * apq;
        A[p * n + q] = 0;
        A[q * n + p] = 0;
        for (size_t k = 0; k < n; k++) {
          if (k == p || k == q) continue;
          const double akp = A[k * n + p];
          const double akq = A[k * n + q];
          const double kp = cos * akp - sin * akq;
          const double kq = sin * akp + cos * akq;
          A[k * n + p] = kp;
          A[p * n + k] = kp;
          A[k * n + q] = kq;
          A[q * n + k] = kq;
        }
        for (size_t i = 0; i < n; i++) {
          Real& atP = V[i * stride + p * step];
          Real& atQ = V[i * stride + q * step];
          const double vp = atP + (i == p ? 1.0 : 0.0);
          const double vq = atQ + (i == q ? 1.0 : 0.0);
          atP = static_cast<Real>(cos * vp - sin * vq - (i == p ? 1 : 0));
          atQ = static_cast<Real>(sin * vp + cos * vq - (i == q ? 1 : 0));
        }
      }
    }
    if (!rotated) return;
  }
}

}  // namespace ol
