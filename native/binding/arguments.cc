#include "arguments.h"

namespace ol::binding {
namespace {

// Whether an array of type `got` is one of type `expected`.
bool fits(ArrayType expected, napi_typedarray_type got) {
  switch (expected) {
    case ArrayType::u8:
      return got == napi_uint8_array;
    case ArrayType::u32:
      return got == napi_uint32_array;
    case ArrayType::f64:
      return got == napi_float64_array;
    default:
      return got == napi_float32_array || got == napi_float64_array;
  }
}

bool isAbsent(napi_env env, napi_value value) {
  napi_valuetype kind;
  return napi_typeof(env, value, &kind) == napi_ok && (kind == napi_undefined || kind == napi_null);
}

}  // namespace

bool throwError(napi_env env, const char* code, const std::string& message) {
  napi_throw_error(env, code, message.c_str());
  return false;
}

bool readArrays(napi_env env, const napi_value* arguments, const ArrayField* fields, size_t count, View* views) {
  for (size_t i = 0; i < count; i++) {
    View& view = views[i];
    napi_typedarray_type type;
    if (napi_get_typedarray_info(env, arguments[i], &type, &view.length, &view.data, nullptr, nullptr) != napi_ok) {
      view = View{};
      if (fields[i].optional && isAbsent(env, arguments[i])) continue;
      return throwError(env, "OL_BATCH", std::string("Expected a typed array for ") + fields[i].name);
    }
    if (!fits(fields[i].type, type))
      return throwError(env, "OL_BATCH",
                        std::string("The typed array for ") + fields[i].name + " is of the wrong type");
    view.given = true;
    view.wide = type == napi_float64_array;
  }
  return true;
}

bool checkNumbers(napi_env env, const double* numbers, const NumberField* fields, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const double value = numbers[i];
    if (fields[i].low == kAny) continue;
    if (!(value >= fields[i].low && value <= fields[i].high) ||
        value != static_cast<double>(static_cast<uint64_t>(value)))
      return throwError(env, "OL_BATCH",
                        std::string("A number is out of range: ") + fields[i].name + " is " + std::to_string(value));
  }
  return true;
}

bool readNumbers(napi_env env, napi_value argument, const NumberField* fields, size_t count, const double*& numbers) {
  constexpr ArrayField field{"numbers", ArrayType::f64, false};
  View view;
  if (!readArrays(env, &argument, &field, 1, &view)) return false;
  if (view.length < count) return checkLength(env, field.name, view.length, count);
  numbers = static_cast<const double*>(view.data);
  return checkNumbers(env, numbers, fields, count);
}

bool checkLength(napi_env env, const char* name, size_t length, size_t needed) {
  if (length >= needed) return true;
  return throwError(env, "OL_BATCH",
                    std::string("Expected at least ") + std::to_string(needed) + " elements for " + name +
                        " but received " + std::to_string(length) +
                        (length == 0 ? " (a detached buffer has none)" : ""));
}

bool checkOffsets(napi_env env, const uint32_t* offsets, size_t size) {
  for (size_t e = 0; e < size; e++)
    if (offsets[e] > offsets[e + 1]) return throwError(env, "OL_BATCH", "Expected ascending offsets of a batch");
  return true;
}

}  // namespace ol::binding
