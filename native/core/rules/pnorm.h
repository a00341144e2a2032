// The q-norm of state 0 of a lane, kept while single elements move. Twin: packages/fallback/src/rules/pnorm.ts
#pragma once

#include "../math/power.h"
#include "parts.h"

namespace ol {

inline constexpr double kLeastSum = 1e-3;

template <class Real>
void moveTo(Real* T, double value, const Step& c, size_t l, double q) {
  const double from = T[0] < 0 ? -static_cast<double>(T[0]) : static_cast<double>(T[0]);
  T[0] = static_cast<Real>(value);
  const double to = T[0] < 0 ? -static_cast<double>(T[0]) : static_cast<double>(T[0]);
  double& largest = c.laneScalar(0, l);
  double& sum = c.laneScalar(1, l);
  if (to > largest) {
    sum *= power(largest / to, q);
    largest = to;
  }
  const double M = largest;
  if (!(M > 0)) return;
  const double next = sum + (power(to / M, q) - power(from / M, q));
  sum = next > 0 ? next : 0;
}

template <class Real>
void sumPowers(const Table& table, const Step& c, size_t l, double q) {
  const Real* T = static_cast<const Real*>(table.lane) + l;
  double M = 0;
  for (size_t row = 0; row < table.rows; row++) {
    const double value = T[row * table.laneStride];
    const double size = value < 0 ? -value : value;
    if (size > M) M = size;
  }
  double sum = 0;
  if (M > 0) {
    for (size_t row = 0; row < table.rows; row++) {
      const double value = T[row * table.laneStride];
      if (value != 0) sum += power((value < 0 ? -value : value) / M, q);
    }
  }
  c.laneScalar(0, l) = M;
  c.laneScalar(1, l) = sum;
}

inline bool faded(const Step& c, size_t l) { return c.laneScalar(0, l) > 0 && c.laneScalar(1, l) < kLeastSum; }

inline constexpr double kSumLife = 1 << 18;

template <class Real>
void keepSum(const Table& table, const Step& c, size_t l, double q) {
  if (faded(c, l) || std::fmod(c.round, kSumLife) == 0) sumPowers<Real>(table, c, l, q);
}

template <class Real>
double link(const Real* T, const Step& c, size_t l, double q) {
  const double value = T[0];
  const double M = c.laneScalar(0, l);
  if (value == 0 || !(M > 0)) return 0;
  return value < 0 ? -power(-value / M, q - 1) : power(value / M, q - 1);
}

inline double linked(double z, const Step& c, size_t l, double q) {
  const double M = c.laneScalar(0, l);
  return M > 0 ? z * M * power(c.laneScalar(1, l), (2 - q) / q) : 0;
}

inline void startNorm(Step& c) { c.u = c.v = 0; }

inline void addToNorm(double r, Step& c, double q) {
  const double size = r < 0 ? -r : r;
  if (size > c.v) {
    c.u = c.u * power(c.v / size, q) + 1;
    c.v = size;
  } else {
    c.u += power(size / c.v, q);
  }
}

inline double normOf(const Step& c, double q) { return c.v * power(c.u, 1 / q); }

}  // namespace ol
