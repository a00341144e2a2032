#include "learn.h"

#include "../core/losses/index.h"
#include "../core/rules.h"
#include "calls.h"
#include "job.h"

namespace ol::binding {
namespace {

using A = LearnCall::Array;
using N = LearnCall::Number;
using M = LearnCall::Measures;

// The table of losses has as many entries in both languages.
static_assert(LearnCall::Number::fields[N::loss].high == Losses::count - 1);

struct Learning {
  using Fields = LearnCall;
  static constexpr const char* resource = "ol.learn";
  static constexpr const char* outOfMemory = "Out of memory for the longest example of the batch";
  static constexpr stream::Kind kind = stream::Kind::learn;
  Plan plan;
  Table table;
  Batch batch;
  Results results;

  bool read(const Arguments<LearnCall>& in);
  void run() const { learn(plan, table, batch, results); }
  const void* learned() const { return table.lane; }
};

struct Predicting : Learning {
  static constexpr stream::Kind kind = stream::Kind::predict;
  void run() const { predict(plan, table, batch, results); }
};

// The measure of lane 0 and the later ones, each up to the next.
bool readMeasures(const Arguments<LearnCall>& in, size_t lanes, std::vector<Measure>& measures) {
  measures.push_back({0, lanes, static_cast<int>(in.whole(N::loss)), in.number(N::lossParams),
                      static_cast<Clip>(in.whole(N::clip)), in.number(N::clipMin), in.number(N::clipMax)});
  const double* own = in.elements<const double>(A::measures);
  for (size_t i = 0; i + M::count <= in.length(A::measures); i += M::count, own += M::count) {
    if (!in.checkNumbers(own, M::fields, M::count)) return false;
    const size_t from = static_cast<size_t>(own[M::from]);
    if (from <= measures.back().from || from >= lanes) return in.refuse("Expected ascending lanes of the measures");
    measures.back().to = from;
    measures.push_back({from, lanes, static_cast<int>(own[M::loss]), own[M::lossParams],
                        static_cast<Clip>(static_cast<int>(own[M::clip])), own[M::clipMin], own[M::clipMax]});
  }
  return true;
}

bool readTable(const Arguments<LearnCall>& in, const RuleInfo& rule, Table& table) {
  table = {in.view(A::lane).data,
           in.elements<double>(A::shared),
           in.elements<double>(A::scalars),
           in.whole(N::rows),
           in.whole(N::lanes),
           in.whole(N::laneStride),
           in.whole(N::laneStep),
           in.whole(N::sharedStart),
           in.whole(N::sharedStride),
           in.length(A::scalars),
           in.flag(N::precision)};
  if ((table.rows & (table.rows - 1)) != 0) return in.refuse("Expected a power of two of rows of the table");
  const size_t states = static_cast<size_t>(rule.lane) + (rule.matrix ? table.rows - 1 : 0);
  if (table.laneStep < table.lanes || table.laneStride / table.laneStep < states)
    return in.refuse("Expected a stride of the table that has room for its lanes");
  if (table.lanes == 1 && table.laneStep != 1) return in.refuse("Expected step 1 for a table of one lane");
  if (rule.matrix && !table.wide) return in.refuse("Expected a float64 table for a rule with a matrix");
  if (in.view(A::lane).wide != table.wide)
    return in.refuse("Expected the typed array for lane to have the precision of the table");
  const size_t shared = static_cast<size_t>(rule.shared);
  return in.needs(A::lane, product(table.rows, table.laneStride)) &&
         (shared == 0 ||
          in.needs(A::shared, sum(sum(table.sharedStart, product(table.rows - 1, table.sharedStride)), shared))) &&
         in.needs(A::scalars, sum(static_cast<size_t>(kEngineScalars + rule.scalars),
                                  product(kEngineLaneScalars + static_cast<size_t>(rule.laneScalars), table.lanes)));
}

bool readBatch(const Arguments<LearnCall>& in, size_t lanes, Batch& batch) {
  const size_t size = in.whole(N::size);
  if (!in.checkOffsets(A::offsets, size) || !in.needs(A::labels, size) || !in.needsIfPresent(A::weights, size) ||
      !in.needsIfPresent(A::initial, size) || !in.needsIfPresent(A::laneWeights, product(size, lanes)) ||
      !in.needsIfPresent(A::labelUnits, size) || !in.needsIfPresent(A::derived, size) ||
      !in.needsIfPresent(A::ends, size))
    return false;
  batch = {size,
           in.elements<const uint32_t>(A::offsets),
           in.elements<const uint32_t>(A::indices),
           in.elements<const double>(A::values),
           in.elements<const double>(A::labels),
           in.elements<const double>(A::weights),
           in.elements<const double>(A::initial),
           in.elements<const double>(A::laneWeights),
           in.elements<const double>(A::labelUnits),
           nullptr,
           in.elements<const uint32_t>(A::derived),
           in.elements<const uint32_t>(A::ends),
           in.elements<const uint8_t>(A::groups)};
  for (size_t e = 0; batch.ends != nullptr && e < size; e++)
    if (batch.ends[e] < batch.offsets[e] || batch.ends[e] > batch.offsets[e + 1])
      return in.refuse("Expected ascending ends of the examples of a batch");
  for (size_t e = 0; batch.derived != nullptr && e < size; e++)
    if (batch.derived[e] < batch.offsets[e] || batch.derived[e] > batch.end(e))
      return in.refuse("Expected derived features within their example");
  const size_t features = size == 0 ? 0 : batch.offsets[size];
  return in.needs(A::indices, features) && in.needs(A::values, features) && in.needsIfPresent(A::groups, features);
}

bool readResults(const Arguments<LearnCall>& in, size_t size, size_t lanes, Results& results) {
  results = {in.elements<double>(A::predictions), in.elements<double>(A::losses), in.elements<uint8_t>(A::status)};
  return in.needs(A::predictions, product(size, lanes)) && in.needs(A::losses, product(size, lanes)) &&
         in.needs(A::status, size);
}

bool Learning::read(const Arguments<LearnCall>& in) {
  const RuleInfo* rule = ruleInfo(static_cast<int>(in.whole(N::rule)));
  if (rule == nullptr) return in.refuse("Expected a rule that the addon has: build it again");
  const size_t lanes = in.whole(N::lanes);
  plan.rule = rule->code;
  plan.invariant = in.flag(N::update);
  plan.reach = in.number(N::reach);
  plan.classes = in.elements<const double>(A::classes);
  plan.params = in.elements<const double>(A::params);
  if (!in.needsIfPresent(A::standardize, 2)) return false;
  if (const double* own = in.elements<const double>(A::standardize)) {
    plan.constant = own[0];
    plan.labels = own[1] == 1;
  }
  plan.errors = in.elements<double>(A::errors);
  plan.groupFactors = in.elements<const double>(A::groupFactors);
  return in.needsIfPresent(A::errors, product(2, lanes) + 1) && in.needsIfPresent(A::groupFactors, 256) &&
         in.needs(A::params, product(lanes, static_cast<size_t>(rule->params))) &&
         in.needsIfPresent(A::classes, lanes) && readTable(in, *rule, table) &&
         readMeasures(in, lanes, plan.measures) && readBatch(in, lanes, batch) &&
         readResults(in, batch.size, lanes, results);
}

}  // namespace

napi_value learnNow(napi_env env, napi_callback_info info) { return now<Learning, true>(env, info); }

napi_value predictNow(napi_env env, napi_callback_info info) { return now<Predicting, true>(env, info); }

napi_value cacheLearn(napi_env env, napi_callback_info info) { return cacheArguments<Learning>(env, info); }

napi_value learnLater(napi_env env, napi_callback_info info) { return later<Learning>(env, info); }

napi_value learnStreamed(napi_env env, napi_callback_info info) { return streamed<Learning>(env, info); }

napi_value predictStreamed(napi_env env, napi_callback_info info) { return streamed<Predicting>(env, info); }

}  // namespace ol::binding
