// The one way in which the calls of the contract are made: arguments are read, and the call runs, at once or later
// (job.h). A call is a type with
//   Fields: its arguments, of calls.h
//   bool read(const Arguments<Fields>&): throws and returns false where an argument is not as it must be
//   run(): what JavaScript gets is the number that it returns, or undefined
//   outOfMemory: the message of OL_MEMORY
#pragma once

#include <node_api.h>

#include <new>
#include <type_traits>
#include <utility>

#include "arguments.h"

namespace ol::binding {

template <class Call>
inline constexpr size_t argumentsOf = Arguments<typename Call::Fields>::count;

template <class Call>
inline constexpr bool returnsNumber = !std::is_void_v<decltype(std::declval<Call&>().run())>;

template <class Call>
bool readCall(napi_env env, const napi_value* arguments, size_t count, Call& call) {
  Arguments<typename Call::Fields> in;
  return in.read(env, arguments, count) && call.read(in);
}

// The number that a call returns; 0 where it returns none.
template <class Call>
size_t runCall(Call& call) {
  if constexpr (returnsNumber<Call>) {
    return call.run();
  } else {
    call.run();
    return 0;
  }
}

// What JavaScript gets.
template <class Call>
napi_value valueOf(napi_env env, size_t number) {
  napi_value value = nullptr;
  if constexpr (returnsNumber<Call>) napi_create_uint32(env, static_cast<uint32_t>(number), &value);
  else napi_get_undefined(env, &value);
  return value;
}

// Makes a call at once.
template <class Call>
napi_value now(napi_env env, napi_callback_info info) {
  napi_value arguments[argumentsOf<Call>];
  size_t count = argumentsOf<Call>;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  Call call;
  if (!readCall(env, arguments, count, call)) return nullptr;
  try {
    return valueOf<Call>(env, runCall(call));
  } catch (const std::bad_alloc&) {
    throwError(env, "OL_MEMORY", Call::outOfMemory);
    return nullptr;
  }
}

}  // namespace ol::binding
