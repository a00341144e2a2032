// Derived features.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value expandNow(napi_env env, napi_callback_info info);
napi_value screenNow(napi_env env, napi_callback_info info);
napi_value expandStreamed(napi_env env, napi_callback_info info);
napi_value screenStreamed(napi_env env, napi_callback_info info);

}  // namespace ol::binding
