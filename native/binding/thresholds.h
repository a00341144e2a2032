// Thresholds of the scores of labels.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value moveThresholdsNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
