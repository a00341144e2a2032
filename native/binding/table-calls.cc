#include "table-calls.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>

#include "../core/pages.h"
#include "../core/table/find-held.h"
#include "../core/table/first-outside.h"
#include "../core/table/gather.h"
#include "../core/table/hash-names.h"
#include "../core/table/scatter.h"
#include "arguments.h"

namespace ol::binding {
namespace {

// Moves the parts of a buffer that are in use to huge pages, on a thread of Node: copying them takes milliseconds.
class PagesInUse : public Napi::AsyncWorker {
 public:
  PagesInUse(Napi::Env env, Napi::ArrayBuffer buffer)
      : Napi::AsyncWorker(env, "ol.advise"),
        kept_(Napi::Persistent(buffer)),
        data_(buffer.Data()),
        bytes_(buffer.ByteLength()) {}

 protected:
  void Execute() override { useHugePages(data_, bytes_, false); }

 private:
  Napi::Reference<Napi::ArrayBuffer> kept_;
  void* data_;
  size_t bytes_;
};

// See `TableCalls.advise`.
Napi::Value adviseBuffer(const Napi::CallbackInfo& info) {
  size_t start = 0;
  if (info.Length() > 0 && info[0].IsArrayBuffer()) {
    Napi::ArrayBuffer buffer = info[0].As<Napi::ArrayBuffer>();
    const std::string part = info.Length() > 1 && info[1].IsString() ? info[1].As<Napi::String>().Utf8Value() : "";
    start = bytesToLine(buffer.Data());
    if (part == "whole") useHugePages(buffer.Data(), buffer.ByteLength(), true);
    if (part == "used" && buffer.ByteLength() >= kHugePage) (new PagesInUse(info.Env(), buffer))->Queue();
  }
  return Napi::Number::New(info.Env(), static_cast<double>(start));
}

// See `TableCalls.findHeld`.
Napi::Value findHeldRows(const Napi::CallbackInfo& info) {
  if (info.Length() < 4 || !info[0].IsArrayBuffer() || !info[1].IsNumber() || !info[2].IsNumber() ||
      !info[3].IsTypedArray() || info[3].As<Napi::TypedArray>().TypedArrayType() != napi_uint8_array) {
    throwError(info.Env(), "OL_BATCH", "Expected a buffer, two numbers and a Uint8Array");
    return info.Env().Undefined();
  }
  Napi::ArrayBuffer buffer = info[0].As<Napi::ArrayBuffer>();
  Napi::Uint8Array flags = info[3].As<Napi::Uint8Array>();
  const double start = info[1].As<Napi::Number>().DoubleValue();
  const double stride = info[2].As<Napi::Number>().DoubleValue();
  const double bytes = stride * static_cast<double>(flags.ElementLength());
  if (!(start >= 0) || !(stride > 0) || !(start + bytes <= static_cast<double>(buffer.ByteLength()))) {
    throwError(info.Env(), "OL_BATCH", "Expected rows within the buffer");
    return info.Env().Undefined();
  }
  findHeld(static_cast<const uint8_t*>(buffer.Data()) + static_cast<size_t>(start), static_cast<size_t>(stride),
           flags.ElementLength(), flags.Data());
  return info.Env().Undefined();
}

// A typed array of numbers of 4 or 8 bytes; bytes of a number 0: it is none.
struct Numbers {
  const uint8_t* data = nullptr;
  size_t count = 0;
  size_t width = 0;
};

Numbers numbersOf(const Napi::Value& value) {
  if (!value.IsTypedArray()) return {};
  const Napi::TypedArray array = value.As<Napi::TypedArray>();
  const napi_typedarray_type type = array.TypedArrayType();
  if (type != napi_float32_array && type != napi_float64_array) return {};
  const auto* data = static_cast<const uint8_t*>(array.ArrayBuffer().Data()) + array.ByteOffset();
  return {data, array.ElementLength(), array.ElementSize()};
}

// Rows of a table, and an array with these rows one after another.
struct Rows {
  uint8_t* table = nullptr;
  size_t stride = 0;
  size_t rowBytes = 0;
  const uint32_t* rows = nullptr;
  size_t count = 0;
  uint8_t* dense = nullptr;
};

// Checks the arguments of a call that copies rows: `first` is the start, the stride, the lanes and the rows. None: it
// has thrown.
std::optional<Rows> rowsOf(const Napi::CallbackInfo& info, const Napi::Value& table, const Napi::Value& dense,
                           size_t first) {
  const bool typed = info.Length() >= 6 && info[first].IsNumber() && info[first + 1].IsNumber() &&
                     info[first + 2].IsNumber() && info[first + 3].IsTypedArray() &&
                     info[first + 3].As<Napi::TypedArray>().TypedArrayType() == napi_uint32_array;
  const Numbers own = typed ? numbersOf(table) : Numbers{};
  const Numbers others = typed ? numbersOf(dense) : Numbers{};
  if (own.width == 0 || own.width != others.width) {
    throwError(info.Env(), "OL_BATCH", "Expected two arrays of one kind of numbers, three numbers and a Uint32Array");
    return std::nullopt;
  }
  const double start = info[first].As<Napi::Number>().DoubleValue();
  const double stride = info[first + 1].As<Napi::Number>().DoubleValue();
  const double lanes = info[first + 2].As<Napi::Number>().DoubleValue();
  const Napi::Uint32Array rows = info[first + 3].As<Napi::Uint32Array>();
  uint32_t last = 0;
  for (size_t i = 0; i < rows.ElementLength(); i++) last = std::max(last, rows[i]);
  if (!(start >= 0) || !(stride >= 0) || !(lanes >= 1) || !(start + last * stride + lanes <= own.count) ||
      !(lanes * rows.ElementLength() == others.count)) {
    throwError(info.Env(), "OL_BATCH", "Expected rows within the array, and room for them");
    return std::nullopt;
  }
  return Rows{const_cast<uint8_t*>(own.data) + static_cast<size_t>(start) * own.width,
              static_cast<size_t>(stride) * own.width,
              static_cast<size_t>(lanes) * own.width,
              rows.Data(),
              rows.ElementLength(),
              const_cast<uint8_t*>(others.data)};
}

// See `TableCalls.gather`.
Napi::Value gatherRows(const Napi::CallbackInfo& info) {
  const auto found = rowsOf(info, info[0], info[5], 1);
  if (found) gather(found->table, found->stride, found->rowBytes, found->rows, found->count, found->dense);
  return info.Env().Undefined();
}

// See `TableCalls.scatter`.
Napi::Value scatterRows(const Napi::CallbackInfo& info) {
  const auto found = rowsOf(info, info[1], info[0], 2);
  if (found) scatter(found->dense, found->rowBytes, found->rows, found->count, found->table, found->stride);
  return info.Env().Undefined();
}

// See `TableCalls.firstOutside`. A range is its ends, the number that belongs to it too (NaN: none), and two flags.
Napi::Value firstOutsideOf(const Napi::CallbackInfo& info) {
  const bool typed = info.Length() >= 6 && info[1].IsNumber() && info[2].IsNumber() && info[3].IsNumber() &&
                     info[4].IsBoolean() && info[5].IsBoolean();
  const Numbers numbers = typed ? numbersOf(info[0]) : Numbers{};
  if (numbers.width == 0) {
    throwError(info.Env(), "OL_BATCH", "Expected an array of numbers and a range");
    return info.Env().Undefined();
  }
  const auto number = [&](size_t i) { return info[i].As<Napi::Number>().DoubleValue(); };
  const StateRange range = {number(1), number(2), number(3), info[4].As<Napi::Boolean>(), info[5].As<Napi::Boolean>()};
  const size_t found = numbers.width == 4
                           ? firstOutside(reinterpret_cast<const float*>(numbers.data), numbers.count, range)
                           : firstOutside(reinterpret_cast<const double*>(numbers.data), numbers.count, range);
  return Napi::Number::New(info.Env(), found == numbers.count ? -1 : static_cast<double>(found));
}

// Whether the arguments are arrays of these types, the first of them bytes, the second where names in them end, and
// each other has room for as many numbers as there are names. Throws OL_BATCH otherwise.
bool areNames(const Napi::CallbackInfo& info, std::initializer_list<napi_typedarray_type> types) {
  size_t i = 0;
  bool right = info.Length() >= types.size();
  for (const napi_typedarray_type type : types) {
    right = right && info[i].IsTypedArray() && info[i].As<Napi::TypedArray>().TypedArrayType() == type;
    i++;
  }
  if (right) {
    const size_t bytes = info[0].As<Napi::Uint8Array>().ElementLength();
    const Napi::Uint32Array ends = info[1].As<Napi::Uint32Array>();
    const uint32_t* own = ends.Data();
    const size_t count = ends.ElementLength();
    right = std::is_sorted(own, own + count) && (count == 0 || own[count - 1] <= bytes);
    for (size_t k = 2; k < types.size(); k++) right = right && info[k].As<Napi::TypedArray>().ElementLength() >= count;
  }
  if (!right) throwError(info.Env(), "OL_BATCH", "Expected bytes, ends of names within them, and room for each name");
  return right;
}

// See `TableCalls.hashNames`.
Napi::Value hashNamesOf(const Napi::CallbackInfo& info) {
  if (areNames(info, {napi_uint8_array, napi_uint32_array, napi_uint32_array})) {
    const Napi::Uint32Array ends = info[1].As<Napi::Uint32Array>();
    hashNames(info[0].As<Napi::Uint8Array>().Data(), ends.Data(), ends.ElementLength(),
              info[2].As<Napi::Uint32Array>().Data());
  }
  return info.Env().Undefined();
}

// See `TableCalls.hashColumns`.
Napi::Value hashColumnsOf(const Napi::CallbackInfo& info) {
  if (areNames(info, {napi_uint8_array, napi_uint32_array, napi_uint8_array, napi_uint32_array, napi_uint8_array})) {
    const Napi::Uint32Array ends = info[1].As<Napi::Uint32Array>();
    hashColumns(info[0].As<Napi::Uint8Array>().Data(), ends.Data(), ends.ElementLength(),
                info[2].As<Napi::Uint8Array>().Data(), info[3].As<Napi::Uint32Array>().Data(),
                info[4].As<Napi::Uint8Array>().Data());
  }
  return info.Env().Undefined();
}

}  // namespace

void setTableCalls(Napi::Env env, Napi::Object exports) {
  exports.Set("advise", Napi::Function::New(env, adviseBuffer, "advise"));
  exports.Set("findHeld", Napi::Function::New(env, findHeldRows, "findHeld"));
  exports.Set("gather", Napi::Function::New(env, gatherRows, "gather"));
  exports.Set("scatter", Napi::Function::New(env, scatterRows, "scatter"));
  exports.Set("firstOutside", Napi::Function::New(env, firstOutsideOf, "firstOutside"));
  exports.Set("hashNames", Napi::Function::New(env, hashNamesOf, "hashNames"));
  exports.Set("hashColumns", Napi::Function::New(env, hashColumnsOf, "hashColumns"));
}

}  // namespace ol::binding
