// Which features of an example are active, and with which values. Twin:
// packages/fallback/src/rules/standardized/survey.ts
#pragma once

#include "../../tiers.h"
#include "../active.h"
#include "../rule.h"
#include "present.h"

namespace ol {

// Scalars of the rule.
enum StandardizedScalar { kN, kCounted = 2, kFirst, kLabels };

void survey(Tier tier, const Table& table, const Span& span, Step& c, Active& active, Present& present);
void commitSurvey(const Table& table, Step& c, Present& present);

}  // namespace ol
