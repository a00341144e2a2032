// Gradient descent with one rate. Twin: packages/fallback/src/rules/gradient/ogd-global.ts
#pragma once

#include "../../projections/box.h"
#include "../parts.h"

namespace ol {

struct OgdGlobal : Rule {
  static constexpr const char* id = "ogd-global";
  static constexpr int code = 20;
  static constexpr int lane = 1, shared = 1, scalars = 1, laneScalars = 3, params = 5;
  static constexpr bool hasGather = true, hasDecide = true, hasSweep = true, hasFinish = true, eager = true;
  static constexpr double least = 1.0 / 1048576;

  static double shrinkOf(const Step& c, size_t l) {
    const double shrink = c.laneScalar(2, l);
    return shrink == 0 ? 1 : shrink;
  }
  static bool settled(const double* S, double) { return S[0] != 0; }
  static double scale(double* S, double x, Step& c) {
    if (S[0] != 0) return x;
    c.scalar(0) += 1;
    S[0] = 1;
    return x;
  }
  template <class Real>
  static double read(const Real* T, size_t, const Step& c, size_t l) {
    return T[0] * shrinkOf(c, l);
  }
  template <class Real>
  static double gather(const Real* T, size_t, double r, const Step& c, size_t l) {
    return T[0] * shrinkOf(c, l) * r;
  }
  static void decide(Step& c, size_t l) {
    const double l2 = c.param(2, l);
    const double shrink = shrinkOf(c, l);
    const double size = c.g * std::sqrt(c.squares);
    double squares = size * size;
    if (l2 > 0) squares += 2 * l2 * c.g * c.a + l2 * l2 * (c.laneScalar(1, l) * shrink * shrink);
    if (squares > 0) c.laneScalar(0, l) += squares;
    const double Q = c.laneScalar(0, l);
    c.v = 1;
    if (!(Q > 0) || (c.g == 0 && l2 == 0)) {
      c.u = 0;
      return;
    }
    const double width = c.param(4, l) - c.param(3, l);
    const double D = c.param(1, l) > 0 ? c.param(1, l) : width * std::sqrt(c.scalar(0));
    c.u = (c.param(0, l) * D) / std::sqrt(2 * Q);
    if (l2 == 0) return;
    const double next = shrink * (1 - c.u * l2);
    if (!(next >= least)) c.v = next;
    c.laneScalar(2, l) = next >= least ? next : 1;
  }
  template <class Real>
  static void sweep(const Table& table, const Step& c, size_t l) {
    if (c.v == 1) return;
    Real* lanes = static_cast<Real*>(table.lane) + l;
    for (size_t row = 0; row < table.rows; row++) {
      Real& v = lanes[row * table.laneStride];
      const double w = v * c.v;
      v = static_cast<Real>(w > c.limit ? c.limit : w < -c.limit ? -c.limit : w);
    }
  }
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t l) {
    const double shrink = shrinkOf(c, l);
    const double old = T[0];
    T[0] = static_cast<Real>(boxed(old * shrink - c.u * (c.g * r), c.param(3, l), c.param(4, l)) / shrink);
    const double now = T[0];
    if (c.param(2, l) > 0) c.laneScalar(1, l) += now * now - old * old;
  }
  template <class Real>
  static void finish(const Table& table, Step& c, size_t l) {
    if (c.laneScalar(2, l) != 1) return;
    Real* lanes = static_cast<Real*>(table.lane) + l;
    const double lower = c.param(3, l), upper = c.param(4, l);
    double squares = 0;
    for (size_t row = 0; row < table.rows; row++) {
      Real& v = lanes[row * table.laneStride];
      v = static_cast<Real>(boxed(v, lower, upper));
      squares += static_cast<double>(v) * v;
    }
    c.laneScalar(1, l) = squares;
    c.laneScalar(2, l) = 0;
  }
};

}  // namespace ol
