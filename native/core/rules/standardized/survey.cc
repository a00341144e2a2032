#include "survey.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "../../engine/is-present.h"
#include "../../math/bits.h"
#include "../../pages.h"
#include "arithmetic.h"
#include "dense-list.h"
#include "faint-run.h"

namespace ol {
namespace {

// The destination of the states of rows, side by side.
struct Side {
  explicit Side(Present& p)
      : old(p.of(Present::kOld)),
        mean(p.of(Present::kMean)),
        squares(p.of(Present::kSquares)),
        unit(p.of(Present::kUnit)),
        next(p.of(Present::kNext)),
        missing(p.of(Present::kMissing)) {}
  void take(size_t n, const double* S) const {
    old[n] = S[kCount];
    mean[n] = S[kMean];
    squares[n] = S[kSquares];
    unit[n] = powerBelow(S[kUnit]);
    next[n] = S[kNext];
    missing[n] = S[kMissing];
  }
  double *old, *mean, *squares, *unit, *next, *missing;
};

// Collects the rows of the example. Features that share a row add up; a missing one adds nothing. Returns the row
// of the constant; -1: there is none.
int64_t collect(const Table& table, const Span& span, const Step& c, Present& p) {
  p.size = 0;
  p.reserve(span.derived - span.from);
  p.places.begin(span.derived - span.from);
  double* x = p.of(Present::kX);
  uint8_t* isDense = p.isDense.data() + 1;
  const Side side(p);
  const size_t mask = table.rows - 1;
  int64_t constant = -1;
  size_t n = 0;
  bool listed = false;
  const bool isYoung = c.learning && c.round < kYoung;
  // derived features have no statistics to prefetch: if there are any, the features of the next example are prefetched
  const size_t ahead = span.derived == span.to ? kSurveyAhead : span.next - span.from;
  for (size_t i = span.from; i < span.derived; i++) {
    if (i + ahead < span.end) fetchShared(table, span.indices[i + ahead] & mask);
    const double value = span.values[i];
    if (value == 0) continue;
    const size_t row = span.indices[i] & mask;
    if (static_cast<double>(span.indices[i]) == c.constant) {
      if (isPresent(value)) constant = static_cast<int64_t>(row);
      continue;
    }
    const size_t j = p.places.of(row);
    if (j < n) {
      if (value == value) x[j] = x[j] == x[j] ? x[j] + value : value;
      continue;
    }
    double* S = sharedOf(table, row);
    if (isYoung) touch(S + kMissing);
    p.row[n + 1] = static_cast<uint32_t>(row);
    x[n] = value;
    side.take(n, S);
    isDense[n] = S[kNext] != 0;
    listed |= S[kNext] != 0;
    n++;
  }
  p.size = n;
  p.anyListed = listed;
  p.beside = constant < 0 ? -1 : p.places.find(static_cast<size_t>(constant));
  return constant;
}

// Counts the example for the features that are missing in it.
void countMissing(Present& p, double h) {
  const double* x = p.of(Present::kX);
  double* missing = p.of(Present::kMissing);
  for (size_t j = 0; j < p.size; j++)
    if (x[j] != x[j]) missing[j] += h;
}

// Puts the constant at the first place of the present features.
void addConstant(size_t row, const Table& table, Present& p) {
  const double unit = p.beside < 0 ? powerBelow(sharedOf(table, row)[kUnit]) : p.of(Present::kUnit)[p.beside];
  p.row[0] = static_cast<uint32_t>(row);
  p.columns[Present::kValue0][0] = p.columns[Present::kValue1][0] = 1;
  p.columns[Present::kScale0][0] = p.columns[Present::kScale1][0] = unit > 0 ? 1 / unit : 1;
  p.columns[Present::kLift][0] = 1;
}

// Makes the present features from the place `first` on the active ones; none of them is dense.
void takePresent(const Present& p, size_t first, Active& active) {
  active.count = active.plain = p.size + 1 - first;
  active.row = p.row.data() + first;
  active.values[0] = p.columns[Present::kValue0] + first;
  active.values[1] = p.columns[Present::kValue1] + first;
  active.scales[0] = p.columns[Present::kScale0] + first;
  active.scales[1] = p.columns[Present::kScale1] + first;
  active.lift = p.columns[Present::kLift] + first;
}

// Fills the statistics of dense features with this example, and everything about them as active features except the
// values and scales of the first family.
void addDense(const Table& table, Present& p, const double* const* from, uint32_t* row, double* value, double* scale,
              double* lift) {
  double *counts = p.denseColumns[Present::kDenseCount], *means = p.denseColumns[Present::kDenseMean];
  double *squares = p.denseColumns[Present::kDenseSquares], *units = p.denseColumns[Present::kDenseUnit];
  double *x = p.denseColumns[Present::kDenseX], *missing = p.denseColumns[Present::kDenseMissing];
  const double* ownMissing = p.of(Present::kMissing);
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
      units[d] = powerBelow(S[kUnit]);
      missing[d] = S[kMissing];
      x[d] = value[d] = scale[d] = 0;
      lift[d] = 1;
      continue;
    }
    const bool any = isPresent(given[j]);
    counts[d] = ownCounts[j];
    means[d] = ownMeans[j];
    squares[d] = ownSquares[j];
    units[d] = ownUnits[j];
    missing[d] = ownMissing[j];
    x[d] = given[j];
    value[d] = any ? values[j] : 0;
    scale[d] = any ? scales[j] : 0;
    lift[d] = lifts[j];
  }
}

