#include "arguments.h"

#include "../core/losses/index.h"
#include "../core/rules.h"

namespace ol::binding {
namespace {

const char* const kNames[] = {"numbers",     "params",  "lossParams", "lane",    "shared",      "scalars",
                              "offsets",     "indices", "values",     "labels",  "weights",     "initial",
                              "predictions", "losses",  "status",     "classes", "laneWeights", "measures"};

// A whole number within [low, high], or a failure.
bool whole(napi_env env, double value, double low, double high, const char* name, size_t& out) {
  if (!(value >= low && value <= high) || value != static_cast<double>(static_cast<uint64_t>(value)))
    return throwError(env, "OL_BATCH", std::string("A number is out of range: ") + name);
  out = static_cast<size_t>(value);
  return true;
}

// The measure of lane 0 and the later ones, each up to the next.
bool readMeasures(napi_env env, const Measure& first, const View& later, size_t lanes, std::vector<Measure>& measures) {
  measures.push_back(first);
  const double* numbers = static_cast<const double*>(later.data);
  for (size_t i = 0; i + kMeasureNumberCount <= later.length; i += kMeasureNumberCount) {
    const double* own = numbers + i;
    size_t from, loss, clip;
    if (!whole(env, own[kMeasureFrom], static_cast<double>(measures.back().from + 1), static_cast<double>(lanes - 1),
               "from", from) ||
        !whole(env, own[kMeasureLoss], 0, Losses::count - 1, "loss", loss) ||
        !whole(env, own[kMeasureClip], 0, 2, "clip", clip))
      return false;
    measures.back().to = from;
    measures.push_back({from, lanes, static_cast<int>(loss), own[kMeasureParam], static_cast<Clip>(clip),
                        own[kMeasureClipMin], own[kMeasureClipMax]});
  }
  return true;
}

}  // namespace

bool readView(napi_env env, napi_value value, const char* name, napi_typedarray_type expected, bool optional,
              View& view) {
  napi_typedarray_type type;
  const napi_status got = napi_get_typedarray_info(env, value, &type, &view.length, &view.data, nullptr, nullptr);
  if (got != napi_ok) {
    if (optional) {
      napi_valuetype kind;
      if (napi_typeof(env, value, &kind) == napi_ok && (kind == napi_undefined || kind == napi_null)) {
        view = View{};
        return true;
      }
    }
    return throwError(env, "OL_BATCH", std::string("Expected a typed array for ") + name);
  }
  if (type != expected)
    return throwError(env, "OL_BATCH", std::string("The typed array for ") + name + " is of the wrong type");
  return true;
}

bool tooShort(napi_env env, const char* name, size_t length, size_t needed) {
  return throwError(env, "OL_BATCH",
                    std::string("Expected at least ") + std::to_string(needed) + " elements for " + name +
                        " but received " + std::to_string(length) +
                        (length == 0 ? " (a detached buffer has none)" : ""));
}

bool throwError(napi_env env, const char* code, const std::string& message) {
  napi_throw_error(env, code, message.c_str());
  return false;
}

bool readCall(napi_env env, const napi_value* arguments, size_t count, Call& call) {
  if (count < kArgumentCount) return throwError(env, "OL_BATCH", "Too few arguments");
  View views[kArgumentCount];
  for (size_t i = 0; i < kArgumentCount; i++) {
    const bool optional =
        i == kArgWeights || i == kArgInitial || i == kArgClasses || i == kArgLaneWeights || i == kArgMeasures;
    if (i == kArgLane) continue;
    const napi_typedarray_type type = i == kArgOffsets || i == kArgIndices ? napi_uint32_array
                                      : i == kArgStatus                    ? napi_uint8_array
                                                                           : napi_float64_array;
    if (!readView(env, arguments[i], kNames[i], type, optional, views[i])) return false;
  }
  if (views[kArgNumbers].length < kNumberCount)
    return tooShort(env, kNames[kArgNumbers], views[kArgNumbers].length, kNumberCount);
  const double* numbers = static_cast<const double*>(views[kArgNumbers].data);

  Plan& plan = call.plan;
  Table& table = call.table;
  Batch& batch = call.batch;
  // sizes and strides; products of two of them saturate
  constexpr double most = 1ull << 40;
  size_t rule, loss, clip, wide, invariant;
  if (!whole(env, numbers[kRule], 0, ruleCodes() - 1, "rule", rule) ||
      !whole(env, numbers[kLoss], 0, Losses::count - 1, "loss", loss) ||
      !whole(env, numbers[kInvariant], 0, 1, "update", invariant) || !whole(env, numbers[kClip], 0, 2, "clip", clip) ||
      !whole(env, numbers[kWide], 0, 1, "precision", wide) ||
      !whole(env, numbers[kRows], 1, most, "rows", table.rows) ||
      !whole(env, numbers[kLanes], 1, 1 << 16, "lanes", table.lanes) ||
      !whole(env, numbers[kLaneStride], 1, most, "laneStride", table.laneStride) ||
      !whole(env, numbers[kLaneStep], 1, most, "laneStep", table.laneStep) ||
      !whole(env, numbers[kSharedStart], 0, most, "sharedStart", table.sharedStart) ||
      !whole(env, numbers[kSharedStride], 0, most, "sharedStride", table.sharedStride) ||
      !whole(env, numbers[kSize], 0, most, "size", batch.size))
    return false;
  const RuleInfo* found = ruleInfo(static_cast<int>(rule));
  if (found == nullptr) return throwError(env, "OL_BATCH", "The addon has no such rule");
  const RuleInfo& info = *found;
  if ((table.rows & (table.rows - 1)) != 0)
    return throwError(env, "OL_BATCH", "The rows of a table are a power of two");
  const size_t states = static_cast<size_t>(info.lane) + (info.matrix ? table.rows - 1 : 0);
  if (table.laneStep < table.lanes || table.laneStride / table.laneStep < states)
    return throwError(env, "OL_BATCH", "The lanes do not fit the stride of the table");
  if (table.lanes == 1 && table.laneStep != 1) return throwError(env, "OL_BATCH", "One lane has step 1");
  table.wide = wide == 1;
  if (info.matrix && !table.wide) return throwError(env, "OL_BATCH", "The table of a rule with a matrix is float64");
  if (!readView(env, arguments[kArgLane], kNames[kArgLane], table.wide ? napi_float64_array : napi_float32_array, false,
                views[kArgLane]))
    return false;

  const size_t needs[kArgumentCount] = {
      kNumberCount,
      product(table.lanes, static_cast<size_t>(info.params)),
      0,
      product(table.rows, table.laneStride),
      info.shared == 0
          ? 0
          : sum(sum(table.sharedStart, product(table.rows - 1, table.sharedStride)), static_cast<size_t>(info.shared)),
      sum(static_cast<size_t>(kEngineScalars + info.scalars),
          product(kEngineLaneScalars + static_cast<size_t>(info.laneScalars), table.lanes)),
      sum(batch.size, 1),
      0,
      0,
      batch.size,
      views[kArgWeights].data == nullptr ? 0 : batch.size,
      views[kArgInitial].data == nullptr ? 0 : batch.size,
      product(batch.size, table.lanes),
      product(batch.size, table.lanes),
      batch.size,
      views[kArgClasses].data == nullptr ? 0 : table.lanes,
      views[kArgLaneWeights].data == nullptr ? 0 : product(batch.size, table.lanes),
      0,
  };
  for (size_t i = 0; i < kArgumentCount; i++)
    if (views[i].length < needs[i]) return tooShort(env, kNames[i], views[i].length, needs[i]);

  const uint32_t* offsets = static_cast<const uint32_t*>(views[kArgOffsets].data);
  for (size_t e = 0; e < batch.size; e++)
    if (offsets[e] > offsets[e + 1]) return throwError(env, "OL_BATCH", "The offsets of a batch ascend");
  const size_t features = batch.size == 0 ? 0 : offsets[batch.size];
  if (views[kArgIndices].length < features)
    return tooShort(env, kNames[kArgIndices], views[kArgIndices].length, features);
  if (views[kArgValues].length < features) return tooShort(env, kNames[kArgValues], views[kArgValues].length, features);

  plan.rule = static_cast<int>(rule);
  plan.invariant = invariant == 1;
  plan.classes = static_cast<const double*>(views[kArgClasses].data);
  plan.params = static_cast<const double*>(views[kArgParams].data);
  const double lossParam =
      views[kArgLossParams].length > 0 ? static_cast<const double*>(views[kArgLossParams].data)[0] : 0;
  const Measure first{
      0, table.lanes, static_cast<int>(loss), lossParam, static_cast<Clip>(clip), numbers[kClipMin], numbers[kClipMax]};
  if (!readMeasures(env, first, views[kArgMeasures], table.lanes, plan.measures)) return false;
  table.lane = views[kArgLane].data;
  table.shared = static_cast<double*>(views[kArgShared].data);
  table.scalars = static_cast<double*>(views[kArgScalars].data);
  table.scalarCount = views[kArgScalars].length;
  batch.offsets = offsets;
  batch.indices = static_cast<const uint32_t*>(views[kArgIndices].data);
  batch.values = static_cast<const double*>(views[kArgValues].data);
  batch.labels = static_cast<const double*>(views[kArgLabels].data);
  batch.weights = static_cast<const double*>(views[kArgWeights].data);
  batch.initial = static_cast<const double*>(views[kArgInitial].data);
  batch.laneWeights = static_cast<const double*>(views[kArgLaneWeights].data);
  call.results = {static_cast<double*>(views[kArgPredictions].data), static_cast<double*>(views[kArgLosses].data),
                  static_cast<uint8_t*>(views[kArgStatus].data)};
  return true;
}

}  // namespace ol::binding
