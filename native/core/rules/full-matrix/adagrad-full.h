// AdaGrad with a full matrix. Twin: packages/fallback/src/rules/full-matrix/adagrad-full.ts
#pragma once

#include "factor.h"
#include "jacobi.h"

namespace ol {

struct AdagradFull : Rule, OwnUnit, PlainWeight {
  static constexpr const char* id = "adagrad-full";
  static constexpr int code = 72;
  static constexpr int lane = 4, shared = 1, scalars = 1, params = 6;
  static constexpr bool matrix = true;
  static constexpr bool eager = true, hasReduce = true, hasDecide = true, hasSweep = true;

  template <class Real, class Whole>
  static void reduce(const Whole& whole, Step& c) {
    reach(whole(), c);
  }
  static void decide(Step& c, size_t l) { c.u = c.g != 0 || c.param(3, l) == 1 ? 1 : 0; }

  static double excess(const MatrixScratch& s, size_t n, double nu, double radius) {
    double sum = 0;
    for (size_t k = 0; k < n; k++) sum += (s.v[k] / (s.h[k] + nu)) * (s.v[k] / (s.h[k] + nu));
    return std::sqrt(sum) - radius;
  }

  static double multiplierOf(const MatrixScratch& s, size_t n, double radius) {
    if (!(excess(s, n, 0, radius) > 0)) return 0;
    double sum = 0;
    for (size_t k = 0; k < n; k++) sum += s.v[k] * s.v[k];
    double low = 0;
    double high = std::sqrt(sum) / radius;
    for (int i = 0; i < 200; i++) {
      const double middle = low + (high - low) * 0.5;
      if (middle <= low || middle >= high) break;
      if (excess(s, n, middle, radius) > 0) low = middle;
      else high = middle;
    }
    return high;
  }

  template <class Real>
  static void learnGradient(const Table& table, const Step& c, size_t l, size_t n, MatrixScratch& s) {
    Real* T = static_cast<Real*>(table.lane) + l;
    const size_t stride = table.laneStride, step = table.laneStep;
    Real* V = T + 3 * step;
    for (size_t k = 0; k < n; k++) s.g[k] = 0;
    for (size_t i = 0; i < c.count; i++)
      if (c.values[i] != 0) s.g[c.rows[i]] += c.g * c.values[i];
    for (size_t k = 0; k < n; k++) s.q[k] = s.g[k];
    for (size_t i = 0; i < n; i++) {
      const double gi = s.g[i];
      if (gi == 0) continue;
      T[i * stride + step] = static_cast<Real>(T[i * stride + step] + gi);
      for (size_t k = 0; k < n; k++) s.q[k] += gi * V[i * stride + k * step];
    }
    for (size_t p = 0; p < n; p++) {
      for (size_t k = 0; k < n; k++) s.matrix[p * n + k] = s.q[p] * s.q[k];
      s.matrix[p * n + p] += T[p * stride + 2 * step];
    }
    diagonalize(s.matrix.data(), n, V, stride, step);
    for (size_t k = 0; k < n; k++)
      T[k * stride + 2 * step] = static_cast<Real>(s.matrix[k * n + k] > 0 ? s.matrix[k * n + k] : 0);
  }

  template <class Real>
  static void linear(const Table& table, const Step& c, size_t l, size_t n, MatrixScratch& s) {
    const Real* T = static_cast<const Real*>(table.lane) + l;
    const size_t stride = table.laneStride, step = table.laneStep;
    const Real* V = T + 3 * step;
    const double eta = c.param(0, l);
    const bool averaging = c.param(2, l) != 0;
    const Real* state = T + (averaging ? 1 : 0) * step;
    for (size_t k = 0; k < n; k++) s.q[k] = state[k * stride];
    for (size_t i = 0; i < n; i++) {
      const double x = state[i * stride];
      if (x == 0) continue;
      for (size_t k = 0; k < n; k++) s.q[k] += x * V[i * stride + k * step];
    }
    for (size_t k = 0; k < n; k++) s.v[k] = averaging ? eta * s.q[k] : eta * s.g[k] - s.h[k] * s.q[k];
    if (averaging) return;
    for (size_t i = 0; i < n; i++) {
      if (s.g[i] == 0) continue;
      for (size_t k = 0; k < n; k++) s.v[k] += eta * s.g[i] * V[i * stride + k * step];
    }
  }

  template <class Real>
  static void sweep(const Table& table, Step& c, size_t l) {
    MatrixScratch& s = matrixScratch();
    Real* T = static_cast<Real*>(table.lane) + l;
    const size_t stride = table.laneStride, step = table.laneStep;
    const size_t n = static_cast<size_t>(c.scalar(0));
    if (s.g.size() < table.rows) {
      s.matrix.resize(table.rows * table.rows);
      for (auto* vector : {&s.g, &s.q, &s.v, &s.h}) vector->resize(table.rows);
    }
    learnGradient<Real>(table, c, l, n, s);
    for (size_t k = 0; k < n; k++) s.h[k] = c.param(1, l) + std::sqrt(static_cast<double>(T[k * stride + 2 * step]));
    linear<Real>(table, c, l, n, s);
    const double regularizer = c.param(3, l);
    const double strength = c.param(0, l) * c.param(4, l);
    const double more = regularizer == 1   ? (c.param(2, l) != 0 ? strength * c.round : strength)
                        : regularizer == 2 ? multiplierOf(s, n, c.param(5, l))
                                           : 0;
    for (size_t k = 0; k < n; k++) s.v[k] = -s.v[k] / (s.h[k] + more);
    const Real* V = T + 3 * step;
    for (size_t i = 0; i < n; i++) {
      double sum = s.v[i];
      for (size_t k = 0; k < n; k++) sum += V[i * stride + k * step] * s.v[k];
      T[i * stride] = static_cast<Real>(sum);
    }
  }
  template <class Real>
  static void write(Real*, size_t, double, const Step&, size_t) {}
};

}  // namespace ol
