// The one loop that every hashed-table rule runs under. Twin: packages/fallback/src/engine/engine.ts, the same
// operations in the same order.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "losses.h"
#include "rules/parts.h"
#include "table.h"

namespace ol {

template <class Real>
inline constexpr double kStepLimit = sizeof(Real) == 4 ? 1e30 : 1e140;

// How many features ahead a slot is fetched: far enough to hide a miss of the last-level cache.
inline constexpr size_t kAhead = 64;

// LANES is the number of lanes where it is known when compiling, 0 where it is not.
template <class R, class Real, int LANES>
class Engine {
 public:
  Engine(const Plan& plan, const Table& table, const Batch& batch, const Results& results)
      : plan_(plan), loss_(kLosses[plan.loss]), table_(table), batch_(batch), results_(results) {
    size_t longest = 0;
    for (size_t e = 0; e < batch.size; e++) longest = std::max<size_t>(longest, batch.offsets[e + 1] - batch.offsets[e]);
    row_.resize(longest);
    r_.resize(longest);
    q_.resize(longest);
    z_.resize(table.lanes);
    g_.resize(table.lanes);
    a_.resize(table.lanes);
    scalars_.resize(kEngineScalars + R::scalars + R::laneScalars * table.lanes);
    c_.params = plan.params;
    c_.lanes = table.lanes;
    c_.scalars = scalars_.data();
    c_.own = kEngineScalars;
    c_.laneOwn = kEngineScalars + R::scalars;
  }

  void learn() {
    for (size_t e = 0; e < batch_.size; e++) {
      const double y = batch_.labels[e];
      if (y != y || (batch_.weights != nullptr && batch_.weights[e] == 0)) predictOne(e);
      else learnOne(e);
    }
  }

  void predict() {
    for (size_t e = 0; e < batch_.size; e++) predictOne(e);
  }

 private:
  size_t lanes() const { return LANES > 0 ? LANES : table_.lanes; }
  size_t laneStep() const { return LANES == 1 ? 1 : table_.laneStep; }
  Real* lane(const Table& table, size_t row) const { return static_cast<Real*>(table.lane) + row * table.laneStride; }
  double* shared(const Table& table, size_t row) const {
    return table.shared + table.sharedStart + row * table.sharedStride;
  }

  // Scales and reads the features from .. to: fills row_, r_, z_ and a_, and c_.squares and c_.largest. `end` bounds
  // the prefetch.
  void forward(const Table& table, const uint32_t* indices, const double* values, size_t from, size_t to, size_t end) {
    const size_t mask = table.rows - 1;
    double squares = 0;
    double largest = 0;
    double z0 = 0;
    for (size_t i = from; i < to; i++) {
      if (i + kAhead < end) __builtin_prefetch(lane(table, indices[i + kAhead] & mask), 1);
      const size_t row = indices[i] & mask;
      const double x = values[i];
      row_[i - from] = static_cast<uint32_t>(row);
      if (x == 0) {
        r_[i - from] = 0;
        continue;
      }
      Real* T = lane(table, row);
      c_.moved = false;
      const double r = R::scale(shared(table, row), x, c_);
      r_[i - from] = r;
      if constexpr (R::hasSize) squares += R::size(r, c_);
      else squares += r * r;
      const double size = r < 0 ? -r : r;
      if (size > largest) largest = size;
      if constexpr (R::hasPrepare) {
        if (c_.moved)
          for (size_t l = 0; l < lanes(); l++) R::prepare(T + l, laneStep(), r, c_, l);
      }
      if constexpr (LANES == 1) {
        z0 += R::read(T, 1, c_, 0) * r;
      } else {
        for (size_t l = 0; l < lanes(); l++) z_[l] += R::read(T + l, laneStep(), c_, l) * r;
      }
      if constexpr (R::hasGather) {
        for (size_t l = 0; l < lanes(); l++) a_[l] += R::gather(T + l, laneStep(), r, c_, l);
      }
    }
    if constexpr (LANES == 1) z_[0] = z0;
    c_.largest = largest;
    c_.squares = squares;
  }

