// Progressive validation.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value addProgressNow(napi_env env, napi_callback_info info);
napi_value addMetricsNow(napi_env env, napi_callback_info info);
napi_value scoreCurvesNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
