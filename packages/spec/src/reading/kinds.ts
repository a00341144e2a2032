import type { BackendStream, TextBackend } from '../backend.js'
import { formatNames } from '../formats.js'
import { isTypedArray } from '../memory-kinds.js'
import { limits } from '../params.js'
import { delimiterByte } from './delimiter-byte.js'
import { isNameList } from './interactions.js'
import type { ReadingEntry, ReadingKind } from './reading-entry.js'

/** A column by its name, or by its place: 1-based, negative from the end. */
export type Column = string | number

/** Compressions that are read. */
export const compressions = ['gzip', 'zstd', 'brotli', 'bzip2', 'xz'] as const
export type Compression = (typeof compressions)[number]

/** A part of an input. */
export interface Shard {
  /** from 1 */
  readonly number: number
  readonly of: number
}

/** The functions of a backend that a reader needs. */
export type TokenBackend = Pick<TextBackend, 'name' | 'tokenize' | 'tokenizeAsync'> &
  Partial<
    Pick<
      BackendStream,
      'locate' | 'unseen' | 'plainNames' | 'checkBlock' | 'checkBlockAsync' | 'cross' | 'crossAsync' | 'ahead'
    > &
      Pick<TextBackend, 'stream'>
  >

/** The members of an AbortSignal that a reader needs. */
export interface StopSignal {
  readonly aborted: boolean
  throwIfAborted(): void
}

/** The values that a kind accepts: in words, and as a check. */
interface KindCheck {
  expected(entry: ReadingEntry): string
  accepts(value: unknown, entry: ReadingEntry): boolean
}

const oneOf = (words: readonly string[]): string =>
  `${words
    .slice(0, -1)
    .map((word) => `'${word}'`)
    .join(', ')} or '${words.at(-1)}'`

const words = (all: readonly string[]): KindCheck => ({
  expected: () => oneOf(all),
  accepts: (value) => all.includes(value as string),
})
const is = (expected: string, accepts: (value: unknown) => boolean): KindCheck => ({
  expected: () => expected,
  accepts,
})

const isString = (value: unknown): value is string => typeof value === 'string'
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString)
const isColumn = (value: unknown): boolean => isString(value) || (Number.isInteger(value) && value !== 0)
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 2 && (value as number) <= limits.maxClasses
const areNames = (value: unknown): value is string[] =>
  isStrings(value) && new Set(value).size === value.length && !value.includes('')
const isShard = (value: Partial<Shard> | null): boolean => {
  const { number = 0, of = 0 } = value ?? {}
  return Number.isInteger(number) && Number.isInteger(of) && number >= 1 && number <= of && of <= 2 ** 20
}
const isClasses = (value: unknown): boolean => {
  if (isCount(value)) return true
  if (Array.isArray(value)) return areNames(value) && isCount(value.length)
  if (typeof value !== 'object' || value === null) return false
  const { count, names, grows } = value as { readonly [Member in 'count' | 'names' | 'grows']?: unknown }
  if (!(grows === undefined || (grows === true && names !== null))) return false
  return isCount(count) && (names === null || (areNames(names) && names.length <= count))
}

/** The kinds of values that options have. */
export const kinds: Record<ReadingKind, KindCheck> = {
  boolean: is('true or false', (value) => typeof value === 'boolean'),
  choice: {
    expected: ({ choices = [] }) => oneOf(choices),
    accepts: (value, { choices = [] }) => choices.includes(value as string),
  },
  whole: {
    expected: ({ min, max }) => `a whole number from ${min} to ${max}`,
    accepts: (value, { min = 0, max = 0 }) =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  },
  milliseconds: is(
    'a number of milliseconds >= 0, Infinity without a limit',
    (value) => typeof value === 'number' && value >= 0,
  ),
  string: is('a string', isString),
  strings: is('a list of strings', isStrings),
  interactions: is(
    'a list of strings, and of lists of two or more column names',
    (value) => Array.isArray(value) && value.every((one) => isString(one) || isNameList(one)),
  ),
  value: is('a string or a number', (value) => isString(value) || typeof value === 'number'),
  column: is('a column name or number', isColumn),
  label: is('a column name or number, or null for none', (value) => value === null || isColumn(value)),
  columns: is('a list of column names or numbers', (value) => Array.isArray(value) && value.every(isColumn)),
  delimiter: is(
    "one ASCII character, 'tab' or 'space'",
    (value) => isString(value) && delimiterByte(value) >= 0,
  ),
  classes: is(
    `a number of classes from 2 to ${limits.maxClasses}, that number of names, each once, or { count, names } with the known names`,
    isClasses,
  ),
  renames: is(
    'a list of pairs of namespaces',
    (value) => Array.isArray(value) && value.every((pair) => isStrings(pair) && pair.length === 2),
  ),
  format: words(['auto', ...formatNames]),
  compression: words([...compressions, 'none']),
  divisors: is(
    'a Float64Array with a number for each of 2^b slots, or a function',
    (value) =>
      typeof value === 'function' ||
      (isTypedArray(value, 'Float64Array') && value.length > 0 && (value.length & (value.length - 1)) === 0),
  ),
  signal: is('an AbortSignal', (value) => typeof (value as StopSignal | null)?.throwIfAborted === 'function'),
  backend: is('a backend', (value) => typeof (value as TokenBackend | null)?.tokenizeAsync === 'function'),
  shard: is('an object of number and of, whole numbers with 1 <= number <= of <= 2^20', (value) =>
    isShard(value as Partial<Shard> | null),
  ),
  schema: is('the schema of a reader', (value) => typeof value === 'object' && value !== null),
}
