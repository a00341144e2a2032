// Rules that keep weights with a covariance. Twin: packages/fallback/src/rules/full-matrix/covariance.ts
#pragma once

#include "../margin/cw.h"
#include "../margin/margin.h"
#include "factor.h"

namespace ol {

template <class Variant>
struct Covariance : Rule, OwnUnit, PlainWeight {
  static constexpr int lane = 2, shared = 1, scalars = 1;
  static constexpr bool matrix = true;
  static constexpr bool eager = true, hasReduce = true, hasFits = true, hasDecide = true, hasSweep = true;
  template <class Real, class Whole>
  static void reduce(const Whole& whole, Step& c) {
    const Table table = whole();
    reach(table, c);
    for (size_t l = 0; l < c.lanes; l++) c.sums[l] = spread<Real>(table, c, l, Variant::prior(c, l));
  }
  static bool fits(Step& c, size_t l) {
    Variant::decide(c, l);
    return c.a <= 1e300 && c.u - c.u == 0;
  }
  template <class Real>
  static void sweep(const Table& table, Step& c, size_t l) {
    Real* T = static_cast<Real*>(table.lane) + l;
    double m = 0;
    for (size_t i = 0; i < c.count; i++)
      if (c.values[i] != 0) m += T[c.rows[i] * table.laneStride] * c.values[i];
    const double prior = Variant::prior(c, l);
    spread<Real>(table, c, l, prior);
    const double* b = learnFrom<Real>(table, c, l, prior, c.v);
    const double step = Variant::coefficient(m, c, l);
    const size_t n = static_cast<size_t>(c.scalar(0));
    for (size_t j = 0; j < n; j++) T[j * table.laneStride] = static_cast<Real>(T[j * table.laneStride] + step * b[j]);
  }
  template <class Real>
  static void write(Real*, size_t, double, const Step&, size_t) {}
};

template <class Variant>
struct SecondOrderFull : Covariance<Variant> {
  static constexpr int params = 1;
  static constexpr bool hasScore = true;
  static double prior(const Step&, size_t) { return 1; }
  static double score(double m, const Step& c, size_t l) { return (m * c.param(0, l)) / (c.param(0, l) + c.sums[l]); }
  static double coefficient(double m, const Step& c, size_t l) { return (c.y * c.param(0, l) - m) / (c.v + c.a); }
};

struct SopFull : SecondOrderFull<SopFull> {
  static constexpr const char* id = "sop-full";
  static constexpr int code = 74;
  static void decide(Step& c, size_t l) {
    onMistake(c);
    c.v = c.param(0, l) / c.h;
  }
};

struct ArowOmdFull : SecondOrderFull<ArowOmdFull> {
  static constexpr const char* id = "arow-omd-full";
  static constexpr int code = 76;
  static void decide(Step& c, size_t l) {
    onMarginError(c);
    c.v = c.param(0, l) / c.h;
  }
};

struct ArowFull : Covariance<ArowFull> {
  static constexpr const char* id = "arow-full";
  static constexpr int code = 75, params = 1;
  static double prior(const Step&, size_t) { return 1; }
  static void decide(Step& c, size_t l) {
    onMarginError(c);
    c.v = c.param(0, l) / c.h;
  }
  static double coefficient(double, const Step& c, size_t) { return (c.y - c.z) / (c.v + c.a); }
};

struct CwFull : Covariance<CwFull> {
  static constexpr const char* id = "cw-full";
  static constexpr int code = 77, params = 2;
  static double prior(const Step& c, size_t l) { return c.param(1, l); }
  static void decide(Step& c, size_t l) {
    c.u = confidentStep(c.y * c.z, c.a, c.param(0, l));
    c.v = 0.5 / (c.u * c.param(0, l));
  }
  static double coefficient(double, const Step& c, size_t) { return c.u * c.y; }
};

struct Vaw : Covariance<Vaw> {
  static constexpr const char* id = "vaw";
  static constexpr int code = 73, params = 1;
  static constexpr bool hasScore = true;
  static double prior(const Step& c, size_t l) { return 1 / c.param(0, l); }
  static double score(double m, const Step& c, size_t l) { return m / (1 + c.sums[l]); }
  static void decide(Step& c, size_t) { c.v = 1 / c.h; }
  static double coefficient(double m, const Step& c, size_t) { return (c.y - c.initial - m) / (c.v + c.a); }
};

struct Ons : Covariance<Ons> {
  static constexpr const char* id = "ons";
  static constexpr int code = 78, params = 2;
  static double prior(const Step& c, size_t l) { return 1 / c.param(1, l); }
  static void decide(Step& c, size_t) {
    const double square = c.g * c.g;
    c.u = square > 1e-290 ? 1 : 0;
    c.v = 1 / square;
  }
  static double coefficient(double, const Step& c, size_t l) { return -1 / (c.g * (c.v + c.a) * c.param(0, l)); }
};

}  // namespace ol
