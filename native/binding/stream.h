// Streams: threads of their own, which tokenize and learn.
#pragma once

#include <node_api.h>

namespace ol::binding {

// A stream with at most as many threads.
napi_value openStream(napi_env env, napi_callback_info info);
// Ends its threads when all that was pushed is done.
napi_value closeStream(napi_env env, napi_callback_info info);

}  // namespace ol::binding
