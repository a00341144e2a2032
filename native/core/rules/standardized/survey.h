// Which features of an example are active, and with which values. Twin:
// packages/fallback/src/rules/standardized/survey.ts
#pragma once

#include "../active.h"
#include "../rule.h"
#include "present.h"

namespace ol {

// Scalars of the rule.
enum StandardizedScalar { kN, kCounted = 2, kFirst, kLabels };

void survey(const Table& table, const uint32_t* indices, const double* values, size_t from, size_t to, Step& c,
            Active& active, Present& present);
void commitSurvey(const Table& table, Step& c, const Present& present);

}  // namespace ol