// The list of active features.
struct List {
  uint32_t* row;
  double *values[2], *scales[2], *lift;

  // Lists the derived features from the place n on, unscaled: they have no unit, even if they share a row with a
  // feature that has one. Returns their end.
  size_t addDerived(const Table& table, const Span& span, size_t n) const {
    const uint32_t mask = static_cast<uint32_t>(table.rows - 1);
    const size_t first = n;
    for (size_t i = span.derived; i < span.to; i++) {
      row[n] = span.indices[i] & mask;
      values[0][n] = values[1][n] = span.values[i];
      n += isPresent(span.values[i]) ? 1 : 0;
    }
    for (double* ones : {scales[0], scales[1], lift}) std::fill(ones + first, ones + n, 1.0);
    return n;
  }
};

// Copies the present features from the place `first` on, except those without a value and the dense ones; the dense
// ones follow, and then the derived ones.
void takeAll(const Arithmetic& by, const Table& table, const Span& span, const Step& c, uint64_t found, Present& p,
             size_t first, Active& active) {
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
  uint8_t* const isDense = p.isDense.data();
  for (size_t j = 1; (found & kZeros) != 0 && j <= p.size; j++)
    if (!isPresent(p.columns[Present::kX][j])) isDense[j] = 1;
  isDense[0] = 0;
  size_t n = 0;
  for (size_t j = first, last = p.size; j <= last;) {
    if (isDense[j] != 0) {
      j++;
      continue;
    }
    const void* stop = std::memchr(isDense + j, 1, last + 1 - j);
    const size_t count = stop == nullptr ? last + 1 - j : static_cast<const uint8_t*>(stop) - (isDense + j);
    std::memcpy(row + n, p.row.data() + j, count * sizeof(uint32_t));
    for (size_t k = 0; k < 5; k++) std::memcpy(own[k] + n, from[k] + j, count * sizeof(double));
    n += count;
    j += count;
  }
  addDense(table, p, from, row + n, own[1] + n, own[3] + n, own[4] + n);
  const auto& known = p.denseColumns;
  const Dense all{known[Present::kDenseCount],
                  known[Present::kDenseMean],
                  known[Present::kDenseSquares],
                  known[Present::kDenseUnit],
                  known[Present::kDenseMissing],
                  known[Present::kDenseX],
                  dense};
  by.standardizeDense(all, c.t, own[0] + n, own[2] + n);
  n += dense;
  active.plain = n;
  active.count = List{row, {own[0], own[1]}, {own[2], own[3]}, own[4]}.addDerived(table, span, n);
  active.row = row;
  for (size_t family = 0; family < 2; family++) {
    active.values[family] = own[family];
    active.scales[family] = own[2 + family];
  }
  active.lift = own[4];
}

