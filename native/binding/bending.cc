#include "bending.h"

#include <cmath>

#include "../core/refine/bend-classes.h"
#include "../core/refine/bend-numbers.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

// A number of examples that a double has exactly, with room for a batch more.
constexpr double kMostExamples = 4503599627370496;  // 2^52

bool isCount(double x, double most) { return x >= 0 && x <= most && x == std::floor(x); }

template <class Call>
struct Bending {
  using Fields = Call;
  using A = typename Call::Array;
  using N = typename Call::Number;
  static constexpr const char* outOfMemory = "Out of memory for the curves of a batch";
  BendingPlan plan;
  CurveState state;
  BendingTurns turns;
  size_t from;
  double* out;

  bool read(const Arguments<Call>& in) {
    plan = {in.flag(N::binary), in.whole(N::columns), in.whole(N::most)};
    const size_t size = in.whole(N::size), scores = product(size, plan.columns);
    from = in.whole(N::from);
    if (from > size) return in.refuse("Expected an example of the batch to start from");
    state = {in.template elements<double>(A::scalars), in.template elements<double>(A::scores),
             in.template elements<double>(A::points)};
    turns = {size, in.template elements<const double>(A::given), in.template elements<const double>(A::labels),
             in.template elements<const double>(A::weights), in.template elements<const uint8_t>(A::moves)};
    out = in.template elements<double>(A::out);
    if (!in.needs(A::scalars, kCurveFixed + kCurveEach * plan.columns) ||
        !in.needs(A::scores, product(kCurveWindow, plan.columns)) ||
        !in.needs(A::points, product(3, product(plan.most, plan.columns))) || !in.needs(A::given, scores) ||
        !in.needs(A::labels, size) || !in.needsIfPresent(A::weights, size) || !in.needs(A::moves, size) ||
        !in.needs(A::out, scores))
      return false;
    if (plan.binary && plan.columns != 1) return in.refuse("Expected one column for two classes");
    if (!isCount(state.scalars[0], kMostExamples)) return in.refuse("Expected a number of examples");
    for (size_t k = 0; k < plan.columns; k++)
      if (!isCount(state.scalars[kCurveFixed + kCurveEach * k + 1], static_cast<double>(plan.most)))
        return in.refuse("Expected at most as many cut points as fit");
    return true;
  }
};

struct BendingClasses : Bending<BendClassesCall> {
  size_t run() const { return bendClasses(plan, state, turns, from, out); }
};

struct BendingNumbers : Bending<BendNumbersCall> {
  double* numbers;

  bool read(const Arguments<BendNumbersCall>& in) {
    numbers = in.elements<double>(A::numbers);
    if (!Bending::read(in) || !in.needs(A::numbers, 4)) return false;
    return plan.columns == 1 || in.refuse("Expected one column of numbers");
  }

  size_t run() const { return bendNumbers(plan, state, numbers, turns, from, out); }
};

}  // namespace

napi_value bendClassesNow(napi_env env, napi_callback_info info) { return now<BendingClasses>(env, info); }
napi_value bendNumbersNow(napi_env env, napi_callback_info info) { return now<BendingNumbers>(env, info); }

}  // namespace ol::binding
