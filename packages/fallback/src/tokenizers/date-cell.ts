import { dateForms } from '@ol/spec'
import { tens } from './number.js'

/** The parts of a date or a time. */
export interface Moment {
  /** days since 1970-01-01, in UTC if the cell names a zone; for a time alone, the share of the day */
  days: number
  /** 1 to 12, and 0 (Sunday) to 6, as written; -1: a time alone */
  month: number
  weekday: number
  /** 0 to 23, as written; -1: there is no time, or it is midnight */
  hour: number
}

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0))

/** The categories of months, days of the week and hours. */
export const monthTexts: readonly Uint8Array[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
].map(ascii)
export const weekdayTexts: readonly Uint8Array[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
].map(ascii)
export const hourTexts: readonly Uint8Array[] = Array.from({ length: 24 }, (_, hour) =>
  ascii(`${String(hour).padStart(2, '0')}:00`),
)

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Returns the days from 1970-01-01 to a date of the Gregorian calendar. */
function daysOf(year: number, month: number, day: number): number {
  // March is the first month of its year, so that the leap day is the last one
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const inEra = y - era * 400
  const inYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146097 + inEra * 365 + Math.floor(inEra / 4) - Math.floor(inEra / 100) + inYear - 719468
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

// the end of the digits that were read last, and their value
let p = 0
let value = 0

/** Reads at least `least` and at most `most` digits at `p`. */
function digits(bytes: Uint8Array, end: number, least: number, most: number): boolean {
  const start = p
  value = 0
  while (p < end && p - start < most && bytes[p] >= 48 && bytes[p] <= 57) value = value * 10 + bytes[p++] - 48
  return p - start >= least
}

/** Reads `-`, `/` or `.` if it is `mark`, or any of them if `mark` is 0; returns it, or 0. */
function separator(bytes: Uint8Array, end: number, mark: number): number {
  if (p >= end) return 0
  const c = bytes[p]
  if (mark === 0 ? c !== 45 && c !== 47 && c !== 46 : c !== mark) return 0
  p++
  return c
}

let year = 0
let month = 0
let day = 0

/** Reads a date at `p`. */
function readDate(bytes: Uint8Array, end: number, form: number): boolean {
  const start = p
  if (!digits(bytes, end, 1, 4)) return false
  const length = p - start
  const first = value
  const mark = separator(bytes, end, 0)
  if (mark === 0 || (length !== 4 && length > 2)) return false
  const second = p
  if (!digits(bytes, end, 1, 2) || p === second) return false
  const middle = value
  if (separator(bytes, end, mark) === 0) return false
  const third = p
  if (length === 4) {
    if (!digits(bytes, end, 1, 2)) return false
    year = first
    month = middle
    day = value
  } else {
    if (form !== dateForms.dmy && form !== dateForms.mdy) return false
    if (!digits(bytes, end, 2, 4) || p - third === 3) return false
    // two digits: 1969 to 2068, as in POSIX
    year = p - third === 4 ? value : value < 69 ? 2000 + value : 1900 + value
    month = form === dateForms.mdy ? first : middle
    day = form === dateForms.mdy ? middle : first
  }
  if (p < end && bytes[p] >= 48 && bytes[p] <= 57) return false
  if (month < 1 || month > 12 || day < 1) return false
  return day <= (month === 2 && isLeap(year) ? 29 : monthDays[month - 1])
}

let hour = 0
let seconds = 0

/** Reads a time of day at `p`: hours and minutes, then seconds with decimals, AM or PM. */
function readTime(bytes: Uint8Array, end: number): boolean {
  if (!digits(bytes, end, 1, 2)) return false
  hour = value
  if (p >= end || bytes[p] !== 58) return false
  p++
  if (!digits(bytes, end, 2, 2) || value > 59) return false
  seconds = value * 60
  if (p < end && bytes[p] === 58) {
    p++
    if (!digits(bytes, end, 2, 2) || value > 60) return false
    seconds += value
    if (p < end && (bytes[p] === 46 || bytes[p] === 44)) {
      p++
      const start = p
      if (!digits(bytes, end, 1, 9)) return false
      seconds += value / tens[p - start]
      while (p < end && bytes[p] >= 48 && bytes[p] <= 57) p++
    }
  }
  let q = p
  while (q < end && bytes[q] === 32) q++
  const half = q < end ? bytes[q] | 32 : 0
  if (q + 2 <= end && (half === 97 || half === 112) && (bytes[q + 1] | 32) === 109) {
    if (hour < 1 || hour > 12) return false
    hour = (hour % 12) + (half === 112 ? 12 : 0)
    p = q + 2
  }
  return hour <= 23
}

let offset = 0

/** Reads a zone at `p`: Z, UTC or hours and minutes before or after UTC; without a zone it is UTC. */
function readZone(bytes: Uint8Array, end: number): boolean {
  offset = 0
  let q = p
  while (q < end && bytes[q] === 32) q++
  if (q === end) return true
  p = q
  const c = bytes[p]
  if ((c | 32) === 122) {
    p++
    return true
  }
  if (p + 3 <= end && (c | 32) === 117 && (bytes[p + 1] | 32) === 116 && (bytes[p + 2] | 32) === 99) {
    p += 3
    return true
  }
  if (c !== 43 && c !== 45) return false
  p++
  if (!digits(bytes, end, 2, 2) || value > 18) return false
  offset = value * 3600
  if (p < end && bytes[p] === 58) p++
  if (p < end) {
    if (!digits(bytes, end, 2, 2) || value > 59) return false
    offset += value * 60
  }
  if (c === 45) offset = -offset
  return true
}

/**
 * Reads the date, the date and time, or with the form `time` the time of day [start, end); returns whether it is one. The day
 * comes before its month in the form `dmy`, after it in `mdy`; a date that begins with a year of four digits is read in every form. Twin:
 * native/core/tokenizers/date-cell.cc.
 */
export function parseMoment(
  bytes: Uint8Array,
  start: number,
  end: number,
  form: number,
  out: Moment,
): boolean {
  p = start
  if (form === dateForms.time) {
    if (!readTime(bytes, end) || p !== end) return false
    out.days = (hour * 3600 + seconds) / 86400
    out.month = -1
    out.weekday = -1
    out.hour = hour * 3600 + seconds === 0 ? -1 : hour
    return true
  }
  if (!readDate(bytes, end, form)) return false
  const days = daysOf(year, month, day)
  let share = 0
  out.hour = -1
  if (p < end) {
    if (bytes[p] !== 32 && (bytes[p] | 32) !== 116) return false
    p++
    while (p < end && bytes[p] === 32) p++
    if (!readTime(bytes, end)) return false
    const time = hour * 3600 + seconds
    if (!readZone(bytes, end) || p !== end) return false
    if (time !== 0) out.hour = hour
    share = (time - offset) / 86400
  }
  out.days = days + share
  out.month = month
  // 1970-01-01 was a Thursday; the multiple of 7 keeps the sum positive for every year of four digits
  out.weekday = (days + 719468 * 7 + 4) % 7
  return true
}

/**
 * Reads the string [start, end) if all of it is a date `YYYY-MM-DD` or a date and time
 * `YYYY-MM-DDTHH:MM[:SS[.fff]][Z|±hh:mm]`, as JSON has them; returns whether it is one. A cell may be written in more
 * ways, because its column is known to contain dates.
 */
export function parseIsoMoment(bytes: Uint8Array, start: number, end: number, out: Moment): boolean {
  // most strings end here
  if (end - start < 10 || bytes[start + 4] !== 45 || bytes[start + 7] !== 45) return false
  if (end - start > 10) {
    let q = start + 16
    if (q > end || bytes[start + 10] !== 84 || bytes[start + 11] === 32 || bytes[start + 13] !== 58)
      return false
    if (q < end && bytes[q] === 58) {
      q += 3
      if (q < end && bytes[q] === 46) {
        q++
        while (q < end && bytes[q] >= 48 && bytes[q] <= 57) q++
      }
    }
    if (q < end && bytes[q] === 90) q++
    else if (q + 6 === end && bytes[q + 3] === 58) q = end
    if (q !== end) return false
  }
  return parseMoment(bytes, start, end, dateForms.ymd, out)
}
