#include "date-cell.h"

#include "number.h"
#include "tokens.h"

namespace ol::tokenizers {

const char* const kMonthTexts[12] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};
const char* const kWeekdayTexts[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
const char* const kHourTexts[24] = {"00:00", "01:00", "02:00", "03:00", "04:00", "05:00", "06:00", "07:00",
                                    "08:00", "09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00",
                                    "16:00", "17:00", "18:00", "19:00", "20:00", "21:00", "22:00", "23:00"};

namespace {

constexpr int kMonthDays[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

// Days from 1970-01-01 to a date of the Gregorian calendar.
int daysOf(int year, int month, int day) {
  // March is the first month of its year, so that the leap day is the last one
  const int y = month <= 2 ? year - 1 : year;
  const int era = (y >= 0 ? y : y - 399) / 400;
  const int inEra = y - era * 400;
  const int inYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719468;
}

bool isLeap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

// Reads a cell from its start on.
struct CellReader {
  const uint8_t* bytes;
  size_t p;
  size_t end;
  int value = 0;
  int year = 0, month = 0, day = 0;
  int hour = 0;
  double seconds = 0;
  double offset = 0;

  bool digits(size_t least, size_t most) {
    const size_t start = p;
    value = 0;
    while (p < end && p - start < most && bytes[p] >= '0' && bytes[p] <= '9') value = value * 10 + (bytes[p++] - '0');
    return p - start >= least;
  }

  // Reads `-`, `/` or `.` if it is `mark`, or any of them if `mark` is 0; returns it, or 0.
  uint8_t separator(uint8_t mark) {
    if (p >= end) return 0;
    const uint8_t c = bytes[p];
    if (mark == 0 ? c != '-' && c != '/' && c != '.' : c != mark) return 0;
    p++;
    return c;
  }

  bool readDate(uint8_t form) {
    const size_t start = p;
    if (!digits(1, 4)) return false;
    const size_t length = p - start;
    const int first = value;
    const uint8_t mark = separator(0);
    if (mark == 0 || (length != 4 && length > 2)) return false;
    if (!digits(1, 2)) return false;
    const int middle = value;
    if (separator(mark) == 0) return false;
    const size_t third = p;
    if (length == 4) {
      if (!digits(1, 2)) return false;
      year = first;
      month = middle;
      day = value;
    } else {
      if (form != kDmy && form != kMdy) return false;
      if (!digits(2, 4) || p - third == 3) return false;
      // two digits: 1969 to 2068, as in POSIX
      year = p - third == 4 ? value : value < 69 ? 2000 + value : 1900 + value;
      month = form == kMdy ? first : middle;
      day = form == kMdy ? middle : first;
    }
    if (p < end && bytes[p] >= '0' && bytes[p] <= '9') return false;
    if (month < 1 || month > 12 || day < 1) return false;
    return day <= (month == 2 && isLeap(year) ? 29 : kMonthDays[month - 1]);
  }

  // Hours and minutes, then seconds with decimals, AM or PM.
  bool readTime() {
    if (!digits(1, 2)) return false;
    hour = value;
    if (p >= end || bytes[p] != ':') return false;
    p++;
    if (!digits(2, 2) || value > 59) return false;
    seconds = value * 60;
    if (p < end && bytes[p] == ':') {
      p++;
      if (!digits(2, 2) || value > 60) return false;
      seconds += value;
      if (p < end && (bytes[p] == '.' || bytes[p] == ',')) {
        p++;
        const size_t start = p;
        if (!digits(1, 9)) return false;
        seconds += value / kTens[p - start];
        while (p < end && bytes[p] >= '0' && bytes[p] <= '9') p++;
      }
    }
    size_t q = p;
    while (q < end && bytes[q] == ' ') q++;
    const uint8_t half = q < end ? bytes[q] | 32 : 0;
    if (q + 2 <= end && (half == 'a' || half == 'p') && (bytes[q + 1] | 32) == 'm') {
      if (hour < 1 || hour > 12) return false;
      hour = hour % 12 + (half == 'p' ? 12 : 0);
      p = q + 2;
    }
    return hour <= 23;
  }

  // Z, UTC, or hours and minutes before or after UTC; without a zone it is UTC.
  bool readZone() {
    offset = 0;
    size_t q = p;
    while (q < end && bytes[q] == ' ') q++;
    if (q == end) return true;
    p = q;
    const uint8_t c = bytes[p];
    if ((c | 32) == 'z') {
      p++;
      return true;
    }
    if (p + 3 <= end && (c | 32) == 'u' && (bytes[p + 1] | 32) == 't' && (bytes[p + 2] | 32) == 'c') {
      p += 3;
      return true;
    }
    if (c != '+' && c != '-') return false;
    p++;
    if (!digits(2, 2) || value > 18) return false;
    offset = value * 3600;
    if (p < end && bytes[p] == ':') p++;
    if (p < end) {
      if (!digits(2, 2) || value > 59) return false;
      offset += value * 60;
    }
    if (c == '-') offset = -offset;
    return true;
  }
};

}  // namespace

bool parseMoment(const uint8_t* bytes, size_t start, size_t end, uint8_t form, Moment& out) {
  CellReader in{bytes, start, end};
  if (form == kTime) {
    if (!in.readTime() || in.p != end) return false;
    const double time = in.hour * 3600 + in.seconds;
    out.days = time / 86400;
    out.month = -1;
    out.weekday = -1;
    out.hour = time == 0 ? -1 : in.hour;
    return true;
  }
  if (!in.readDate(form)) return false;
  const int days = daysOf(in.year, in.month, in.day);
  double share = 0;
  out.hour = -1;
  if (in.p < end) {
    if (bytes[in.p] != ' ' && (bytes[in.p] | 32) != 't') return false;
    in.p++;
    while (in.p < end && bytes[in.p] == ' ') in.p++;
    if (!in.readTime()) return false;
    const double time = in.hour * 3600 + in.seconds;
    if (!in.readZone() || in.p != end) return false;
    if (time != 0) out.hour = in.hour;
    share = (time - in.offset) / 86400;
  }
  out.days = days + share;
  out.month = in.month;
  // 1970-01-01 was a Thursday; the multiple of 7 keeps the sum positive for every year of four digits
  out.weekday = (days + 719468 * 7 + 4) % 7;
  return true;
}

bool parseIsoMoment(const uint8_t* bytes, size_t start, size_t end, Moment& out) {
  // most strings end here
  if (end - start < 10 || bytes[start + 4] != '-' || bytes[start + 7] != '-') return false;
  if (end - start > 10) {
    size_t q = start + 16;
    if (q > end || bytes[start + 10] != 'T' || bytes[start + 11] == ' ' || bytes[start + 13] != ':') return false;
    if (q < end && bytes[q] == ':') {
      q += 3;
      if (q < end && bytes[q] == '.') {
        q++;
        while (q < end && bytes[q] >= '0' && bytes[q] <= '9') q++;
      }
    }
    if (q < end && bytes[q] == 'Z') q++;
    else if (q + 6 == end && bytes[q + 3] == ':') q = end;
    if (q != end) return false;
  }
  return parseMoment(bytes, start, end, kYmd, out);
}

}  // namespace ol::tokenizers
