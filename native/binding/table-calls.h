// The calls on the memory of tables, and on the names that a model keeps: see packages/spec/src/table-calls.ts.
#pragma once

#include <napi.h>

namespace ol::binding {

void setTableCalls(Napi::Env env, Napi::Object exports);

}  // namespace ol::binding