  // Starts an example of weight h on a working copy of the scalars.
  void enter(double h) {
    std::memcpy(scalars_.data(), table_.scalars, scalars_.size() * sizeof(double));
    c_.h = h;
    c_.t = scalars_[kT] + h;
    c_.round = scalars_[kExamples] + 1;
    scalars_[kT] = c_.t;
    scalars_[kExamples] = c_.round;
  }

  // The way up to the scores of example e, on the table itself or on a copy of its rows.
  void scores(const Table& table, const uint32_t* indices, const double* values, size_t from, size_t to, size_t end,
              size_t e) {
    for (size_t l = 0; l < lanes(); l++) z_[l] = a_[l] = 0;
    if constexpr (R::hasBegin) {
      c_.nonzero = 0;
      for (size_t i = from; i < to; i++)
        if (values[i] != 0) c_.nonzero += 1;
      R::template begin<Real>(table_, c_);
    }
    forward(table, indices, values, from, to, end);
    if constexpr (R::hasObserve) R::observe(c_);
    const double initial = batch_.initial == nullptr ? 0 : batch_.initial[e];
    for (size_t l = 0; l < lanes(); l++) {
      if constexpr (R::hasScore) z_[l] = R::score(z_[l], c_, l) + initial;
      else z_[l] = z_[l] + initial;
    }
  }

  double clipped(double z) const {
    if (plan_.clip == Clip::none) return z;
    const double low = plan_.clip == Clip::range ? plan_.clipMin : table_.scalars[kMinLabel];
    const double high = plan_.clip == Clip::range ? plan_.clipMax : table_.scalars[kMaxLabel];
    if (!(low <= high)) return z;
    return z < low ? low : z > high ? high : z;
  }

  bool report(size_t e, double y) {
    bool finite = true;
    for (size_t l = 0; l < lanes(); l++) {
      const double z = clipped(z_[l]);
      if (!(z - z == 0)) finite = false;
      z_[l] = z;
      results_.predictions[e * lanes() + l] = z;
      results_.losses[e * lanes() + l] =
          y == y ? loss_.value(z, y, plan_.lossParam) : std::numeric_limits<double>::quiet_NaN();
    }
    return finite;
  }

  void predictOne(size_t e) {
    const size_t from = batch_.offsets[e], to = batch_.offsets[e + 1];
    enter(1);
    bool settled = true;
    for (size_t i = from; i < to && settled; i++) {
      const double x = batch_.values[i];
      settled = x == 0 || R::settled(shared(table_, batch_.indices[i] & (table_.rows - 1)), x);
    }
    if (settled) {
      scores(table_, batch_.indices, batch_.values, from, to, batch_.offsets[batch_.size], e);
    } else {
      const Table copy = copyRows(from, to);
      scores(copy, copyIndices_.data(), batch_.values + from, 0, to - from, 0, e);
    }
    report(e, batch_.labels[e]);
    results_.status[e] = kPredicted;
  }

  // The step of a lane that takes it from the loss: moves the accumulators, fills q_, sets c_.u.
  void rated(size_t n, size_t l, double multiplier) {
    if constexpr (R::hasAccumulate) {
      double ppu = 0;
      for (size_t i = 0; i < n; i++) {
        const double r = r_[i];
        if (r == 0) continue;
        const double q = r * R::accumulate(lane(table_, row_[i]) + l, laneStep(), r, c_.g, c_);
        q_[i] = q;
        ppu += r * q;
      }
      ppu *= multiplier;
      const double k = R::stepSize(c_, l) * c_.h;
      const double u =
          plan_.invariant ? (ppu > 0 ? loss_.invariant(c_.z, c_.y, k, ppu, plan_.lossParam) : 0) : -k * c_.g;
      c_.u = u * multiplier;
    }
  }

  // Whether the step of every lane is one that the table can hold; fills g_.
  bool holds(double y, double multiplier) {
    for (size_t l = 0; l < lanes(); l++) {
      const double g = loss_.derivative(z_[l], y, plan_.lossParam);
      g_[l] = g;
      double step = c_.h;
      if constexpr (R::hasStepSize) step = R::stepSize(c_, l) * c_.h * multiplier;
      if (!((g < 0 ? -g : g) * c_.largest * (1 + step) <= kStepLimit<Real>)) return false;
    }
    return true;
  }

