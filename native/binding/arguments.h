// Reads the arguments of calls. Types, lengths and detachment are checked here, at every call; below, nothing can fail.
#pragma once

#include <node_api.h>

#include <cstdint>
#include <string>

#include "fields.h"

namespace ol::binding {

bool throwError(napi_env env, const char* code, const std::string& message);

// A typed array of JavaScript.
struct View {
  void* data = nullptr;
  size_t length = 0;
  // false: an optional one is absent
  bool given = false;
  // whether an array of type `real` is of float64
  bool wide = false;
};

inline bool powerOfTwo(size_t n) { return n > 0 && (n & (n - 1)) == 0; }

// Sums and products of sizes that JavaScript passes, which saturate instead of wrapping: no array is as long as
// SIZE_MAX.
inline size_t product(size_t a, size_t b) { return b != 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b; }
inline size_t sum(size_t a, size_t b) { return a > SIZE_MAX - b ? SIZE_MAX : a + b; }

// These throw a JavaScript error and return false where an argument is not as its field has it.
bool readArrays(napi_env env, const napi_value* arguments, const ArrayField* fields, size_t count, View* views);
bool checkNumbers(napi_env env, const double* numbers, const NumberField* fields, size_t count);
bool readNumbers(napi_env env, napi_value argument, const NumberField* fields, size_t count, const double*& numbers);
bool checkLength(napi_env env, const char* name, size_t length, size_t needed);
bool checkOffsets(napi_env env, const uint32_t* offsets, size_t size);

// Arguments that are cached from call to call (native/cached-arguments.js): of a call with few examples, reading them
// takes longer than the call. JavaScript keeps the arrays alive, and passes those that are others than in the call
// before, or whose length is another: a detached array has length 0.
template <class C>
struct CachedArguments {
  static constexpr char kKind = 0;
  const char* kind = &kKind;
  // the call's numbers, and then the places of the arrays that are passed
  const double* numbers = nullptr;
  View views[C::Array::count];
};

// The arguments of a call whose fields are C's (calls.h): its numbers first, then its arrays.
template <class C>
class Arguments {
 public:
  static constexpr size_t count = 1 + C::Array::count;

  bool read(napi_env env, const napi_value* arguments, size_t passed) {
    env_ = env;
    if (passed < count) return throwError(env, "OL_BATCH", "Expected more arguments");
    return readArrays(env, arguments + 1, C::Array::fields, C::Array::count, own_) &&
           readNumbers(env, arguments[0], C::Number::fields, C::Number::count, numbers_);
  }

  // Reads a call whose first argument has the others cached: the rest are the ones that have changed.
  bool read(napi_env env, CachedArguments<C>& cached, const napi_value* changed, size_t passed) {
    env_ = env;
    const double* places = cached.numbers + C::Number::count;
    for (size_t k = 0; k < passed; k++) {
      if (!(places[k] >= 0 && places[k] < static_cast<double>(C::Array::count)))
        return throwError(env, "OL_BATCH", "Expected the place of an argument");
      const size_t i = static_cast<size_t>(places[k]);
      if (!readArrays(env, changed + k, C::Array::fields + i, 1, cached.views + i)) return false;
    }
    views_ = cached.views;
    numbers_ = cached.numbers;
    return binding::checkNumbers(env, numbers_, C::Number::fields, C::Number::count);
  }

  double number(size_t i) const { return numbers_[i]; }
  size_t whole(size_t i) const { return static_cast<size_t>(numbers_[i]); }
  bool flag(size_t i) const { return numbers_[i] == 1; }

  const View& view(size_t i) const { return views_[i]; }
  bool absent(size_t i) const { return !views_[i].given; }
  size_t length(size_t i) const { return views_[i].length; }
  // The elements of array i; of one that is absent, null.
  template <class T>
  T* elements(size_t i) const {
    return static_cast<T*>(views_[i].data);
  }

  bool needs(size_t i, size_t length) const {
    return views_[i].length >= length || checkLength(env_, C::Array::fields[i].name, views_[i].length, length);
  }
  // The same of an array that may be absent.
  bool needsIfPresent(size_t i, size_t length) const { return absent(i) || needs(i, length); }
  bool checkNumbers(const double* numbers, const NumberField* fields, size_t count) const {
    return binding::checkNumbers(env_, numbers, fields, count);
  }
  bool refuse(const char* message) const { return throwError(env_, "OL_BATCH", message); }
  bool checkOffsets(size_t i, size_t size) const {
    return needs(i, sum(size, 1)) && binding::checkOffsets(env_, elements<const uint32_t>(i), size);
  }

 private:
  napi_env env_ = nullptr;
  View own_[C::Array::count];
  const View* views_ = own_;
  const double* numbers_ = nullptr;
};

}  // namespace ol::binding
