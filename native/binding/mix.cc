#include "mix.h"

#include "../core/mixture/finalize.h"
#include "../core/mixture/mix-errors.h"
#include "../core/mixture/mix.h"
#include "../core/mixture/settle-classes.h"
#include "call.h"
#include "calls.h"

namespace ol::binding {
namespace {

using A = MixCall::Array;
using N = MixCall::Number;

bool readPlan(const Arguments<MixCall>& in, MixingPlan& plan) {
  plan = {in.whole(N::lanes),
          in.whole(N::classes),
          in.flag(N::binary),
          static_cast<MixtureOutput>(in.whole(N::output)),
          in.elements<const uint8_t>(A::exclusive),
          in.elements<const double>(A::prior)};
  return in.needs(A::exclusive, plan.lanes) && in.needsIfPresent(A::prior, plan.lanes) &&
         (!plan.binary || plan.classes == 2 || in.refuse("Expected two classes of one score"));
}

bool readState(const Arguments<MixCall>& in, const MixingPlan& plan, MixingState& state) {
  state = {in.elements<double>(A::losses),        in.elements<double>(A::sums),  in.elements<double>(A::calibration),
           in.elements<const double>(A::skipped), in.elements<double>(A::trial), in.elements<double>(A::late)};
  return in.needs(A::losses, product(kMixingLaneStates, plan.lanes)) &&
         in.needs(A::sums, sum(kMixedDistributions + 1, plan.classes)) && in.needs(A::calibration, kCalibrationSize) &&
         in.needsIfPresent(A::late, plan.lanes) &&
         (in.absent(A::skipped) || (in.needs(A::skipped, plan.lanes) && in.needs(A::trial, 2)));
}

bool readTurns(const Arguments<MixCall>& in, const MixingPlan& plan, MixingTurns& turns) {
  turns = {in.whole(N::size), in.elements<const double>(A::scores), in.elements<const double>(A::labels),
           in.elements<const double>(A::weights), in.elements<const uint8_t>(A::moves)};
  const size_t width = plan.binary ? plan.lanes : product(plan.lanes, plan.classes);
  if (!in.needs(A::scores, product(turns.size, width)) || !in.needs(A::labels, turns.size) ||
      !in.needsIfPresent(A::weights, turns.size) || !in.needs(A::moves, turns.size) ||
      !in.needs(A::out, product(turns.size, plan.classes)))
    return false;
  const double classes = static_cast<double>(plan.classes);
  for (size_t e = 0; e < turns.size && !plan.binary; e++)
    if (turns.moves[e] == 1 && !(turns.labels[e] >= 0 && turns.labels[e] < classes))
      return in.refuse("Expected the number of a class as the label");
  return true;
}

struct Mixing {
  using Fields = MixCall;
  static constexpr const char* outOfMemory = "Out of memory for the lanes of a mixture";
  MixingPlan plan;
  MixingState state;
  MixingTurns turns;
  double* out;

  bool read(const Arguments<MixCall>& in) {
    out = in.elements<double>(A::out);
    return readPlan(in, plan) && readState(in, plan, state) && readTurns(in, plan, turns);
  }

  void run() const { mix(plan, state, turns, out); }
};

struct MixingErrors {
  using Fields = MixErrorsCall;
  static constexpr const char* outOfMemory = "Out of memory for the lanes of a mixture";
  ErrorMixingPlan plan;
  ErrorMixingState state;
  MixingTurns turns;
  double* out;