  void learnOne(size_t e) {
    const size_t from = batch_.offsets[e], to = batch_.offsets[e + 1], n = to - from;
    const double y = batch_.labels[e];
    double* scalars = table_.scalars;
    enter(batch_.weights == nullptr ? 1 : batch_.weights[e]);
    scores(table_, batch_.indices, batch_.values, from, to, batch_.offsets[batch_.size], e);
    double multiplier = 1;
    if constexpr (R::hasMultiplier) multiplier = R::multiplier(c_);
    if (!report(e, y) || !holds(y, multiplier)) {
      results_.status[e] = kDiverged;
      return;
    }
    c_.y = y;
    for (size_t l = 0; l < lanes(); l++) {
      if (g_[l] == 0 && !R::eager) continue;
      c_.z = z_[l];
      c_.a = a_[l];
      if constexpr (R::hasAccumulate) {
        c_.g = g_[l];
        rated(n, l, multiplier);
        for (size_t i = 0; i < n; i++) {
          Real* T = lane(table_, row_[i]) + l;
          if (r_[i] != 0) T[0] = static_cast<Real>(T[0] + c_.u * q_[i]);
        }
      } else {
        c_.g = g_[l] * c_.h;
        c_.u = 1;
        if constexpr (R::hasDecide) R::decide(c_, l);
        if (c_.u == 0) continue;
        for (size_t i = 0; i < n; i++) {
          if (r_[i] != 0) R::write(lane(table_, row_[i]) + l, laneStep(), r_[i], c_, l);
        }
      }
    }
    if constexpr (R::hasFinish) {
      for (size_t l = 0; l < lanes(); l++) R::template finish<Real>(table_, c_, l);
    }
    std::memcpy(scalars, scalars_.data(), scalars_.size() * sizeof(double));
    if (y < scalars[kMinLabel]) scalars[kMinLabel] = y;
    if (y > scalars[kMaxLabel]) scalars[kMaxLabel] = y;
    results_.status[e] = kLearned;
  }

  // Copies the rows of the features from .. to into copy_; features that share a row share its copy.
  Table copyRows(size_t from, size_t to) {
    places_.clear();
    copyIndices_.resize(to - from);
    const size_t laneBytes = table_.laneStride * sizeof(Real);
    // with one lane the shared state lies in the same slot and is copied with it
    const size_t sharedWords = LANES == 1 ? 0 : table_.sharedStride;
    copyLane_.resize(((to - from) * laneBytes + 7) / 8);
    copyShared_.resize((to - from) * sharedWords);
    for (size_t i = from; i < to; i++) {
      const size_t row = batch_.indices[i] & (table_.rows - 1);
      const auto [it, fresh] = places_.try_emplace(row, static_cast<uint32_t>(places_.size()));
      copyIndices_[i - from] = it->second;
      if (!fresh) continue;
      std::memcpy(reinterpret_cast<char*>(copyLane_.data()) + it->second * laneBytes, lane(table_, row), laneBytes);
      if (sharedWords > 0)
        std::memcpy(copyShared_.data() + it->second * sharedWords, shared(table_, row), sharedWords * sizeof(double));
    }
    Table copy = table_;
    copy.rows = 1;
    while (copy.rows < places_.size()) copy.rows *= 2;
    copy.lane = copyLane_.data();
    if (LANES == 1) {
      copy.shared = copyLane_.data();
    } else {
      copy.shared = copyShared_.data();
      copy.sharedStart = 0;
    }
    return copy;
  }

  const Plan& plan_;
  const Loss& loss_;
  const Table& table_;
  const Batch& batch_;
  const Results& results_;
  Step c_;
  std::vector<uint32_t> row_;
  std::vector<double> r_, q_, z_, g_, a_, scalars_;
  std::unordered_map<size_t, uint32_t> places_;
  std::vector<uint32_t> copyIndices_;
  std::vector<double> copyLane_, copyShared_;
};

}  // namespace ol
