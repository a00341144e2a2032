import { OLError } from '@ol/spec'
import type { TableColumn } from '../table-report.js'

/** A value of a table; null or undefined: it is missing. */
export type Cell = string | number | bigint | boolean | Uint8Array | null | undefined

/** Some rows of a table: for each column a function that returns the cell of a row, counted from 0. */
export interface TableBlock {
  readonly rows: number
  readonly cells: readonly ((row: number) => Cell)[]
}

export interface ColumnarTable {
  readonly columns: readonly TableColumn[]
  /** the number of rows of the file, if it is known at its start */
  readonly rows?: number
  /** The rows in order; errors of the data are thrown unchanged. */
  blocks(): AsyncGenerator<TableBlock>
}

/** Returns which columns are ignored, by their places; they are not decoded. */
export type LeftOut = (names: readonly string[]) => ReadonlySet<number>

/** Returns unscaled / 10^scale with every digit. */
export function decimalText(unscaled: bigint, scale: number): string {
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale))
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The days and the seconds from 1970 that a date of JavaScript can be. */
const mostDays = 100_000_000n
const mostSeconds = 86_400n * mostDays

/** Returns the date this many days after 1970-01-01, as ISO 8601; the number itself where there is no such date. */
export function dateText(days: number): string {
  if (Math.abs(days) > mostDays) return String(days)
  return new Date(days * 86_400_000).toISOString().slice(0, -14)
}

type FractionDigits = 0 | 3 | 6 | 9

/**
 * Returns a time in UTC as ISO 8601, from units since 1970; the fraction of a second has as many digits as it needs.
 * Some programs store an infinity as the largest number: where there is no such date, it is the number itself.
 */
export function timeText(units: bigint, digits: FractionDigits): string {
  const { seconds, fraction } = split(units, digits)
  if (seconds > mostSeconds || seconds < -mostSeconds) return String(units)
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, -5)}${fraction}Z`
}

/** Returns a time of day, from units since midnight; the number itself past the end of the day. */
export function clockText(units: bigint, digits: FractionDigits): string {
  const { seconds, fraction } = split(units, digits)
  if (seconds < 0n || seconds >= 86_400n) return String(units)
  return `${new Date(Number(seconds) * 1000).toISOString().slice(11, -5)}${fraction}`
}

/** Returns whole seconds, rounded down, and the text of the rest, without zeros at its end. */
function split(units: bigint, digits: FractionDigits): { seconds: bigint; fraction: string } {
  const second = 10n ** BigInt(digits)
  const rest = ((units % second) + second) % second
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(digits, '0').replace(/0+$/, '')}`
  return { seconds: (units - rest) / second, fraction }
}

/** Bytes of a decimal: the time to read or write a decimal is quadratic in them. */
const mostDecimalBytes = 1000

/** Returns the number of big-endian bytes in two's complement. */
export function signedInteger(bytes: Uint8Array): bigint {
  if (bytes.length > mostDecimalBytes) throw new Error(`a decimal has ${bytes.length} bytes`)
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return BigInt.asIntN(bytes.length * 8, value)
}

/** Throws OL_INPUT_COLUMNS where two columns have one name. */
export function refuseTwice(names: readonly string[], file: string | undefined): void {
  const seen = new Set<string>()
  const twice = names.find((name) => seen.size === seen.add(name).size)
  if (twice === undefined) return
  throw new OLError(
    'OL_INPUT_COLUMNS',
    `expected columns of different names but two are called ${JSON.stringify(twice)}: rename one in the file`,
    { ...(file === undefined ? {} : { file }), value: twice },
  )
}
