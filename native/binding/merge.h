// Merges rows of models that learned separately.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value mergeNow(napi_env env, napi_callback_info info);
napi_value splitNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
