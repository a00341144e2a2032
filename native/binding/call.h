// The one way in which the calls of the contract are made: arguments are read, and the call runs, at once or later
// (job.h). A call is a type with
//   Fields: its arguments, of calls.h
//   bool read(const Arguments<Fields>&): throws and returns false where an argument is not as it must be
//   run(): what JavaScript gets is the number that it returns, or undefined
//   outOfMemory: the message of OL_MEMORY
#pragma once

#include <node_api.h>

#include <memory>
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

// Caches the arguments of a call, made by `cacheArguments`; null where the value is none.
template <class Call>
CachedArguments<typename Call::Fields>* cachedBy(napi_env env, napi_value value) {
  void* data = nullptr;
  if (napi_get_value_external(env, value, &data) != napi_ok) return nullptr;
  auto* cached = static_cast<CachedArguments<typename Call::Fields>*>(data);
  return cached->kind == &CachedArguments<typename Call::Fields>::kKind ? cached : nullptr;
}

template <class Call>
bool readCached(napi_env env, const napi_value* arguments, size_t count, Call& call) {
  auto* cached = count == 0 ? nullptr : cachedBy<Call>(env, arguments[0]);
  if (cached == nullptr) return readCall(env, arguments, count, call);
  Arguments<typename Call::Fields> in;
  return in.read(env, *cached, arguments + 1, count - 1) && call.read(in);
}

// Makes what caches the arguments of a call, from the array of its numbers and of the places of what changes.
template <class Call>
napi_value cacheArguments(napi_env env, napi_callback_info info) {
  using Own = CachedArguments<typename Call::Fields>;
  napi_value argument, handle;
  size_t count = 1;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  constexpr ArrayField field{"numbers", ArrayType::f64, false};
  constexpr size_t needed = Call::Fields::Number::count + Call::Fields::Array::count;
  View view;
  if (!readArrays(env, &argument, &field, 1, &view)) return nullptr;
  if (view.length < needed) return checkLength(env, field.name, view.length, needed), nullptr;
  auto cached = std::make_unique<Own>();
  cached->numbers = static_cast<const double*>(view.data);
  const auto drop = [](napi_env, void* data, void*) { delete static_cast<Own*>(data); };
  if (napi_create_external(env, cached.get(), drop, nullptr, &handle) != napi_ok) return nullptr;
  cached.release();
  return handle;
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

// The result that JavaScript gets.
template <class Call>
napi_value valueOf(napi_env env, size_t number) {
  napi_value value = nullptr;
  if constexpr (returnsNumber<Call>) napi_create_uint32(env, static_cast<uint32_t>(number), &value);
  else napi_get_undefined(env, &value);
  return value;
}

// Makes a call at once; `cached`: its first argument may have the others cached.
template <class Call, bool cached = false>
napi_value now(napi_env env, napi_callback_info info) {
  napi_value arguments[argumentsOf<Call>];
  size_t count = argumentsOf<Call>;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  // more were passed than there are
  if (count > argumentsOf<Call>) count = argumentsOf<Call>;
  Call call;
  if constexpr (cached) {
    if (!readCached(env, arguments, count, call)) return nullptr;
  } else if (!readCall(env, arguments, count, call)) {
    return nullptr;
  }
  try {
    return valueOf<Call>(env, runCall(call));
  } catch (const std::bad_alloc&) {
    throwError(env, "OL_MEMORY", Call::outOfMemory);
    return nullptr;
  }
}

}  // namespace ol::binding
