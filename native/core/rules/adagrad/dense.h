// AdaGrad with regularizers that tie all weights together. Twin: packages/fallback/src/rules/adagrad/dense.ts
#pragma once

#include "../../projections/l1.h"
#include "../../projections/l2.h"
#include "../../projections/workspace.h"
#include "../parts.h"

namespace ol {

enum DenseRegularizer { l2Norm, linfNorm, l1Ball, l2Ball };

template <class Real>
void regularize(const Table& table, double factor, const Step& c, size_t l) {
  Real* lanes = static_cast<Real*>(table.lane) + l;
  const double delta = c.param(1, l);
  const int kind = static_cast<int>(c.param(2, l));
  const double strength = c.param(3, l);
  const bool norms = kind == l2Norm || kind == linfNorm;
  Workspace& workspace = Workspace::of(table.rows);
  size_t n = 0;
  for (size_t row = 0; row < table.rows; row++) {
    const Real* T = lanes + row * table.laneStride;
    const double w = T[0];
    if (w == 0) continue;
    const double h = delta + T[table.laneStep];
    workspace.y[n] = (w < 0 ? -w : w) * (norms ? h : 1);
    workspace.d[n] = norms ? h : 1 / h;
    workspace.rows[n++] = static_cast<uint32_t>(row);
  }
  const double radius = norms ? factor * strength : strength;
  const double multiplier = kind == linfNorm || kind == l1Ball
                                ? l1Multiplier(workspace.y.data(), workspace.d.data(), n, radius)
                                : l2Multiplier(workspace.y.data(), workspace.d.data(), n, radius);
  if (!(multiplier > 0) && !norms) return;
  for (size_t i = 0; i < n; i++) {
    Real& T = lanes[workspace.rows[i] * table.laneStride];
    const double w = T;
    const double size = w < 0 ? -w : w;
    const double shrunk = multiplier * workspace.d[i];
    double x;
    if (kind == l2Norm) x = size * (shrunk / (1 + shrunk));
    else if (kind == linfNorm) x = size < multiplier ? size : multiplier;
    else if (kind == l1Ball) x = size > shrunk ? size - shrunk : 0;
    else x = size / (1 + shrunk);
    T = static_cast<Real>(w < 0 ? -x : x);
  }
}

struct AdaGradCmdDense : Rule, OwnUnit, PlainWeight {
  static constexpr const char* id = "adagrad-cmd-dense";
  static constexpr int code = 32;
  static constexpr int lane = 2, params = 4;
  static constexpr bool hasFinish = true;

  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const double g = c.g * r;
    const double old = T[L];
    const double norm = std::sqrt(old * old + g * g);
    const double h = c.param(1, l) + norm;
    T[L] = static_cast<Real>(norm);
    if (h > 0) T[0] = static_cast<Real>(T[0] - (c.param(0, l) * g) / h);
  }
  template <class Real>
  static void finish(const Table& table, Step& c, size_t l) {
    regularize<Real>(table, c.param(0, l), c, l);
  }
};

struct AdaGradRdaDense : Rule, OwnUnit, PlainWeight {
  static constexpr const char* id = "adagrad-rda-dense";
  static constexpr int code = 33;
  static constexpr int lane = 3, params = 4;
  static constexpr bool hasFinish = true;

  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t) {
    const double g = c.g * r;
    const double old = T[L];
    T[2 * L] = static_cast<Real>(T[2 * L] + g);
    T[L] = static_cast<Real>(std::sqrt(old * old + g * g));
  }
  template <class Real>
  static void finish(const Table& table, Step& c, size_t l) {
    Real* lanes = static_cast<Real*>(table.lane) + l;
    const double eta = c.param(0, l);
    for (size_t row = 0; row < table.rows; row++) {
      Real* T = lanes + row * table.laneStride;
      const double h = c.param(1, l) + T[table.laneStep];
      T[0] = static_cast<Real>(h > 0 ? -(eta * T[2 * table.laneStep]) / h : 0);
    }
    regularize<Real>(table, eta * c.round, c, l);
  }
};

}  // namespace ol
