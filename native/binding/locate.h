// The rows of a batch's features.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value locateNow(napi_env env, napi_callback_info info);
napi_value placeRowsNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
