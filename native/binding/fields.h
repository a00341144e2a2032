// The description of a call's fields. Twin: packages/spec/src/calls.ts
#pragma once

#include <cstddef>
#include <limits>

namespace ol::binding {

enum class ArrayType { u8, u32, f64, real };

struct ArrayField {
  const char* name;
  ArrayType type;
  bool optional;
};

// A whole number from `low` to `high`; kAny: any number.
struct NumberField {
  const char* name;
  double low;
  double high;
};

inline constexpr double kAny = std::numeric_limits<double>::infinity();

}  // namespace ol::binding
