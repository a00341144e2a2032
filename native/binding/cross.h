// N-grams and interactions of the features of a chunk: at once, or a promise.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value crossNow(napi_env env, napi_callback_info info);
napi_value crossLater(napi_env env, napi_callback_info info);
// By the threads of a stream, the first argument.
napi_value crossStreamed(napi_env env, napi_callback_info info);

}  // namespace ol::binding
