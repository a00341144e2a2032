// The active features of an example, for rules that survey. Twin: packages/fallback/src/rules/active.ts
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ol {

struct Active {
  // their number, and the place before which they are not derived
  size_t count = 0, plain = 0;
  // whether no two of them share a row
  bool apart = false;
  const uint32_t* row = nullptr;
  // by family: the value in the unit of the weights, and this unit in units of the row's unit
  const double *values[2] = {}, *scales[2] = {};
  // the factor of a new unit of the row
  const double* lift = nullptr;
  // the column of each, if these differ from the features of the survey
  std::vector<uint32_t> ownRow;
  std::vector<double> own;
};

}  // namespace ol
