import { hourTexts, type Moment, monthTexts, parseIsoMoment, weekdayTexts } from '@ol/fallback'
import { dateFeatures, type JsonValue } from '@ol/spec'

/** The features of a date: its days since 1970, and its categories. */
export interface DateFeatures {
  readonly days: number
  readonly categories: readonly string[]
}

const longest = 64
const bytes = new Uint8Array(longest)
const moment: Moment = { days: 0, month: 0, weekday: 0, hour: 0 }
const decoder = new TextDecoder()
const textsOf = (texts: readonly Uint8Array[]): readonly string[] => texts.map((text) => decoder.decode(text))
const months = /* @__PURE__ */ textsOf(monthTexts)
const weekdays = /* @__PURE__ */ textsOf(weekdayTexts)
const hours = /* @__PURE__ */ textsOf(hourTexts)

/**
 * Returns the features of a string that is a date, the same as in JSON Lines; undefined for any other string.
 *
 * @param how one of `dateFeatures`
 */
export function dateOf(text: string, how: number): DateFeatures | undefined {
  const { length } = text
  // most strings end here
  if (length < 10 || length > longest || text.charCodeAt(4) !== 45 || how === dateFeatures.off)
    return undefined
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return undefined
    bytes[i] = code
  }
  if (!parseIsoMoment(bytes, 0, length, moment)) return undefined
  const { days, month, weekday, hour } = moment
  if (how === dateFeatures.number) return { days, categories: [] }
  const categories = [months[month - 1], weekdays[weekday]]
  return { days, categories: hour < 0 ? categories : [...categories, hours[hour]] }
}

/** Returns which of `dateFeatures` the option `dates` in the schema of a model means. */
export function datesOfInput(input: JsonValue | undefined): number {
  const dates = typeof input === 'object' && input !== null && 'dates' in input ? input.dates : undefined
  return dates === 'number' || dates === 'off' ? dateFeatures[dates] : dateFeatures.full
}

const { getTime } = Date.prototype

/** Returns the JSON of a Date of any realm, null for an invalid one; undefined: the value is not a Date. */
export function isoOf(value: unknown): string | null | undefined {
  try {
    const time = getTime.call(value as Date)
    return Number.isNaN(time) ? null : new Date(time).toISOString()
  } catch {
    return undefined
  }
}
