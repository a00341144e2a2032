// Dates and times, twin of packages/fallback/src/tokenizers/date-cell.ts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol::tokenizers {

// The parts of a date or a time.
struct Moment {
  // since 1970-01-01, in UTC if the cell names a zone; for a time alone, the share of the day
  double days = 0;
  // 1 to 12, and 0 (Sunday) to 6, as written; -1: a time alone
  int month = -1;
  int weekday = -1;
  // 0 to 23, as written; -1: there is no time, or it is midnight
  int hour = -1;
};

// The categories of months, days of the week and hours.
extern const char* const kMonthTexts[12];
extern const char* const kWeekdayTexts[7];
extern const char* const kHourTexts[24];

// Reads the date, the date and time, or with the form kTime the time of day [start, end); returns whether it is one.
bool parseMoment(const uint8_t* bytes, size_t start, size_t end, uint8_t form, Moment& out);

// Reads the string [start, end) if all of it is a date YYYY-MM-DD or a date and time
// YYYY-MM-DDTHH:MM[:SS[.fff]][Z|+hh:mm|-hh:mm]; returns whether it is one.
bool parseIsoMoment(const uint8_t* bytes, size_t start, size_t end, Moment& out);

}  // namespace ol::tokenizers
