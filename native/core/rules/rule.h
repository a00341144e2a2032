// A rule, and the facts that its functions may read. Twin: packages/fallback/src/rules/rule.ts
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "../table.h"

namespace ol {

// The facts that a rule's functions may read about the example and the lane they work on.
struct Step {
  const double* params = nullptr;
  size_t lanes = 1;
  double* scalars = nullptr;
  size_t own = 0;
  size_t laneOwn = 0;
  double h = 1;
  double t = 0;
  double round = 0;
  double nonzero = 0;
  double squares = 0;
  double largest = 0;
  size_t count = 0;
  const uint32_t* rows = nullptr;
  const double* values = nullptr;
  double initial = 0;
  double* sums = nullptr;
  double ratio = 1;
  double growth = 1;
  double missed = 0;
  double x = 0;
  bool learning = false;
  bool due = false;
  double kept = 1;
  bool moved = false;
  double y = 0;
  double z = 0;
  double g = 0;
  double a = 0;
  double u = 0;
  double v = 0;
  double constant = -1;
  bool idle = false;
  const double* factors = nullptr;
  uint8_t group = 0;
  double reach = std::numeric_limits<double>::infinity();
  double limit = 1e30;

  double param(size_t j, size_t l) const { return params[j * lanes + l]; }
  double& scalar(size_t j) const { return scalars[own + j]; }
  double& laneScalar(size_t j, size_t l) const { return scalars[laneOwn + j * lanes + l]; }
};

// The defaults of a rule. A rule that has one of the optional functions sets its flag.
struct Rule {
  static constexpr int shared = 0, scalars = 0, laneScalars = 0, params = 0;
  static constexpr bool matrix = false;
  static constexpr bool hasBegin = false, hasPrepare = false, hasGather = false, hasSize = false, hasObserve = false;
  static constexpr bool hasScore = false, hasStepSize = false, hasMultiplier = false, hasAccumulate = false;
  // `reduce` receives a function that returns the table with the rows of the example: for a prediction this may be a
  // copy
  static constexpr bool hasReduce = false, hasFits = false, hasSlope = false, hasRegularize = false, hasFaint = false;
  static constexpr bool hasSurvey = false;
  // whether a settled scale is a function of shared state 0 only, and `read` does not depend on it
  static constexpr bool hasSteadyScale = false;
  // whether `prepare` and `read` keep zeros and use no numbers of a lane: they then run on the padding, too
  static constexpr bool padded = true;
  static constexpr bool hasDecide = false, hasSweep = false, hasFinish = false, eager = false, grouped = false;
  // for modifiers of this rule
  static constexpr bool hasPace = false, hasStretch = false, fadesSquares = false, fadesNorm = false;
  // whether its loops are compiled for every tier of instruction sets
  static constexpr bool hasTiers = true;
};

}  // namespace ol
