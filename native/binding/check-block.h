// Checks the numbers of a block of a cache.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value checkBlockNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
