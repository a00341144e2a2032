// Turning a chunk of text into examples: at once, or a promise.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value tokenizeNow(napi_env env, napi_callback_info info);
// Makes a cache of its arguments.
napi_value cacheTokenize(napi_env env, napi_callback_info info);
napi_value tokenizeLater(napi_env env, napi_callback_info info);
// By the threads of a stream, the first argument.
napi_value tokenizeStreamed(napi_env env, napi_callback_info info);

}  // namespace ol::binding
