#include "thresholds.h"

#include "../core/intervals/class-sets.h"
#include "../core/intervals/move-thresholds.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

struct Moving {
  using Fields = MoveThresholdsCall;
  static constexpr const char* outOfMemory = "Out of memory for the thresholds of a batch";
  ThresholdPlan plan;
  ThresholdState state;
  ThresholdTurns turns;
  double* usual;

  bool read(const Arguments<MoveThresholdsCall>& in) {
    using A = MoveThresholdsCall::Array;
    using N = MoveThresholdsCall::Number;
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

struct RankingLabels {
  using Fields = RankLabelsCall;
  static constexpr const char* outOfMemory = "Out of memory for the probabilities of classes";
  SetPlan plan;
  RankedLabels ranked;
  LabelRanks ranks;

  bool read(const Arguments<RankLabelsCall>& in) {
    using A = RankLabelsCall::Array;
    using N = RankLabelsCall::Number;
    const size_t size = in.whole(N::size);
    plan = {in.whole(N::classes), in.flag(N::binary), in.flag(N::independent)};
    ranked = {size, in.elements<const double>(A::scores), in.elements<const double>(A::labels)};
    ranks = {in.elements<double>(A::probabilities), in.elements<double>(A::above)};
    if (plan.binary && plan.classes != 2) return in.refuse("Expected two classes of one score");
    const size_t all = product(size, plan.classes);
    return in.needs(A::scores, plan.binary ? size : all) && in.needs(A::labels, size) &&
           in.needs(A::probabilities, all) && in.needs(A::above, size);
  }

  void run() const { rankLabels(plan, ranked, ranks); }
};

struct SizingSets {
  using Fields = SizeSetsCall;
  static constexpr const char* outOfMemory = "Out of memory for the probabilities of classes";
  SizedSets sized;
  double* sizes;

  bool read(const Arguments<SizeSetsCall>& in) {
    using A = SizeSetsCall::Array;
    using N = SizeSetsCall::Number;
    sized = {in.whole(N::size), in.whole(N::classes), in.elements<const double>(A::probabilities),
             in.elements<const double>(A::thresholds)};
    sizes = in.elements<double>(A::sizes);
    return in.needs(A::probabilities, product(sized.size, sized.classes)) && in.needs(A::thresholds, sized.size) &&
           in.needs(A::sizes, sized.size);
  }

  void run() const { sizeSets(sized, sizes); }
};

}  // namespace

napi_value rankLabelsNow(napi_env env, napi_callback_info info) { return now<RankingLabels>(env, info); }
napi_value sizeSetsNow(napi_env env, napi_callback_info info) { return now<SizingSets>(env, info); }
napi_value moveThresholdsNow(napi_env env, napi_callback_info info) { return now<Moving>(env, info); }

}  // namespace ol::binding
