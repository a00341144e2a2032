// Curves along which scores are bent.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value bendClassesNow(napi_env env, napi_callback_info info);
napi_value bendNumbersNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
