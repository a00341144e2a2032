#include "validation.h"

#include <cmath>

#include "../core/validation/validation.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

using namespace validation;

// What a call validates: its arrays have an element for each example below `to`.
template <class C>
bool readValidated(const Arguments<C>& in, size_t to, Validated& validated) {
  using A = typename C::Array;
  validated = {in.template elements<const double>(A::labels), in.template elements<const double>(A::weights),
               in.template elements<const double>(A::predictions), in.template elements<const double>(A::losses)};
  return in.needs(A::labels, to) && in.needsIfThere(A::weights, to) && in.needs(A::predictions, to) &&
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

// Whether a number counts something of which there are at most so many.
bool counts(double number, size_t most) {
  return number >= 0 && number <= static_cast<double>(most) && number == std::floor(number);
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
    into = {in.elements<double>(A::sums), in.elements<double>(A::kept), in.length(A::kept),
            in.elements<double>(A::bins), in.length(A::bins),           in.elements<const uint32_t>(A::blocks)};
    return readValidated(in, to, validated) && readTotals(in) && readSums(in);
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

  bool readSums(const Arguments<AddMetricsCall>& in) const {
    using A = AddMetricsCall::Array;
    if (plan.evaluating == Evaluating::numbers) return in.needs(A::sums, numbers::count);
    return in.needs(A::sums, classes::count) && in.needs(A::blocks, into.binsLength == 0 ? 0 : 2 * kOctaves) &&
           (into.keptLength % 2 == 0 || in.refuse("Expected scores with their weights")) &&
           (into.binsLength > 0 || counts(into.sums[classes::kept], into.keptLength / 2) ||
            in.refuse("Expected the number of scores that are kept"));
  }
};

}  // namespace

napi_value addProgressNow(napi_env env, napi_callback_info info) { return now<AddingProgress>(env, info); }
napi_value addMetricsNow(napi_env env, napi_callback_info info) { return now<Evaluation>(env, info); }

}  // namespace ol::binding
