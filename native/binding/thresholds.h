// Thresholds of the scores of labels, and sets of classes.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value moveThresholdsNow(napi_env env, napi_callback_info info);
napi_value rankLabelsNow(napi_env env, napi_callback_info info);
napi_value sizeSetsNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
