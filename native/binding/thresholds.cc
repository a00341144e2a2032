#include "thresholds.h"

#include "../core/intervals/move-thresholds.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

using A = MoveThresholdsCall::Array;
using N = MoveThresholdsCall::Number;

struct Moving {
  using Fields = MoveThresholdsCall;
  static constexpr const char* outOfMemory = "Out of memory for the thresholds of a batch";
  ThresholdPlan plan;
  ThresholdState state;
  ThresholdTurns turns;
  double* usual;

  bool read(const Arguments<MoveThresholdsCall>& in) {
    const size_t size = in.whole(N::size), levels = in.length(A::levels);
    plan = {in.elements<const double>(A::levels),
            levels,
            in.number(N::first),
            in.number(N::least),
            in.number(N::lowest),
            in.number(N::highest),
            in.whole(N::usual)};
    state = {in.elements<double>(A::scalars), in.elements<double>(A::thresholds)};
    turns = {size,
             in.number(N::number),
             in.elements<const double>(A::scores),
             in.elements<const double>(A::shares),
             in.elements<const double>(A::weights),
             in.elements<const double>(A::units)};
    usual = in.elements<double>(A::usual);
    if (plan.usual >= levels) return in.refuse("Expected one of the levels as the usual one");
    return in.needs(A::scalars, kThresholdScalars) && in.needs(A::thresholds, product(3, levels)) &&
           in.needs(A::scores, size) && in.needs(A::shares, size) && in.needs(A::weights, size) &&
           in.needs(A::units, size) && in.needs(A::usual, size);
  }

  void run() const { moveThresholds(plan, state, turns, usual); }
};

}  // namespace

napi_value moveThresholdsNow(napi_env env, napi_callback_info info) { return now<Moving>(env, info); }

}  // namespace ol::binding
