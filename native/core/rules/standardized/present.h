// The features of the current example, side by side. Twin: packages/fallback/src/rules/standardized/present.ts
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../engine/copy-places.h"

namespace ol {

// Columns of numbers for the vector units, of one length.
template <size_t count>
struct Columns {
  std::vector<double> numbers;
  size_t step = 0;

  void reserve(size_t rows) {
    if (rows <= step) return;
    step = std::max<size_t>(rows * 2, 256);
    numbers.resize(count * step);
  }
  double* operator[](size_t column) { return numbers.data() + column * step; }
  const double* operator[](size_t column) const { return numbers.data() + column * step; }
};

struct Present {
  // the value in the example, NaN where all features of the row are missing; the state of the row before and with this
  // example; the factor of a new unit; by family: the value in the unit of the weights, and this unit in units of
  // the row's unit
  enum Column {
    kX,
    kOld,
    kCount,
    kMean,
    kSquares,
    kUnit,
    kNext,
    kMissing,
    kLift,
    kValue0,
    kValue1,
    kScale0,
    kScale1,
    kColumns
  };
  // for dense features: their statistics, and their value in the example
  enum DenseColumn { kDenseCount, kDenseMean, kDenseSquares, kDenseUnit, kDenseMissing, kDenseX, kDenseColumns };

  size_t size = 0;
  // whether one of them is in the table's list of dense features
  bool anyListed = false;
  // whether one of them is missing
  bool anyMissing = false;
  // whether the value of one of them is faint
  bool anyFaint = false;
  // by the row of feature j: j
  Places places;
  // feature j at 1 + j: place 0 is the constant's
  std::vector<uint32_t> row;
  std::vector<uint8_t> isDense;
  Columns<kColumns> columns;
  // the place of the feature that shares the row of the constant; -1: none
  int32_t beside = -1;
  // the dense features with this example, and their places in it; -1 where they are absent
  std::vector<uint32_t> denseRow;
  std::vector<int32_t> densePlace;
  size_t denseSize = 0;
  Columns<kDenseColumns> denseColumns;
  // rows that are no longer dense, and the number of rows that became dense
  std::vector<uint32_t> left;
  size_t joined = 0;
  // the rows of the table's list of dense features, if they are known from an earlier example
  std::vector<uint32_t> list;
  bool listed = false;

  void reserve(size_t features) {
    columns.reserve(features + 1);
    if (row.size() < columns.step) {
      row.resize(columns.step);
      isDense.resize(columns.step);
    }
  }
  void reserveDense(size_t features) {
    denseColumns.reserve(features);
    if (denseRow.size() < denseColumns.step) {
      denseRow.resize(denseColumns.step);
      densePlace.resize(denseColumns.step);
    }
  }
  double* of(Column column) { return columns[column] + 1; }
  const double* of(Column column) const { return columns[column] + 1; }
  const uint32_t* rows() const { return row.data() + 1; }
};

}  // namespace ol
