// Learning from a batch, and predicting one.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value learnNow(napi_env env, napi_callback_info info);
napi_value learnLater(napi_env env, napi_callback_info info);
// By the threads of a stream, the first argument.
napi_value learnStreamed(napi_env env, napi_callback_info info);
napi_value predictNow(napi_env env, napi_callback_info info);
// By the threads of a stream, the first argument.
napi_value predictStreamed(napi_env env, napi_callback_info info);
// Caches the arguments of both.
napi_value cacheLearn(napi_env env, napi_callback_info info);

}  // namespace ol::binding
