#include "survey.h"

#include <cmath>

#include "../../math/bits.h"
#include "../../pages.h"

namespace ol {
namespace {

enum Shared { kCount, kMean, kSquares, kUnit, kNext };

constexpr double kFarthest = 4;
constexpr double kFewest = 16;
constexpr double kShare = 1.0 / 16;
constexpr double kOutgrown = 4294967296.0;

double* sharedOf(const Table& table, size_t row) { return table.shared + table.sharedStart + row * table.sharedStride; }

// The power of two at the root of a number, or just below: half the exponent, rounded down.
inline double powerBelowRoot(double square) { return fromBits((((toBits(square) >> 52) & 0x7ff) + 1023) >> 1 << 52); }

inline double clip(double a) {
  const double low = a < -kFarthest ? -kFarthest : a;
  return a > kFarthest ? kFarthest : low;
}

}  // namespace
}  // namespace ol

#define OL_TIER_FILE "rules/standardized/survey.inc"
#include "../../each-tier.inc"
#undef OL_TIER_FILE

namespace ol {
namespace {

struct Arithmetic {
  void (*countPresent)(Present& p, double h, double t, double reach);
  void (*standardizeDense)(Present& p, double t, double* values, double* scales);
  uint64_t (*largestSize)(const double* values, size_t n);
};

#if OL_HAS_TIERS
constexpr Arithmetic kArithmetic[] = {{baseline::countPresent, baseline::standardizeDense, baseline::largestSize},
                                      {avx2::countPresent, avx2::standardizeDense, avx2::largestSize},
                                      {avx512::countPresent, avx512::standardizeDense, avx512::largestSize}};
#else
constexpr Arithmetic kArithmetic[] = {{baseline::countPresent, baseline::standardizeDense, baseline::largestSize}};
#endif

// Marks the rows of the example as present; features that share one add up. The row of the constant, -1: there is none.
int64_t collect(const Table& table, const Span& span, const Step& c, Present& p) {
  p.size = 0;
  // memory that runs out later would leave rows marked
  p.room(span.derived - span.from);
  double *x = p.of(Present::kX), *old = p.of(Present::kOld), *mean = p.of(Present::kMean);
  double *squares = p.of(Present::kSquares), *unit = p.of(Present::kUnit), *next = p.of(Present::kNext);
  const size_t mask = table.rows - 1;
  int64_t constant = -1;
  size_t n = 0;
  // derived features have no statistics to fetch
  const size_t ahead = span.derived == span.to ? span.end : span.derived;
  for (size_t i = span.from; i < span.derived; i++) {
    if (i + kSurveyAhead < ahead) fetchShared(table, span.indices[i + kSurveyAhead] & mask);
    const double value = span.values[i];
    if (value == 0) continue;
    const size_t row = span.indices[i] & mask;
    if (static_cast<double>(span.indices[i]) == c.constant) {
      constant = static_cast<int64_t>(row);
      continue;
    }
    double* S = sharedOf(table, row);
    const double known = S[kCount];
    if (known < 0) {
      const size_t j = static_cast<size_t>(-known) - 1;
      if (j < n) x[j] += value;
      continue;
    }
    p.row[n + 1] = static_cast<uint32_t>(row);
    x[n] = value;
    old[n] = known;
    mean[n] = S[kMean];
    squares[n] = S[kSquares];
    unit[n] = S[kUnit];
    next[n] = S[kNext];
    n++;
    S[kCount] = -static_cast<double>(n);
  }
  p.size = n;
  const double known = constant < 0 ? 0 : sharedOf(table, static_cast<size_t>(constant))[kCount];
  p.beside = known < 0 ? static_cast<int32_t>(-known) - 1 : -1;
  return constant;
}

// Reads the table's list of dense features: always the same within a call, until one joins or leaves.
void readList(const Table& table, const Step& c, Present& p) {
  if (p.listed) return;
  p.list.clear();
  double next = c.scalar(kFirst);
  for (size_t steps = 0; next > 0 && steps < table.rows; steps++) {
    const size_t row = static_cast<size_t>(next - 1) & (table.rows - 1);
    p.list.push_back(static_cast<uint32_t>(row));
    next = sharedOf(table, row)[kNext];
  }
  // a list that runs in a circle is none to rely on
  p.listed = !(next > 0);
}

// The list of dense features, with this example; takes the marks off.
void walk(const Table& table, const Step& c, Present& p) {
  const double *x = p.of(Present::kX), *counts = p.of(Present::kCount), *next = p.of(Present::kNext);
  uint8_t* isDense = p.isDense.data() + 1;
  const size_t n = p.size;
  for (size_t j = 0; j < n; j++) isDense[j] = next[j] != 0;
  p.left.clear();
  p.joined = 0;
  readList(table, c, p);
  p.denseRoom(p.list.size() + n);
  uint32_t* const denseRow = p.denseRow.data();
  int32_t* const densePlace = p.densePlace.data();
  size_t dense = 0;
  for (const uint32_t row : p.list) {
    const double known = sharedOf(table, row)[kCount];
    int32_t j = known < 0 ? static_cast<int32_t>(-known) - 1 : -1;
    if (j >= static_cast<int32_t>(n)) j = -1;
    if (4 * (j < 0 ? known : counts[j]) < c.t) {
      if (j >= 0) isDense[j] = 0;
      p.left.push_back(row);
    } else {
      denseRow[dense] = row;
      densePlace[dense++] = j;
    }
  }
  const double* old = p.of(Present::kOld);
  const uint32_t* rows = p.rows();
  for (size_t j = 0; j < n; j++) {
    const uint32_t row = rows[j];
    sharedOf(table, row)[kCount] = old[j];
    if (x[j] == 0 || next[j] != 0 || !(2 * counts[j] > c.t)) continue;
    isDense[j] = 1;
    p.joined++;
    denseRow[dense] = row;
    densePlace[dense++] = static_cast<int32_t>(j);
  }
  p.denseSize = dense;
}

// Puts the constant at the first place of the present features.
void addConstant(size_t row, const Table& table, Present& p) {
  const double unit = p.beside < 0 ? sharedOf(table, row)[kUnit] : p.of(Present::kUnit)[p.beside];
  p.row[0] = static_cast<uint32_t>(row);
  p.columns[Present::kValue0][0] = p.columns[Present::kValue1][0] = 1;
  p.columns[Present::kScale0][0] = p.columns[Present::kScale1][0] = unit > 0 ? 1 / unit : 1;
  p.columns[Present::kLift][0] = 1;
}

// Makes the features present from the place `first` on the active ones: where none is dense.
void takePresent(const Present& p, size_t first, Active& active) {
  active.count = p.size + 1 - first;
  active.row = p.row.data() + first;
  active.values[0] = p.columns[Present::kValue0] + first;
  active.values[1] = p.columns[Present::kValue1] + first;
  active.scales[0] = p.columns[Present::kScale0] + first;
  active.scales[1] = p.columns[Present::kScale1] + first;
  active.lift = p.columns[Present::kLift] + first;
}

// Fills what the statistics of dense features are, with this example, and all of them that is active but the values and
// scales of the first family.
void addDense(const Table& table, Present& p, const double* const* from, uint32_t* row, double* value, double* scale,
              double* lift) {
  double *counts = p.denseColumns[Present::kDenseCount], *means = p.denseColumns[Present::kDenseMean];
  double *squares = p.denseColumns[Present::kDenseSquares], *units = p.denseColumns[Present::kDenseUnit];
  double* x = p.denseColumns[Present::kDenseX];
  const double *ownCounts = p.of(Present::kCount), *ownMeans = p.of(Present::kMean);
  const double *ownSquares = p.of(Present::kSquares), *ownUnits = p.of(Present::kUnit), *given = p.of(Present::kX);
  const double *values = from[1] + 1, *scales = from[3] + 1, *lifts = from[4] + 1;
  const uint32_t* const denseRow = p.denseRow.data();
  const int32_t* const densePlace = p.densePlace.data();
  for (size_t d = 0, dense = p.denseSize; d < dense; d++) {
    const uint32_t at = denseRow[d];
    const int32_t j = densePlace[d];
    row[d] = at;
    if (j < 0) {
      const double* S = sharedOf(table, at);
      counts[d] = S[kCount];
      means[d] = S[kMean];
      squares[d] = S[kSquares];
      units[d] = S[kUnit];
      x[d] = value[d] = scale[d] = 0;
      lift[d] = 1;
      continue;
    }
    const bool any = given[j] != 0;
    counts[d] = ownCounts[j];
    means[d] = ownMeans[j];
    squares[d] = ownSquares[j];
    units[d] = ownUnits[j];
    x[d] = given[j];
    value[d] = any ? values[j] : 0;
    scale[d] = any ? scales[j] : 0;
    lift[d] = lifts[j];
  }
}

// Copies the present features from the place `first` on, but the dense ones, and lets the dense ones follow, and then
// the derived ones as they are, which have no unit even where they share the row of one that has.
void takeAll(const Arithmetic& by, const Table& table, const Span& span, const Step& c, Present& p, size_t first,
             Active& active) {
  const size_t dense = p.denseSize;
  const size_t most = p.size + 1 + dense + (span.to - span.derived);
  if (active.ownRow.size() < most) {
    active.ownRow.resize(2 * most);
    active.own.resize(2 * most * 5);
  }
  uint32_t* const row = active.ownRow.data();
  double* own[5];
  for (size_t k = 0; k < 5; k++) own[k] = active.own.data() + k * active.ownRow.size();
  const double* const from[] = {p.columns[Present::kValue0], p.columns[Present::kValue1], p.columns[Present::kScale0],
                                p.columns[Present::kScale1], p.columns[Present::kLift]};
  const double* const given = p.columns[Present::kX];
  const uint8_t* const isDense = p.isDense.data();
  const uint32_t* const rows = p.row.data();
  size_t n = 0;
  for (size_t j = first, last = p.size; j <= last; j++) {
    if (j > 0 && (isDense[j] != 0 || given[j] == 0)) continue;
    row[n] = rows[j];
    for (size_t k = 0; k < 5; k++) own[k][n] = from[k][j];
    n++;
  }
  addDense(table, p, from, row + n, own[1] + n, own[3] + n, own[4] + n);
  by.standardizeDense(p, c.t, own[0] + n, own[2] + n);
  n += dense;
  for (size_t i = span.derived; i < span.to; i++) {
    if (span.values[i] == 0) continue;
    row[n] = static_cast<uint32_t>(span.indices[i] & (table.rows - 1));
    own[0][n] = own[1][n] = span.values[i];
    own[2][n] = own[3][n] = own[4][n] = 1;
    n++;
  }
  active.count = n;
  active.row = row;
  for (size_t family = 0; family < 2; family++) {
    active.values[family] = own[family];
    active.scales[family] = own[2 + family];
  }
  active.lift = own[4];
}

// Whether each present feature has a value and none is dense.
bool plain(const Present& p) {
  if (p.denseSize > 0) return false;
  const double* x = p.of(Present::kX);
  bool all = true;
  for (size_t j = 0; j < p.size; j++) all &= x[j] != 0 && p.isDense[j + 1] == 0;
  return all;
}

// Sums the squares of each family into N, from the second example on.
void measure(const Arithmetic& by, Step& c, const Active& active) {
  const double *values = active.values[0], *others = active.values[1];
  const size_t n = active.count;
  double sums[2] = {0, 0};
  for (size_t i = 0; i < n; i++) {
    sums[0] += values[i] * values[i];
    sums[1] += others[i] * others[i];
  }
  c.idle = c.round <= 1;
  const uint64_t one = by.largestSize(values, n), other = by.largestSize(others, n);
  c.largest = fromBits(one > other ? one : other);
  if (c.idle) return;
  c.scalar(kCounted) += c.h;
  for (size_t family = 0; family < 2; family++) c.scalar(kN + family) += c.h * sums[family];
}

}  // namespace

void survey(Tier tier, const Table& table, const Span& span, Step& c, Active& active, Present& present) {
  const Arithmetic& by = kArithmetic[static_cast<size_t>(tier)];
  const int64_t constant = collect(table, span, c, present);
  by.countPresent(present, c.h, c.t, c.reach);
  walk(table, c, present);
  if (constant >= 0) addConstant(static_cast<size_t>(constant), table, present);
  const size_t first = constant >= 0 ? 0 : 1;
  if (span.derived == span.to && plain(present)) takePresent(present, first, active);
  else takeAll(by, table, span, c, present, first, active);
  measure(by, c, active);
}

void commitSurvey(const Table& table, Step& c, Present& present) {
  const double *counts = present.of(Present::kCount), *means = present.of(Present::kMean);
  const double *squares = present.of(Present::kSquares), *units = present.of(Present::kUnit);
  for (size_t j = 0; j < present.size; j++) {
    double* S = sharedOf(table, present.rows()[j]);
    S[kCount] = counts[j];
    S[kMean] = means[j];
    S[kSquares] = squares[j];
    S[kUnit] = units[j];
  }
  const uint32_t* dense = present.denseRow.data();
  const size_t size = present.denseSize;
  if (present.left.empty() && present.joined == 0) return;
  present.listed = false;
  for (const uint32_t row : present.left) sharedOf(table, row)[kNext] = 0;
  for (size_t d = 0; d < size; d++)
    sharedOf(table, dense[d])[kNext] = d + 1 < size ? static_cast<double>(dense[d + 1]) + 1 : -1;
  c.scalar(kFirst) = size == 0 ? 0 : static_cast<double>(dense[0]) + 1;
}

}  // namespace ol
