// Steps from the margin, and the rules of first order made of them. Twins: packages/fallback/src/rules/margin/
// {margin,perceptron,pnorm-perceptron,pa,pax}.ts
#pragma once

#include "../pnorm.h"

namespace ol {

inline bool fitsAlong(const Step& c) { return (c.u < 0 ? -c.u : c.u) * c.largest <= c.limit; }
inline void onMistake(Step& c) { c.u = c.y * c.z <= 0 ? c.y * c.h : 0; }
inline void onMarginError(Step& c) { c.u = c.y * c.z < 1 ? c.y * c.h : 0; }

inline void improved(Step& c, double square, double beta) {
  const double margin = c.y * c.z;
  c.u = 0;
  if (!(margin < 1) || !(square > 0)) return;
  const double tau = (c.scalar(0) - beta * margin) / square;
  if (tau > 0) c.u = (tau < 1 ? tau : 1) * c.y * c.h;
}

struct AlongX {
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t) {
    T[0] = static_cast<Real>(T[0] + c.u * r);
  }
};

struct PerceptronRule : Rule, OwnUnit, PlainWeight, AlongX {
  static constexpr const char* id = "perceptron";
  static constexpr int code = 56;
  static constexpr int lane = 1;
  static constexpr bool hasDecide = true;
  static void decide(Step& c, size_t) { onMistake(c); }
};

struct PnormWeight : OwnUnit {
  static double dualNorm(const Step& c, size_t l) { return c.param(0, l) / (c.param(0, l) - 1); }
  template <class Real>
  static double read(const Real* T, size_t, const Step& c, size_t l) {
    return link(T, c, l, dualNorm(c, l));
  }
  static double score(double z, const Step& c, size_t l) { return linked(z, c, l, dualNorm(c, l)); }
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t l) {
    moveTo(T, T[0] + c.u * r, c, l, dualNorm(c, l));
  }
  template <class Real>
  static void finish(const Table& table, Step& c, size_t l) {
    keepSum<Real>(table, c, l, dualNorm(c, l));
  }
};

struct PnormPerceptron : Rule, PnormWeight {
  static constexpr const char* id = "pnorm-perceptron";
  static constexpr int code = 57;
  static constexpr int lane = 1, laneScalars = 2, params = 1;
  static constexpr bool hasScore = true, hasDecide = true, hasFinish = true;
  static void decide(Step& c, size_t) { onMistake(c); }
};

template <class Variant>
struct PassiveAggressive : Rule, OwnUnit, PlainWeight, AlongX {
  static constexpr int lane = 1;
  static constexpr bool eager = true, hasFits = true, hasDecide = true;
  static void decide(Step& c, size_t l) {
    const double loss = 1 - c.y * c.z;
    c.u = loss > 0 && c.squares > 0 ? Variant::tau(c, l, loss) * c.y : 0;
  }
  static bool fits(Step& c, size_t l) {
    decide(c, l);
    return fitsAlong(c);
  }
};

struct Pa : PassiveAggressive<Pa> {
  static constexpr const char* id = "pa";
  static constexpr int code = 58;
  static double tau(const Step& c, size_t, double loss) { return loss / c.squares; }
};

struct Pa1 : PassiveAggressive<Pa1> {
  static constexpr const char* id = "pa1";
  static constexpr int code = 59, params = 1;
  static double tau(const Step& c, size_t l, double loss) {
    const double most = c.param(0, l) * c.h;
    const double tau = loss / c.squares;
    return tau < most ? tau : most;
  }
};

struct Pa2 : PassiveAggressive<Pa2> {
  static constexpr const char* id = "pa2";
  static constexpr int code = 60, params = 1;
  static double tau(const Step& c, size_t l, double loss) { return loss / (c.squares + 0.5 / (c.param(0, l) * c.h)); }
};

struct Pax : Rule, OwnUnit, PlainWeight, AlongX {
  static constexpr const char* id = "pax";
  static constexpr int code = 61;
  static constexpr int lane = 1, scalars = 1;
  static constexpr bool eager = true, hasObserve = true, hasFits = true, hasDecide = true;
  static void observe(Step& c) {
    if (c.squares > c.scalar(0)) c.scalar(0) = c.squares;
  }
  static void decide(Step& c, size_t) { improved(c, c.squares, 1); }
  static bool fits(Step& c, size_t l) {
    decide(c, l);
    return fitsAlong(c);
  }
};

struct PaxPnorm : Rule, PnormWeight {
  static constexpr const char* id = "pax-pnorm";
  static constexpr int code = 62;
  static constexpr int lane = 1, scalars = 1, laneScalars = 2, params = 1;
  static constexpr bool eager = true, hasBegin = true, hasSize = true, hasObserve = true, hasScore = true;
  static constexpr bool hasFits = true, hasDecide = true, hasFinish = true;
  template <class Real>
  static void begin(const Table&, Step& c) {
    startNorm(c);
  }
  static double size(double r, Step& c) {
    addToNorm(r, c, dualNorm(c, 0));
    return 0;
  }
  static void observe(Step& c) {
    const double norm = normOf(c, dualNorm(c, 0));
    c.squares = norm * norm;
    if (c.squares > c.scalar(0)) c.scalar(0) = c.squares;
  }
  static void decide(Step& c, size_t l) { improved(c, c.squares, c.param(0, l) - 1); }
  static bool fits(Step& c, size_t l) {
    decide(c, l);
    return fitsAlong(c);
  }
};

}  // namespace ol
