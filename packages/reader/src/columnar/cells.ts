import { OLError } from '@ol/spec'

/** A value of a table; null or undefined: it is missing. */
export type Cell = string | number | bigint | boolean | Uint8Array | null | undefined

/** Some rows of a table: for each column what is in a row, counted from 0. */
export interface TableBlock {
  readonly rows: number
  readonly cells: readonly ((row: number) => Cell)[]
}

export interface ColumnarTable {
  readonly names: readonly string[]
  /** The rows in order; a failure of the data is thrown as it is. */
  blocks(): AsyncGenerator<TableBlock>
}

/** Says which columns are left out, by their places: what is in them is not decoded. */
export type LeftOut = (names: readonly string[]) => ReadonlySet<number>

/** unscaled / 10^scale, every digit of it. */
export function decimalText(unscaled: bigint, scale: number): string {
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale))
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The day so many days after 1970-01-01, as ISO 8601. */
export function dateText(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, -14)
}

/** A time in UTC as ISO 8601, from units since 1970; the fraction of a second has the digits that it needs. */
export function timeText(units: bigint, digits: 0 | 3 | 6 | 9): string {
  const second = 10n ** BigInt(digits)
  const rest = ((units % second) + second) % second
  const whole = new Date(Number((units - rest) / second) * 1000).toISOString().slice(0, -5)
  return rest === 0n ? `${whole}Z` : `${whole}.${String(rest).padStart(digits, '0').replace(/0+$/, '')}Z`
}

/** The number that big-endian bytes in two's complement stand for. */
export function signedInteger(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return BigInt.asIntN(bytes.length * 8, value)
}

/** What is thrown for a column with more than one value in a row. */
export function isNested(name: string, kind: string, file: string | undefined): OLError {
  return new OLError(
    'OL_INPUT_COLUMN',
    `the column ${JSON.stringify(name)} is ${kind}, which has no place in a table: leave it out (ignore)`,
    { ...(file === undefined ? {} : { file }), value: name },
  )
}
