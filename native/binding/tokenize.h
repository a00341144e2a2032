#pragma once

#include <node_api.h>

namespace ol::binding {

// tokenize(numbers, bytes, labelTexts, labelEnds, labelValues, roles, columnHashes, offsets, indices, values, labels,
// weights, initial, lines, tags, bad, counts): at once, or a promise.
napi_value tokenizeNow(napi_env env, napi_callback_info info);
napi_value tokenizeLater(napi_env env, napi_callback_info info);

}  // namespace ol::binding
