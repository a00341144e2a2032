// Checks a block of a cache.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value checkBlockNow(napi_env env, napi_callback_info info);
napi_value checkBlockLater(napi_env env, napi_callback_info info);
napi_value checkBlockStreamed(napi_env env, napi_callback_info info);

}  // namespace ol::binding
