// AdaGrad with regularizers that tie all weights together. Twin: packages/fallback/src/rules/adagrad/dense.ts
#pragma once

#include "../../projections/l1.h"
#include "../../projections/l2.h"
#include "../../projections/workspace.h"
#include "../parts.h"

namespace ol {

enum DenseRegularizer { l2Norm, linfNorm, l1Ball, l2Ball, groupL2, groupLinf };

template <class Real>
void regularize(const Table& table, double factor, const Step& c, size_t l) {
  Real* lanes = static_cast<Real*>(table.lane) + l;
  const double* shared = table.shared + table.sharedStart;
  const double delta = c.param(1, l);
  const int kind = static_cast<int>(c.param(2, l));
  const double strength = c.param(3, l);
  const bool grouped = kind == groupL2 || kind == groupLinf;
  const bool norms = grouped || kind == l2Norm || kind == linfNorm;
  Workspace& workspace = Workspace::of(table.rows);
  double *const y = workspace.y.data(), *const d = workspace.d.data();
  const auto groupOf = [&](size_t row) {
    return grouped ? static_cast<uint8_t>(shared[row * table.sharedStride]) : uint8_t{0};
  };
  // the end of the weights of each namespace; until they are filled, the place of the next one
  size_t ends[256] = {};
  for (size_t row = 0; row < table.rows; row++)
    if (lanes[row * table.laneStride] != 0) ends[groupOf(row)]++;
  for (size_t group = 0, sum = 0; group < 256; group++) {
    const size_t count = ends[group];
    ends[group] = sum;
    sum += count;
  }
  for (size_t row = 0; row < table.rows; row++) {
    const Real* T = lanes + row * table.laneStride;
    const double w = T[0];
    if (w == 0) continue;
    const double h = delta + T[table.laneStep];
    const size_t i = ends[groupOf(row)]++;
    y[i] = (w < 0 ? -w : w) * (norms ? h : 1);
    d[i] = norms ? h : 1 / h;
    workspace.rows[i] = static_cast<uint32_t>(row);
  }
  for (size_t group = 0, from = 0; group < 256; from = ends[group++]) {
    const size_t to = ends[group];
    const double own = grouped ? factor * (strength * groupFactor(c, static_cast<uint8_t>(group))) : factor * strength;
    const double radius = norms ? own : strength;
    if (from == to || radius == 0) continue;
    const double multiplier = kind == linfNorm || kind == l1Ball || kind == groupLinf
                                  ? l1Multiplier(y + from, d + from, to - from, radius)
                                  : l2Multiplier(y + from, d + from, to - from, radius);
    if (!(multiplier > 0) && !norms) continue;
    for (size_t i = from; i < to; i++) {
      Real& T = lanes[workspace.rows[i] * table.laneStride];
      const double w = T;
      const double size = w < 0 ? -w : w;
      const double shrunk = multiplier * d[i];
      double x;
      if (kind == l2Norm || kind == groupL2) x = size * (shrunk / (1 + shrunk));
      else if (kind == linfNorm || kind == groupLinf) x = size < multiplier ? size : multiplier;
      else if (kind == l1Ball) x = size > shrunk ? size - shrunk : 0;
      else x = size / (1 + shrunk);
      T = static_cast<Real>(w < 0 ? -x : x);
    }
  }
}

// Features in their own unit, and their namespaces.
struct GroupedUnit : OwnUnit {
  static double scale(double* S, double x, Step& c) {
    keepGroup(S[0], c);
    return x;
  }
};

struct AdaGradCmdDense : Rule, GroupedUnit, PlainWeight {
  static constexpr const char* id = "adagrad-cmd-dense";
  static constexpr int code = 32;
  static constexpr int lane = 2, shared = 1, params = 4;
  static constexpr bool hasFinish = true, grouped = true;

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

struct AdaGradRdaDense : Rule, GroupedUnit, PlainWeight {
  static constexpr const char* id = "adagrad-rda-dense";
  static constexpr int code = 33;
  static constexpr int lane = 3, shared = 1, params = 4;
  static constexpr bool hasFinish = true, grouped = true;

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
