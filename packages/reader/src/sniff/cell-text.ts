import { isInfinity, isMissingWord, parseFormed, parseMoment } from '@ol/fallback'
import { type DateForm, type DecimalMark, dateForms, formCode, isNumberText } from '@ol/spec'

// Infers the type of a cell's text with the functions that the tokenizers use.

const encoder = new TextEncoder()
const scratch = new Uint8Array(256)
const value = new Float64Array(1)
const moment = { days: 0, month: 0, weekday: 0, hour: 0 }

/** Puts a short text into `scratch`, with a line feed after it; returns its length, or -1. */
function put(text: string): number {
  if (text.length > 64) return -1
  const { written } = encoder.encodeInto(text, scratch)
  scratch[written] = 10
  return written
}

/** The first letters of the words for missing values and infinities, and their signs. */
const initials = '?.#<nmiNMI'
const [plus, minus] = [43, 45]

/** Returns whether a cell may be one of these words, by its first characters: most cells are not. */
function mayBegin(text: string): boolean {
  const c = text.charCodeAt(0)
  if (c !== plus && c !== minus) return initials.includes(text[0])
  const next = text.charCodeAt(1)
  return !(next >= 48 && next <= 57) && next !== 46
}

/** Returns a cell without the blanks and tabs around it within quotes: only strings keep them. */
export function bareText(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  const c = text.charCodeAt(0)
  return c === 32 || c === 9 || last === 32 || last === 9 ? text.replace(/^[ \t]+|[ \t]+$/g, '') : text
}

/** Returns the text of a label, without blanks around it if it is a number or empty. */
export function bareLabel(cell: string, mark: DecimalMark): string {
  const text = bareText(cell)
  return text === '' || isNumberText(text, mark) ? text : cell
}

/** Returns whether a cell of a column without strings marks a missing value; an infinity is not a value either. */
export function isMissingCell(cell: string, tokens: readonly string[] | undefined): boolean {
  const text = bareText(cell)
  if (text === '') return true
  if (tokens !== undefined) return tokens.includes(text)
  if (text.length > 9 || !mayBegin(text)) return false
  const length = put(text)
  return isMissingWord(scratch, 0, length) || isInfinity(scratch, 0, length)
}

/** Returns whether a cell is true or false, in any case. */
export function isBooleanText(cell: string): boolean {
  const text = bareText(cell)
  return (text.length === 4 || text.length === 5) && /^(true|false)$/i.test(text)
}

/** Returns whether a cell is a date or time in a form. */
export function isMomentText(cell: string, form: DateForm): boolean {
  const text = bareText(cell)
  // every date begins like this, which excludes most other cells
  const c = text.charCodeAt(0)
  if (!(c >= 48 && c <= 57) || text.length < 4) return false
  const length = put(text)
  return length > 0 && parseMoment(scratch, 0, length, dateForms[form], moment)
}

/** Returns whether a cell is a number, in the form of its column or a plain one. */
export function isFormedNumber(cell: string, form: string, mark: DecimalMark): boolean {
  const text = bareText(cell)
  if (isNumberText(text, mark)) return true
  if (!/\d/.test(text)) return false
  const length = put(text)
  return length > 0 && parseFormed(scratch, 0, length, formCode(form), mark.charCodeAt(0), value, 0)
}
