// The features of a batch that have not appeared before.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value unseenNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
