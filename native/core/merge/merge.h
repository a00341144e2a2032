// Merges rows of models that learned separately. Twin: packages/spec/src/merging.ts, which describes the arrays.
#pragma once

#include <cstddef>

namespace ol {

enum class MergeUnit { own, maximum, rms, plainRms, lastRms, standardized };
enum class MergeEvidence { none, norm, squares };
enum class MergeDual { weight, ftrl, rda };

struct MergePlan {
  MergeUnit unit;
  MergeEvidence evidence;
  double power;
  MergeDual dual;
  bool averages;
  size_t models, lanes, laneStates, sharedStates;
  double limit;
  const double* weights;
  const double* rounds;
  const double* units;
  const double* params;

  size_t width() const { return lanes * laneStates + sharedStates; }
};

struct MergeRows {
  size_t size;
  const double* states;
  double* merged;
};

// Shared states that the unit of a row needs.
inline size_t sharedOfUnit(MergeUnit unit) {
  switch (unit) {
    case MergeUnit::own:
      return 0;
    case MergeUnit::lastRms:
      return 3;
    case MergeUnit::standardized:
      return 6;
    default:
      return 1;
  }
}

// See Backend.merge and Backend.split. Twin: packages/fallback/src/merge/merge.ts.
void merge(const MergePlan& plan, const MergeRows& rows);
void split(const MergePlan& plan, const MergeRows& rows);

}  // namespace ol
