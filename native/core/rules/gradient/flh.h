// Follow the leading history. Twin: packages/fallback/src/rules/gradient/flh.ts
#pragma once

#include <limits>

#include "../../projections/box.h"
#include "../parts.h"

namespace ol {

template <int width, int levels>
struct Pruned {
  static constexpr int slots = width * levels;
  static constexpr int64_t full = 0;
  static int used(int64_t t) {
    int n = width;
    for (int64_t size = 2; size <= t && n < slots; size *= 2) n += width;
    return n;
  }
  static int64_t birth(int64_t slot, int64_t t) {
    const int64_t size = int64_t{1} << (slot / width);
    // rounded down, also below 0
    const int64_t last = (t / size + 1) / 2 - 1;
    const int64_t n = last - (((last - slot) % width + width) % width);
    const int64_t b = (2 * n + 1) * size;
    return n >= 0 && t <= b + 2 * (width - 1) * size ? b : 0;
  }
  static int newest(int64_t t) {
    int64_t size = 1;
    int level = 0;
    while (level < levels - 1 && t % (2 * size) == 0) {
      size *= 2;
      level++;
    }
    return width * level + static_cast<int>((t / size - 1) / 2 % width);
  }
};

using FewExperts = Pruned<3, 21>;

struct AllExperts {
  using Lasting = Pruned<5, 51>;
  static constexpr int slots = 256;
  static constexpr int64_t full = 255;
  static int used(int64_t t) { return t <= full ? static_cast<int>(t) : Lasting::used(t); }
  static int64_t birth(int64_t slot, int64_t t) {
    if (t > full) return Lasting::birth(slot, t);
    return slot < t ? slot + 1 : 0;
  }
  static int newest(int64_t t) { return t > full ? Lasting::newest(t) : static_cast<int>(t - 1); }
};

template <class Experts>
struct History : Rule, LastPresent {
  static constexpr int lane = 2 * Experts::slots, shared = 1, scalars = Experts::slots, params = 3;
  static constexpr bool hasBegin = true, hasPrepare = true, eager = true;

  template <class Real>
  static void renew(Real* W, size_t step, int64_t t, double kept) {
    const int born = Experts::newest(t + 1);
    const double share = kept > 0 ? 1 / static_cast<double>(t + 1) : 1;
    const int used = Experts::used(t);
    for (int s = 0; s < used; s++) {
      Real& p = W[s * step];
      if (p != 0) p = static_cast<Real>((p / kept) * (1 - share));
    }
    W[born * step] = static_cast<Real>(share);
  }

  template <class Real>
  static void rearrange(Real* W, size_t step) {
    constexpr int64_t full = Experts::full;
    Real old[full + 1];
    for (int64_t s = 0; s < full; s++) old[s] = W[s * step];
    for (int s = 0; s < Experts::slots; s++) {
      const int64_t b = Experts::birth(s, full + 1);
      W[s * step] = b > 0 && b <= full ? old[b - 1] : Real{0};
    }
  }

  template <class Real>
  static bool moved(const Real* T, size_t L, int64_t t) {
    const int used = Experts::used(t);
    for (int s = 0; s < used; s++)
      if (T[(2 * s + 1) * L] != 0) return true;
    return false;
  }

  template <class Real>
  static double played(const Real* T, size_t L, int64_t t) {
    const int used = Experts::used(t);
    double sum = 0;
    for (int s = 0; s < used; s++) sum += static_cast<double>(T[2 * s * L]) * T[(2 * s + 1) * L];
    return sum;
  }

  template <class Real>
  static void round(Real* T, size_t L, int64_t t, double gx, const Step& c, size_t l) {
    const double radius = c.param(0, l), H = c.param(1, l);
    const double steepest = c.param(2, l) + H * radius;
    const double alpha = H / (steepest * steepest);
    const int used = Experts::used(t);
    const double x = played(T, L, t);
    const double g = gx + H * x;
    double least = std::numeric_limits<double>::infinity();
    for (int s = 0; s < used; s++) {
      if (T[(2 * s + 1) * L] == 0) continue;
      const double own = T[2 * s * L];
      const double loss = g * own + 0.5 * H * ((own - x) * (own - x));
      if (loss < least) least = loss;
    }
    double kept = 0;
    for (int s = 0; s < used; s++) {
      Real& p = T[(2 * s + 1) * L];
      if (p == 0) continue;
      const int64_t b = Experts::birth(s, t);
      if (t != Experts::full && Experts::birth(s, t + 1) != b) {
        p = 0;
        continue;
      }
      const double own = T[2 * s * L];
      const double loss = g * own + 0.5 * H * ((own - x) * (own - x));
      p = static_cast<Real>(p * exp(-alpha * (loss - least)));
      if (t != Experts::full) kept += p;
      T[2 * s * L] =
          static_cast<Real>(boxed(own - (g + H * (own - x)) / (H * static_cast<double>(t - b + 1)), -radius, radius));
    }
    if (t == Experts::full) {
      rearrange(T, 2 * L);
      rearrange(T + L, 2 * L);
      for (int s = 0; s < used; s++) kept += T[(2 * s + 1) * L];
    }
    renew(T + L, 2 * L, t, kept);
    T[2 * Experts::newest(t + 1) * L] = 0;
  }

  template <class Real>
  static void begin(const Table&, Step& c) {
    const int64_t t = static_cast<int64_t>(c.round) - 1;
    double* P = c.scalars + c.own;
    double kept = 0;
    const int used = t > 0 ? Experts::used(t) : 0;
    if (t > 0 && t == Experts::full) rearrange(P, 1);
    for (int s = 0; s < used; s++) {
      if (t != Experts::full && Experts::birth(s, t + 1) != Experts::birth(s, t)) P[s] = 0;
      kept += P[s];
    }
    renew(P, 1, t, kept);
  }
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t l) {
    const int64_t first = static_cast<int64_t>(c.round - c.missed), now = static_cast<int64_t>(c.round);
    if (!moved(T, L, first)) return;
    for (int64_t t = first; t < now; t++) round(T, L, t, 0, c, l);
  }
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t) {
    return played(T, L, static_cast<int64_t>(c.round));
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const int64_t t = static_cast<int64_t>(c.round);
    const double gx = c.g * r;
    if (!moved(T, L, t)) {
      if (gx == 0) return;
      const int used = Experts::used(t);
      for (int s = 0; s < used; s++) T[(2 * s + 1) * L] = static_cast<Real>(c.scalars[c.own + s]);
    }
    round(T, L, t, gx, c, l);
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