// Surveys an example that has all dense features in the order of their list, and no others except derived ones:
// most examples of dense columns are like that, and nothing has to be searched or copied. Returns false for any
// other example; then only working memory has changed.
bool surveyDense(const Arithmetic& by, const Table& table, const Span& span, const Step& c, Active& active,
                 Present& p) {
  const size_t n = p.list.size();
  size_t features = span.derived - span.from;
  if (!p.listed || n == 0 || features < n || features > n + 1) return false;
  const uint32_t mask = static_cast<uint32_t>(table.rows - 1);
  const uint32_t* const indices = span.indices + span.from;
  const double* const values = span.values + span.from;
  const uint32_t own = c.constant >= 0 ? static_cast<uint32_t>(c.constant) & mask : ~uint32_t{0};
  const bool constant = static_cast<double>(indices[features - 1]) == c.constant && isPresent(values[features - 1]);
  if (constant) features--;
  if (features != n || !by.followsList(indices, values, p.list.data(), n, mask, own)) return false;
  p.reserve(n + span.to - span.derived);
  std::memcpy(p.row.data() + 1, p.list.data(), n * sizeof(uint32_t));
  std::memcpy(p.of(Present::kX), values, n * sizeof(double));
  const Side side(p);
  for (size_t j = 0; j < n; j++) side.take(j, sharedOf(table, p.list[j]));
  p.size = n;
  p.beside = -1;
  const uint64_t found = by.countDense(p, c.h, c.t, c.reach);
  if ((found & ~kFaint) != kListed) return false;
  p.left.clear();
  p.joined = 0;
  p.anyMissing = false;
  p.anyFaint = (found & kFaint) != 0;
  p.denseSize = n;
  const Dense dense{p.of(Present::kCount),
                    p.of(Present::kMean),
                    p.of(Present::kSquares),
                    p.of(Present::kUnit),
                    p.of(Present::kMissing),
                    p.of(Present::kX),
                    n};
  by.standardizeDense(dense, c.t, p.of(Present::kValue0), p.of(Present::kScale0));
  if (constant) addConstant(own, table, p);
  takePresent(p, constant ? 0 : 1, active);
  active.apart = span.derived == span.to;
  if (active.apart) return true;
  auto& all = p.columns;
  const List list{p.row.data(),
                  {all[Present::kValue0], all[Present::kValue1]},
                  {all[Present::kScale0], all[Present::kScale1]},
                  all[Present::kLift]};
  active.count = list.addDerived(table, span, n + 1) - (constant ? 0 : 1);
  return true;
}

void surveyAny(const Arithmetic& by, const Table& table, const Span& span, const Step& c, Active& active, Present& p) {
  const int64_t constant = collect(table, span, c, p);
  const auto count = p.anyListed ? by.countPresent : by.countSparse;
  const uint64_t found = count(p, c.h, c.t, c.reach);
  p.anyMissing = (found & kMissingOnes) != 0;
  p.anyFaint = (found & kFaint) != 0;
  if (p.anyMissing) countMissing(p, c.h);
  const bool plain = span.derived == span.to && (found & kZeros) == 0;
  const bool sparse = plain && !p.anyListed && p.list.empty() && (found & kJoining) == 0;
  if (sparse) {
    p.left.clear();
    p.joined = p.denseSize = 0;
  } else {
    walk(table, c, found, p);
  }
  if (constant >= 0) addConstant(static_cast<size_t>(constant), table, p);
  const size_t first = constant >= 0 ? 0 : 1;
  active.apart = span.derived == span.to && p.beside < 0 && !isListed(p, constant);
  if (sparse || (plain && p.denseSize == 0 && noneDense(p))) takePresent(p, first, active);
  else takeAll(by, table, span, c, found, p, first, active);
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
  const Arithmetic& by = arithmetic(tier);
  readList(table, c, present);
  if (!surveyDense(by, table, span, c, active, present)) surveyAny(by, table, span, c, active, present);
  measure(by, c, active);
}

void commitSurvey(const Table& table, Step& c, Present& present) {
  const double *counts = present.of(Present::kCount), *means = present.of(Present::kMean);
  const double *squares = present.of(Present::kSquares), *units = present.of(Present::kUnit);
  const bool runs = present.anyFaint && c.reach < std::numeric_limits<double>::infinity();
  for (size_t j = 0; j < present.size; j++) {
    double* S = sharedOf(table, present.rows()[j]);
    S[kCount] = counts[j];
    S[kMean] = means[j];
    S[kSquares] = squares[j];
    const double kept = S[kUnit];
    S[kUnit] = units[j];
    if (runs) settleRun(present.of(Present::kX)[j], counts[j], kept, S[kMean], S[kSquares], S[kUnit]);
  }
  const double* missing = present.of(Present::kMissing);
  for (size_t j = 0; present.anyMissing && j < present.size; j++)
    sharedOf(table, present.rows()[j])[kMissing] = missing[j];
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
