#include "merge.h"

#include "../core/merge/merge.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

using A = MergeCall::Array;
using N = MergeCall::Number;

// Parameters of the rule that its merge reads, for each lane.
size_t paramsOf(const MergePlan& plan) {
  if (plan.dual == MergeDual::rda) return 6;
  if (plan.dual == MergeDual::ftrl) return 4;
  return plan.unit == MergeUnit::standardized ? 2 : 0;
}

// On failure throws and returns false. A merge is of several models, a split of one, and shares have no units of their
// own.
bool readPlan(const Arguments<MergeCall>& in, bool merging, MergePlan& plan) {
  plan = {static_cast<MergeUnit>(in.whole(N::unit)),
          static_cast<MergeEvidence>(in.whole(N::evidence)),
          in.number(N::power),
          static_cast<MergeDual>(in.whole(N::dual)),
          in.flag(N::averages),
          in.whole(N::models),
          in.whole(N::lanes),
          in.whole(N::laneStates),
          in.whole(N::sharedStates),
          in.number(N::limit),
          in.elements<const double>(A::weights),
          in.elements<const double>(A::rounds),
          in.elements<const double>(A::units),
          in.elements<const double>(A::params)};
  const size_t own = plan.averages ? 1 : 0;
  if (plan.laneStates < own + (plan.evidence == MergeEvidence::none ? 1 : 2))
    return in.refuse("Expected a row that has room for its evidence");
  if (plan.sharedStates < own + sharedOfUnit(plan.unit)) return in.refuse("Expected a row that has room for its unit");
  const size_t models = merging ? plan.models : 1;
  return in.needs(A::weights, models + 1) && in.needs(A::rounds, models + 1) && in.needs(A::units, models) &&
         in.needs(A::params, product(paramsOf(plan), plan.lanes));
}

// Reads rows, which are given for each model.
bool readRows(const Arguments<MergeCall>& in, const MergePlan& plan, size_t models, MergeRows& rows) {
  rows = {in.whole(N::size), in.elements<const double>(A::states), in.elements<double>(A::merged)};
  const size_t numbers = product(rows.size, plan.width());
  return in.needs(A::states, product(models, numbers)) && in.needs(A::merged, numbers);
}

template <bool merging>
struct Merging {
  using Fields = MergeCall;
  static constexpr const char* outOfMemory = "Out of memory for the models of a row";
  MergePlan plan;
  MergeRows rows;

  bool read(const Arguments<MergeCall>& in) {
    return readPlan(in, merging, plan) && readRows(in, plan, merging ? plan.models : 1, rows);
  }

  void run() const { merging ? merge(plan, rows) : split(plan, rows); }
};

}  // namespace

napi_value mergeNow(napi_env env, napi_callback_info info) { return now<Merging<true>>(env, info); }

napi_value splitNow(napi_env env, napi_callback_info info) { return now<Merging<false>>(env, info); }

}  // namespace ol::binding
