// Mixtures over lanes: of probabilities, and of numbers.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value mixNow(napi_env env, napi_callback_info info);
// Caches its arguments.
napi_value cacheMix(napi_env env, napi_callback_info info);
napi_value mixErrorsNow(napi_env env, napi_callback_info info);
napi_value cacheMixErrors(napi_env env, napi_callback_info info);
napi_value finalizeNow(napi_env env, napi_callback_info info);
napi_value settleClassesNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
