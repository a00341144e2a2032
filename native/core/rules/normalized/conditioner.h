// The diagonal conditioners. Twin: packages/fallback/src/rules/normalized/conditioner.ts
#pragma once

#include "../../projections/l1.h"
#include "../../projections/l2.h"
#include "../../projections/workspace.h"
#include "../parts.h"

namespace ol {

struct Conditioner : Rule, MaximumUnit, PlainWeight, AdaptiveRate {
  static constexpr const char* id = "conditioner";
  static constexpr int code = 12;
  static constexpr int lane = 2, shared = 1, params = 3;
  static constexpr bool hasPrepare = true, hasAccumulate = true, hasTiers = false, hasStepSize = true, hasFinish = true,
                        hasSteadyScale = true;
  enum Projection { none, l1, l2, linf };

  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    T[L] = static_cast<Real>(T[L] * c.ratio);
    if (!(c.ratio > 0)) return;
    const double v = T[0] / c.ratio;
    T[0] = static_cast<Real>(v > c.limit ? c.limit : v < -c.limit ? -c.limit : v);
  }
  static double stepSize(const Step& c, size_t l) { return c.param(0, l) * c.param(1, l); }

  template <class Real>
  static void finish(const Table& table, Step& c, size_t l) {
    const double radius = c.param(1, l);
    const int kind = static_cast<int>(c.param(2, l));
    if (kind == none) return;
    Real* lanes = static_cast<Real*>(table.lane) + l;
    if (kind == l1 || kind == l2) {
      Workspace& workspace = Workspace::of(table.rows);
      size_t n = 0;
      for (size_t row = 0; row < table.rows; row++) {
        const Real* T = lanes + row * table.laneStride;
        const double v = T[0];
        const double norm = T[table.laneStep];
        if (v == 0 || !(norm > 0)) continue;
        workspace.y[n] = kind == l2 || v > 0 ? v : -v;
        workspace.d[n] = 1 / norm;
        workspace.rows[n++] = static_cast<uint32_t>(row);
      }
      const double multiplier = kind == l1 ? l1Multiplier(workspace.y.data(), workspace.d.data(), n, radius)
                                           : l2Multiplier(workspace.y.data(), workspace.d.data(), n, radius);
      if (!(multiplier > 0)) return;
      for (size_t i = 0; i < n; i++) {
        Real& v = lanes[workspace.rows[i] * table.laneStride];
        if (kind == l2) {
          v = static_cast<Real>(workspace.y[i] / (1 + multiplier * workspace.d[i]));
        } else {
          const double size = workspace.y[i] - multiplier * workspace.d[i];
          v = static_cast<Real>(size > 0 ? (v < 0 ? -size : size) : 0);
        }
      }
      return;
    }
    for (size_t row = 0; row < table.rows; row++) {
      Real& v = lanes[row * table.laneStride];
      if (v > radius) v = static_cast<Real>(radius);
      else if (v < -radius) v = static_cast<Real>(-radius);
    }
  }
};

// The same after a first pass that has filled the scales.
struct Transductive : Conditioner {
  static constexpr const char* id = "transductive";
  static constexpr int code = 13;
};

}  // namespace ol
