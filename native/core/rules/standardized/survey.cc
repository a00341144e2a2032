#include "survey.h"

#include <cmath>

#include "../../math/bits.h"

namespace ol {
namespace {

enum Shared { kCount, kMean, kSquares, kUnit, kNext };

constexpr double kFarthest = 4;
constexpr double kFewest = 16;
constexpr double kShare = 1.0 / 16;
constexpr double kOutgrown = 4294967296.0;

double* sharedOf(const Table& table, size_t row) { return table.shared + table.sharedStart + row * table.sharedStride; }

// The power of two at the root of a number, or just below.
double powerBelowRoot(double square) {
  const int exponent = static_cast<int>((toBits(square) >> 52) & 0x7ff) - 1023;
  return fromBits(static_cast<uint64_t>((exponent >> 1) + 1023) << 52);
}

double clip(double a) { return a < -kFarthest ? -kFarthest : a > kFarthest ? kFarthest : a; }

// Marks the rows of the example as present; features that share one add up. The row of the constant, -1: there is none.
int64_t collect(const Table& table, const uint32_t* indices, const double* values, size_t from, size_t to,
                const Step& c, Present& p) {
  p.features.clear();
  // memory that runs out later would leave rows marked
  p.features.reserve(to - from);
  int64_t constant = -1;
  for (size_t i = from; i < to; i++) {
    if (values[i] == 0) continue;
    const size_t row = indices[i] & (table.rows - 1);
    if (static_cast<double>(indices[i]) == c.constant) {
      constant = static_cast<int64_t>(row);
      continue;
    }
    double* S = sharedOf(table, row);
    const double known = S[kCount];
    if (known < 0) {
      const size_t j = static_cast<size_t>(-known) - 1;
      if (j < p.features.size()) p.features[j].x += values[i];
      continue;
    }
    PresentFeature f{};
    f.row = static_cast<uint32_t>(row);
    f.x = values[i];
    f.old = known;
    p.features.push_back(f);
    S[kCount] = -static_cast<double>(p.features.size());
  }
  const double known = constant < 0 ? 0 : sharedOf(table, static_cast<size_t>(constant))[kCount];
  p.beside = known < 0 ? static_cast<int32_t>(-known) - 1 : -1;
  return constant;
}

// Keeps a feature within c.reach standard deviations of what is known of it, further with many values.
double bounded(const PresentFeature& f, const double* S, const Step& c) {
  const double n = f.old;
  if (!(n >= kFewest)) return f.x;
  const double mean = S[kMean];
  const bool dense = S[kNext] != 0;
  const double t = c.t - c.h;
  const double share = dense ? (n < t ? n / t : 1) : 0;
  const double square = dense ? S[kSquares] / t + share * (1 - share) * (mean * mean) : S[kSquares] / n + mean * mean;
  const double own = c.reach * c.reach;
  const double factor = own > kShare * n ? own : kShare * n;
  const double off = f.x - share * mean;
  // a constant feature has no unit yet
  if (!(square > 0) || !(off * off > factor * square)) return f.x;
  const double farthest = std::sqrt(factor * square);
  return off < 0 ? share * mean - farthest : share * mean + farthest;
}

// The statistics of the features of the example, with this example.
void count(const Table& table, const Step& c, Present& p) {
  for (PresentFeature& f : p.features) {
    const double* S = sharedOf(table, f.row);
    f.dense = S[kNext] != 0;
    f.count = f.old;
    f.mean = S[kMean];
    f.squares = S[kSquares];
    f.unit = S[kUnit];
    f.lift = 1;
    f.x = bounded(f, S, c);
    if (f.x == 0) continue;
    f.count += c.h;
    const double e = f.x - f.mean;
    f.mean += (c.h * e) / f.count;
    const double square = c.h * (e * (f.x - f.mean));
    if (square > 0) f.squares += square;
    f.mean2 = f.squares / f.count + f.mean * f.mean;
    if (f.mean2 > kOutgrown * (f.unit * f.unit)) {
      const double unit = powerBelowRoot(f.mean2);
      f.lift = (f.unit > 0 ? f.unit : 1) / unit;
      f.unit = unit;
    }
  }
}

// The list of dense features, with this example; takes the marks off.
void walk(const Table& table, const Step& c, Present& p) {
  p.dense.clear();
  p.left.clear();
  p.joined = 0;
  double next = c.scalar(kFirst);
  for (size_t steps = 0; next > 0 && steps < table.rows; steps++) {
    const size_t row = static_cast<size_t>(next - 1) & (table.rows - 1);
    const double* S = sharedOf(table, row);
    const double known = S[kCount];
    int32_t j = known < 0 ? static_cast<int32_t>(-known) - 1 : -1;
    if (j >= static_cast<int32_t>(p.features.size())) j = -1;
    if (4 * (j < 0 ? known : p.features[static_cast<size_t>(j)].count) < c.t) {
      if (j >= 0) p.features[static_cast<size_t>(j)].dense = false;
      p.left.push_back(static_cast<uint32_t>(row));
    } else {
      p.dense.push_back({static_cast<uint32_t>(row), j});
    }
    next = S[kNext];
  }
  for (size_t j = 0; j < p.features.size(); j++) {
    PresentFeature& f = p.features[j];
    double* S = sharedOf(table, f.row);
    S[kCount] = f.old;
    if (f.x == 0 || S[kNext] != 0 || !(2 * f.count > c.t)) continue;
    f.dense = true;
    p.joined++;
    p.dense.push_back({f.row, static_cast<int32_t>(j)});
  }
}

void addConstant(size_t row, const Table& table, const Present& p, Active& active) {
  const size_t i = active.count++;
  const double unit = p.beside < 0 ? sharedOf(table, row)[kUnit] : p.features[static_cast<size_t>(p.beside)].unit;
  active.row[i] = static_cast<uint32_t>(row);
  active.values[0][i] = active.values[1][i] = 1;
  active.scales[0][i] = active.scales[1][i] = unit > 0 ? 1 / unit : 1;
  active.lift[i] = 1;
}

// The value of a present feature for the second family: in units of the root mean square of all its values.
void addRms(size_t i, const PresentFeature& f, const Step& c, Active& active) {
  const double r = std::sqrt((f.squares + f.count * (f.mean * f.mean)) / c.t);
  active.values[1][i] = r > 0 ? f.x / r : 0;
  active.scales[1][i] = r / f.unit;
}

// A feature that is often absent: in units of the root mean square of its values that are not 0.
void addSparse(const PresentFeature& f, const Step& c, Active& active) {
  const size_t i = active.count++;
  const double s = std::sqrt(f.mean2);
  active.row[i] = f.row;
  active.values[0][i] = s > 0 ? clip(f.x / s) : 0;
  active.scales[0][i] = s / f.unit;
  active.lift[i] = f.lift;
  addRms(i, f, c, active);
}

// A dense feature: its distance from its mean, in standard deviations, both over all examples.
void addDense(const DenseFeature& d, const Table& table, const Step& c, const Present& p, Active& active) {
  const size_t i = active.count++;
  const PresentFeature* f = d.place < 0 ? nullptr : &p.features[static_cast<size_t>(d.place)];
  const double* S = sharedOf(table, d.row);
  const double n = f == nullptr ? S[kCount] : f->count;
  const double mean = f == nullptr ? S[kMean] : f->mean;
  const double squares = f == nullptr ? S[kSquares] : f->squares;
  const double unit = f == nullptr ? S[kUnit] : f->unit;
  const double share = n < c.t ? n / c.t : 1;
  const double s = std::sqrt(squares / c.t + share * (1 - share) * (mean * mean));
  const double x = f == nullptr ? 0 : f->x;
  active.row[i] = d.row;
  active.values[0][i] = s > 0 ? clip((x - share * mean) / s) : 0;
  active.scales[0][i] = s / unit;
  active.lift[i] = f == nullptr ? 1 : f->lift;
  if (f != nullptr && x != 0) addRms(i, *f, c, active);
  else active.values[1][i] = 0;
}

// Sums the squares of each family into N, from the second example on.
void measure(Step& c, const Active& active) {
  double largest = 0;
  c.idle = c.round <= 1;
  if (!c.idle) c.scalar(kCounted) += c.h;
  for (size_t family = 0; family < 2; family++) {
    const std::vector<double>& values = active.values[family];
    double squares = 0;
    for (size_t i = 0; i < active.count; i++) {
      const double size = values[i] < 0 ? -values[i] : values[i];
      squares += size * size;
      if (size > largest) largest = size;
    }
    if (!c.idle) c.scalar(kN + family) += c.h * squares;
  }
  c.largest = largest;
}

}  // namespace

void survey(const Table& table, const uint32_t* indices, const double* values, size_t from, size_t to, Step& c,
            Active& active, Present& present) {
  const int64_t constant = collect(table, indices, values, from, to, c, present);
  count(table, c, present);
  walk(table, c, present);
  active.room(present.features.size() + present.dense.size() + 1);
  active.count = 0;
  if (constant >= 0) addConstant(static_cast<size_t>(constant), table, present, active);
  for (const PresentFeature& f : present.features)
    if (f.x != 0 && !f.dense) addSparse(f, c, active);
  for (const DenseFeature& d : present.dense) addDense(d, table, c, present, active);
  measure(c, active);
}

void commitSurvey(const Table& table, Step& c, const Present& present) {
  for (const PresentFeature& f : present.features) {
    double* S = sharedOf(table, f.row);
    S[kCount] = f.count;
    S[kMean] = f.mean;
    S[kSquares] = f.squares;
    S[kUnit] = f.unit;
  }
  const std::vector<DenseFeature>& dense = present.dense;
  if (present.left.empty() && present.joined == 0) return;
  for (const uint32_t row : present.left) sharedOf(table, row)[kNext] = 0;
  for (size_t d = 0; d < dense.size(); d++)
    sharedOf(table, dense[d].row)[kNext] = d + 1 < dense.size() ? static_cast<double>(dense[d + 1].row) + 1 : -1;
  c.scalar(kFirst) = dense.empty() ? 0 : static_cast<double>(dense[0].row) + 1;
}

}  // namespace ol
