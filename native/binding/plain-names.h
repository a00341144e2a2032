// Names of features between the blanks of their lines.
#pragma once

#include <node_api.h>

namespace ol::binding {

napi_value plainNamesNow(napi_env env, napi_callback_info info);

}  // namespace ol::binding
