#include "validation.h"

#include <cmath>

#include "../core/validation/validation.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

using namespace validation;

// The data that a call validates: its arrays have an element for each example below `to`.
template <class C>
bool readValidated(const Arguments<C>& in, size_t to, Validated& validated) {
  using A = typename C::Array;
  validated = {in.template elements<const double>(A::labels), in.template elements<const double>(A::weights),
               in.template elements<const double>(A::predictions), in.template elements<const double>(A::losses)};
  return in.needs(A::labels, to) && in.needsIfPresent(A::weights, to) && in.needs(A::predictions, to) &&
         in.needs(A::losses, to);
}

struct AddingProgress {
  using Fields = AddProgressCall;
  static constexpr const char* outOfMemory = "Out of memory for the sums of progressive validation";
  Mistakes mistakes;
  double* sums;
  Validated validated;
  const uint8_t* status;
  size_t from, to;

  bool read(const Arguments<AddProgressCall>& in) {
    using A = AddProgressCall::Array;
    using N = AddProgressCall::Number;
    mistakes = static_cast<Mistakes>(in.whole(N::mistakes));
    from = in.whole(N::from);
    to = in.whole(N::to);
    sums = in.elements<double>(A::sums);
    status = in.elements<const uint8_t>(A::status);
    return readValidated(in, to, validated) && in.needs(A::sums, progress::count) && in.needs(A::status, to);
  }

  void run() const { addProgress(mistakes, sums, validated, status, from, to); }
};

// Returns whether a number counts something of which there are at most `most`.
bool counts(double number, size_t most) {
  return number >= 0 && number <= static_cast<double>(most) && number == std::floor(number);
}

// The sums of an evaluation, of numbers or of two classes.
template <class C>
bool readSums(const Arguments<C>& in, bool ofNumbers, Sums& sums) {
  using A = typename C::Array;
  sums = {in.template elements<double>(A::sums),
          in.template elements<double>(A::kept),
          in.length(A::kept),
          in.template elements<double>(A::bins),
          in.length(A::bins),
          in.template elements<const uint32_t>(A::blocks)};
  if (ofNumbers) return in.needs(A::sums, numbers::count);
  return in.needs(A::sums, classes::count) && in.needs(A::blocks, sums.binsLength == 0 ? 0 : 2 * kOctaves) &&
         (sums.keptLength % 2 == 0 || in.refuse("Expected scores with their weights")) &&
         (sums.binsLength > 0 || counts(sums.sums[classes::kept], sums.keptLength / 2) ||
          in.refuse("Expected the number of scores that are kept"));
}

struct Evaluation {
  using Fields = AddMetricsCall;
  static constexpr const char* outOfMemory = "Out of memory for the sums of an evaluation";
  Plan plan;
  Validated validated;
  Totals totals;
  Sums into;
  size_t from, to;
  double until;

  bool read(const Arguments<AddMetricsCall>& in) {
    using A = AddMetricsCall::Array;
    using N = AddMetricsCall::Number;
    plan = {static_cast<Evaluating>(in.whole(N::evaluating)), static_cast<Link>(in.whole(N::link)),
            static_cast<Term>(in.whole(N::term))};
    from = in.whole(N::from);
    to = in.whole(N::to);
    until = in.number(N::until);
    totals = {in.elements<double>(A::totals), in.elements<double>(A::recent), in.length(A::recent)};
    return readValidated(in, to, validated) && readTotals(in) &&
           readSums(in, plan.evaluating == Evaluating::numbers, into);
  }

  size_t run() const { return addMetrics(plan, validated, totals, into, from, to, until); }

 private:
  bool readTotals(const Arguments<AddMetricsCall>& in) const {
    using A = AddMetricsCall::Array;
    if (!in.needs(A::totals, total::count) || !in.needs(A::recent, kRecordWidth)) return false;
    const double place = totals.totals[total::place];
    return (totals.recentLength % kRecordWidth == 0 &&
            counts(place / kRecordWidth, totals.recentLength / kRecordWidth - 1)) ||
           in.refuse("Expected the place of a record");
  }
};

struct DrawingCurves {
  using Fields = ScoreCurvesCall;
  static constexpr const char* outOfMemory = "Out of memory for the scores of an evaluation";
  bool odds;
  Sums sums;
  Curves out;

  bool read(const Arguments<ScoreCurvesCall>& in) {
    using A = ScoreCurvesCall::Array;
    odds = in.flag(ScoreCurvesCall::Number::odds);
    out = {in.elements<double>(A::figures), in.elements<double>(A::points), in.elements<double>(A::deciles)};
    return readSums(in, false, sums) && in.needs(A::figures, curve::count) &&
           in.needs(A::points, kMostPoints * kPointWidth) && in.needs(A::deciles, kMostDeciles * kDecileWidth);
  }

  void run() const { scoreCurves(odds, sums, out); }
};

}  // namespace

napi_value addProgressNow(napi_env env, napi_callback_info info) { return now<AddingProgress>(env, info); }
napi_value scoreCurvesNow(napi_env env, napi_callback_info info) { return now<DrawingCurves>(env, info); }
napi_value addMetricsNow(napi_env env, napi_callback_info info) { return now<Evaluation>(env, info); }

}  // namespace ol::binding