  bool read(const Arguments<MixErrorsCall>& in) {
    using A = MixErrorsCall::Array;
    using N = MixErrorsCall::Number;
    plan = {in.whole(N::lanes), in.number(N::kept), in.elements<const double>(A::prior)};
    state = {in.elements<double>(A::errors), in.elements<double>(A::sums), in.elements<double>(A::laneWeights),
             in.elements<const double>(A::skipped), in.elements<double>(A::trial)};
    turns = {in.whole(N::size), in.elements<const double>(A::scores), in.elements<const double>(A::labels),
             in.elements<const double>(A::weights), in.elements<const uint8_t>(A::moves)};
    out = in.elements<double>(A::out);
    return ((plan.kept > 0 && plan.kept <= 1) || in.refuse("Expected a part of the errors in (0, 1] to be kept")) &&
           in.needsIfPresent(A::prior, plan.lanes) && in.needs(A::errors, plan.lanes) && in.needs(A::sums, 2) &&
           in.needs(A::laneWeights, plan.lanes) &&
           (in.absent(A::skipped) || (in.needs(A::skipped, plan.lanes) && in.needs(A::trial, 2))) &&
           in.needs(A::scores, product(turns.size, plan.lanes)) && in.needs(A::labels, turns.size) &&
           in.needsIfPresent(A::weights, turns.size) && in.needs(A::moves, turns.size) && in.needs(A::out, turns.size);
  }

  void run() const { mixErrors(plan, state, turns, out); }
};

struct Finalizing {
  using Fields = FinalizeCall;
  static constexpr const char* outOfMemory = "Out of memory for the outcome of a mixture";
  int loss;
  double param;
  MixedExamples mixed;
  size_t size;
  double *predictions, *losses;

  bool read(const Arguments<FinalizeCall>& in) {
    using A = FinalizeCall::Array;
    using N = FinalizeCall::Number;
    loss = static_cast<int>(in.whole(N::loss));
    param = in.number(N::lossParams);
    size = in.whole(N::size);
    const size_t from = in.whole(N::from);
    mixed = {in.elements<const double>(A::out), in.length(A::out) == size, in.elements<const double>(A::labels)};
    if (!in.needs(A::out, mixed.numbers ? size : product(2, size)) || !in.needs(A::labels, size) ||
        !in.needs(A::predictions, sum(from, size)) || !in.needs(A::losses, sum(from, size)))
      return false;
    predictions = in.elements<double>(A::predictions) + from;
    losses = in.elements<double>(A::losses) + from;
    return true;
  }

  void run() const { finalize(loss, param, mixed, size, predictions, losses); }
};

struct SettlingClasses {
  using Fields = SettleClassesCall;
  static constexpr const char* outOfMemory = "Out of memory for the probabilities of classes";
  SettlingPlan plan;
  ScoredClasses scored;
  ClassOutcome outcome;

  bool read(const Arguments<SettleClassesCall>& in) {
    using A = SettleClassesCall::Array;
    using N = SettleClassesCall::Number;
    plan = {in.whole(N::classes), in.flag(N::independent)};
    scored = {in.whole(N::size), in.whole(N::known), in.elements<const double>(A::labels),
              in.elements<const double>(A::probabilities)};
    const size_t K = plan.classes, from = in.whole(N::from), end = sum(from, scored.size);
    if (!in.needs(A::labels, scored.size) || !in.needsIfPresent(A::probabilities, product(scored.size, K)) ||
        !in.needs(A::scores, product(end, K)) || !in.needs(A::predictions, end) || !in.needs(A::logLosses, end) ||
        (scored.known > K && !in.refuse("Expected no more known classes than classes")))
      return false;
    outcome = {in.elements<double>(A::scores) + from * K, in.elements<double>(A::predictions) + from,
               in.elements<double>(A::logLosses) + from};
    return true;
  }

  void run() const { settleClasses(plan, scored, outcome); }
};

}  // namespace

napi_value mixErrorsNow(napi_env env, napi_callback_info info) { return now<MixingErrors, true>(env, info); }
napi_value cacheMixErrors(napi_env env, napi_callback_info info) { return cacheArguments<MixingErrors>(env, info); }
napi_value finalizeNow(napi_env env, napi_callback_info info) { return now<Finalizing>(env, info); }
napi_value settleClassesNow(napi_env env, napi_callback_info info) { return now<SettlingClasses>(env, info); }
napi_value mixNow(napi_env env, napi_callback_info info) { return now<Mixing, true>(env, info); }
napi_value cacheMix(napi_env env, napi_callback_info info) { return cacheArguments<Mixing>(env, info); }

}  // namespace ol::binding
