import type { ColumnKind } from '../table-report.js'

/** The reading of a date attribute of ARFF. */
export interface ArffDates {
  /** the type as which its cells are read; undefined: the pattern has letters that OL does not know, and the cells decide */
  readonly kind: ColumnKind | undefined
  /** returns a cell in ISO 8601; undefined: it does not fit the pattern. Without this function cells do not change */
  readonly iso?: (text: string) => string | undefined
}

/** Patterns whose dates need no change. */
const plain = /^yyyy([-/.])MM\1dd((' *[Tt]'| +)HH:mm(:ss(\.S+)?)?)?$/

type Parts = Partial<Record<string, string>>

/** Letters of numbers, and the most digits of each. */
const digits: Readonly<Record<string, number>> = {
  y: 4,
  M: 2,
  d: 2,
  H: 2,
  k: 2,
  h: 2,
  K: 2,
  m: 2,
  s: 2,
  S: 9,
}

/** Letters of words. */
const words: Readonly<Record<string, string>> = {
  L: '[A-Za-z]{3,}\\.?',
  E: '[A-Za-z]+\\.?',
  a: '[AaPp]\\.?[Mm]\\.?',
  Z: '[+-]\\d\\d:?\\d\\d',
  X: '[Zz]|[+-]\\d\\d(?::?\\d\\d)?',
  z: '(?:GMT|UTC|Z)(?:[+-]\\d\\d:?\\d\\d)?|[+-]\\d\\d:?\\d\\d',
}

/** Returns how to read dates in a pattern of Java's SimpleDateFormat: `dd/MM/yyyy`, `yyyy-MM-dd'T'HH:mm:ss`. */
export function arffDates(pattern: string | undefined): ArffDates {
  if (pattern === undefined || plain.test(pattern)) return { kind: 'date' }
  const fields = fieldsOf(pattern)
  if (fields === undefined) return { kind: undefined }
  const letters = fields.flatMap(({ letter }) => letter ?? [])
  // a year alone is a number, as in CSV
  if (letters.length === 1 && /^y+$/.test(pattern) && pattern.length > 2) return { kind: 'number' }
  const isTime = letters.every((letter) => !'yMLdE'.includes(letter))
  const source = fields.map(({ source: one }) => one).join('')
  const whole = new RegExp(`^${source}$`)
  return {
    kind: isTime ? 'time' : 'date',
    iso: (text) => {
      const parts = whole.exec(text.trim())?.groups
      return parts === undefined ? undefined : isoText(parts, isTime)
    },
  }
}

/** Returns the parts of a pattern; undefined: a letter has no meaning here, or occurs twice. */
function fieldsOf(pattern: string): { readonly letter?: string; readonly source: string }[] | undefined {
  const found = [...pattern.matchAll(/([A-Za-z])\1*|'((?:[^']|'')*)'|[^A-Za-z]/g)]
  const seen = new Set<string>()
  const fields: { letter?: string; source: string }[] = []
  for (const [k, [text, first, literal]] of found.entries()) {
    if (first === undefined) {
      const written = literal === undefined ? text : literal === '' ? "'" : literal.replaceAll("''", "'")
      fields.push({ source: written.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/ +/g, ' +') })
      continue
    }
    const letter = first === 'M' && text.length > 2 ? 'L' : first
    if (seen.has(letter) || (digits[letter] ?? words[letter]) === undefined) return undefined
    seen.add(letter)
    // digits without anything between them have the width of the pattern
    const isNext = digits[found[k + 1]?.[1] ?? ''] !== undefined
    const width = isNext
      ? `${text.length}`
      : letter === 'y' && text.length === 2
        ? '2,4'
        : `1,${digits[letter]}`
    fields.push({ letter, source: `(?<${letter}>${words[letter] ?? `\\d{${width}}`})` })
  }
  return fields.length === 0 || seen.size === 0 ? undefined : fields
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Returns parts as text of ISO 8601; undefined: they are not a date. */
function isoText(parts: Parts, isTime: boolean): string | undefined {
  const year = yearOf(parts.y ?? '1970')
  const month =
    parts.L === undefined ? Number(parts.M ?? 1) : 1 + months.indexOf(parts.L.slice(0, 3).toLowerCase())
  const day = Number(parts.d ?? 1)
  const date = new Date(Date.UTC(year, month - 1, day))
  if (month < 1 || month > 12 || date.getUTCDate() !== day) return undefined
  const time = timeOf(parts)
  if (time === undefined) return undefined
  if (isTime) return time
  const written = `${two(year, 4)}-${two(month)}-${two(day)}`
  const zone = (parts.Z ?? parts.X ?? parts.z ?? '').replace(/^(GMT|UTC)(?=[+-])/, '').replace('GMT', 'UTC')
  const hasTime = ['H', 'k', 'h', 'K', 'm', 's', 'S'].some((letter) => parts[letter] !== undefined)
  return hasTime ? `${written}T${time}${zone}` : written
}

/** Returns a year; two digits are 1969 to 2068, as in POSIX. */
function yearOf(text: string): number {
  const year = Number(text)
  return text.length > 2 ? year : year < 69 ? 2000 + year : 1900 + year
}

function timeOf({ H, k, h, K, a, m = '0', s = '0', S }: Parts): string | undefined {
  const half = a !== undefined && /^p/i.test(a) ? 12 : 0
  const hour =
    Number(H ?? (k === undefined ? Number(h ?? K ?? 0) % 12 : Number(k) % 24)) + ((H ?? k) ? 0 : half)
  if (hour > 23 || Number(m) > 59 || Number(s) > 60 || Number(h ?? 1) > 12) return undefined
  const decimals = S === undefined ? '' : `.${S.padStart(3, '0')}`
  return `${two(hour)}:${two(Number(m))}:${two(Number(s))}${decimals}`
}

function two(value: number, width = 2): string {
  return String(value).padStart(width, '0')
}
