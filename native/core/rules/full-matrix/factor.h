// The covariance of a lane as U D U^T. Twin: packages/fallback/src/rules/full-matrix/factor.ts
#pragma once

#include <vector>

#include "../parts.h"

namespace ol {

struct MatrixScratch {
  std::vector<double> f, b, matrix, g, q, v, h;
};

inline MatrixScratch& matrixScratch() {
  thread_local MatrixScratch scratch;
  return scratch;
}

inline void reach(const Table& table, const Step& c) {
  double n = c.scalar(0);
  if (!(n >= 0 && n <= static_cast<double>(table.rows) && n == std::floor(n))) n = static_cast<double>(table.rows);
  for (size_t i = 0; i < c.count; i++)
    if (c.values[i] != 0 && c.rows[i] >= n) n = static_cast<double>(c.rows[i]) + 1;
  c.scalar(0) = n;
}

template <class Real>
double spread(const Table& table, const Step& c, size_t l, double prior) {
  MatrixScratch& s = matrixScratch();
  if (s.f.size() < table.rows) {
    s.f.resize(table.rows);
    s.b.resize(table.rows);
  }
  const size_t n = static_cast<size_t>(c.scalar(0)), step = table.laneStep;
  double sum = 0;
  for (size_t j = 0; j < n; j++) {
    const Real* row = static_cast<const Real*>(table.lane) + j * table.laneStride + step + l;
    double value = 0;
    for (size_t i = 0; i < c.count; i++) {
      const size_t k = c.rows[i];
      if (k == j) value += c.values[i];
      else if (k < j) value += row[k * step] * c.values[i];
    }
    s.f[j] = value;
    const double d = row[j * step];
    sum += (d > 0 ? d : prior) * (value * value);
  }
  return sum;
}

template <class Real>
const double* learnFrom(const Table& table, const Step& c, size_t l, double prior, double noise) {
  MatrixScratch& s = matrixScratch();
  double* b = s.b.data();
  const double* f = s.f.data();
  const size_t n = static_cast<size_t>(c.scalar(0)), step = table.laneStep;
  double before = noise;
  for (size_t j = 0; j < n; j++) {
    Real* row = static_cast<Real*>(table.lane) + j * table.laneStride + step + l;
    const double d = row[j * step] > 0 ? static_cast<double>(row[j * step]) : prior;
    const double v = d * f[j];
    const double after = before + f[j] * v;
    row[j * step] = static_cast<Real>(d * (before / after));
    const double back = -f[j] / before;
    for (size_t i = 0; i < j; i++) {
      const double u = row[i * step];
      row[i * step] = static_cast<Real>(u + b[i] * back);
      b[i] += u * v;
    }
    b[j] = v;
    before = after;
  }
  return b;
}

}  // namespace ol
