// Follow the leading history. Twin: packages/fallback/src/rules/streeter/flh.ts
#pragma once

#include <limits>

#include "../../projections.h"
#include "../parts.h"

namespace ol {

struct AllExperts {
  static constexpr int slots = 256;
  static int64_t birth(int64_t slot, int64_t t) { return slot < t ? slot + 1 : 0; }
  static int64_t newest(int64_t t) { return t <= slots ? t - 1 : -1; }
};

struct FewExperts {
  static constexpr int slots = 63;
  static int64_t birth(int64_t slot, int64_t t) {
    const int64_t size = int64_t{1} << (slot / 3);
    // rounded down, also below 0
    const int64_t last = (t / size + 1) / 2 - 1;
    const int64_t n = last - (((last - slot) % 3 + 3) % 3);
    const int64_t b = (2 * n + 1) * size;
    return n >= 0 && t <= b + 4 * size ? b : 0;
  }
  static int64_t newest(int64_t t) {
    int64_t size = 1, level = 0;
    while (level < 20 && t % (2 * size) == 0) {
      size *= 2;
      level++;
    }
    return 3 * level + (t / size - 1) / 2 % 3;
  }
};

template <class Experts>
struct History : Rule, LastPresent {
  static constexpr int lane = 2 * Experts::slots, shared = 1, params = 3;
  static constexpr bool hasPrepare = true, eager = true;

  template <class Real>
  static double played(const Real* T, size_t L, int64_t t) {
    double sum = 0;
    for (int s = 0; s < Experts::slots; s++)
      if (Experts::birth(s, t) > 0) sum += static_cast<double>(T[2 * s * L]) * T[(2 * s + 1) * L];
    return sum;
  }

  template <class Real>
  static void round(Real* T, size_t L, int64_t t, double gx, const Step& c, size_t l) {
    const double radius = c.param(0, l), H = c.param(1, l);
    const double steepest = c.param(2, l) + H * radius;
    const double alpha = H / (steepest * steepest);
    if (t == 1) T[L] = 1;
    const double x = played(T, L, t);
    const double g = gx + H * x;
    const auto lossOf = [&](double own) { return g * own + 0.5 * H * ((own - x) * (own - x)); };
    double least = std::numeric_limits<double>::infinity();
    for (int s = 0; s < Experts::slots; s++) {
      if (Experts::birth(s, t) == 0 || T[(2 * s + 1) * L] == 0) continue;
      const double loss = lossOf(T[2 * s * L]);
      if (loss < least) least = loss;
    }
    double kept = 0;
    for (int s = 0; s < Experts::slots; s++) {
      const int64_t b = Experts::birth(s, t);
      if (b == 0) continue;
      Real& own = T[2 * s * L];
      Real& p = T[(2 * s + 1) * L];
      if (Experts::birth(s, t + 1) != b) {
        own = 0;
        p = 0;
        continue;
      }
      p = static_cast<Real>(p * exp(-alpha * (lossOf(own) - least)));
      kept += p;
      own = static_cast<Real>(boxed(own - (g + H * (own - x)) / (H * static_cast<double>(t - b + 1)), -radius, radius));
    }
    const int64_t born = Experts::newest(t + 1);
    const double share = born < 0 ? 0 : kept > 0 ? 1 / static_cast<double>(t + 1) : 1;
    for (int s = 0; s < Experts::slots; s++) {
      Real& p = T[(2 * s + 1) * L];
      if (s == born) {
        T[2 * s * L] = 0;
        p = static_cast<Real>(share);
      } else if (p != 0) {
        p = static_cast<Real>((p / kept) * (1 - share));
      }
    }
  }

  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t l) {
    const int64_t first = static_cast<int64_t>(c.round - c.missed), missed = static_cast<int64_t>(c.missed);
    for (int64_t i = 0; i < missed; i++) round(T, L, first + i, 0, c, l);
  }
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t) {
    return played(T, L, static_cast<int64_t>(c.round));
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    round(T, L, static_cast<int64_t>(c.round), c.g * r, c, l);
  }
};

struct Flh : History<AllExperts> {
  static constexpr const char* id = "flh";
  static constexpr int code = 24;
};

struct Flh2 : History<FewExperts> {
  static constexpr const char* id = "flh2";
  static constexpr int code = 25;
};

}  // namespace ol
