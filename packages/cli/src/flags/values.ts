import type { ClipSetting, Schedule } from '@ol/core'
import { inRange, limits, type ParamRange, rangeText, type Shard, suggestion, valueText } from '@ol/spec'
import { InvalidArgumentError, type Option } from 'commander'

/** Parsers of flag values; commander adds the flag to the message that they throw. */

export function number(text: string): number {
  const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN
  if (!Number.isFinite(value))
    throw new InvalidArgumentError(`Expected a number but received ${valueText(text)}.`)
  return value
}

/** Returns a number if the text is one, otherwise a name: the rule decides which is valid. */
export function numberOrName(text: string): number | string {
  return /^\s*[a-z]/i.test(text) ? text.trim() : number(text)
}

/** Parses a number, or auto. */
export function numberOrAuto(text: string): number | 'auto' {
  return text.trim() === 'auto' ? 'auto' : number(text)
}

/** Parses k/n, as 3/8. */
export function shard(text: string): Shard {
  const [, k, n] = /^\s*(\d{1,7})\/(\d{1,7})\s*$/.exec(text) ?? []
  const [number, of] = [Number(k), Number(n)]
  if (number >= 1 && number <= of && of <= 2 ** 20) return { number, of }
  throw new InvalidArgumentError(
    `Expected k/n, 1 <= k <= n <= 2^20, as 3/8, but received ${valueText(text)}.`,
  )
}

/** Parses 1/n, as 1/100. */
export function oneIn(text: string): number {
  const n = Number(/^\s*1\/(\d{1,9})\s*$/.exec(text)?.[1])
  if (n >= 2) return n
  throw new InvalidArgumentError(`Expected 1/n, n >= 2, as 1/100, but received ${valueText(text)}.`)
}

/** Returns a parser of the bits of a table within a range, or grow. */
export function bits(min: number, max: number): (text: string) => number | 'grow' {
  const number = integer(min, max)
  return (text) => (text.trim() === 'grow' ? 'grow' : number(text))
}

/** Parses a number of names, or off. */
export function nameCount(text: string): number | 'off' {
  return text.trim() === 'off' ? 'off' : integer(1, limits.maxNames)(text)
}

/** Returns a parser of a number in a range, such as an entry of the tables has. */
export function within(range: ParamRange): (text: string) => number {
  return (text) => {
    const value = number(text)
    if (inRange(range, value)) return value
    throw new InvalidArgumentError(`Expected ${rangeText(range)} but received ${valueText(text)}.`)
  }
}

export function integer(min: number, max: number): (text: string) => number {
  return within({ min, max, integer: true })
}

/** Parses one more value of a flag that may be given several times. */
export type Repeated<T> = (text: string, previous?: readonly T[]) => readonly T[]

const repeatable = new WeakSet<object>()

/** Returns the parser of a flag that may be given several times: each value adds to the earlier ones. */
export function repeated<T>(valuesOf: (text: string) => readonly T[]): Repeated<T> {
  const parse = (text: string, previous: readonly T[] = []): readonly T[] => [...previous, ...valuesOf(text)]
  repeatable.add(parse)
  return parse
}

/** Returns whether a flag may be given several times with different values. */
export function isRepeatable({ variadic, parseArg }: Option): boolean {
  return variadic || (parseArg !== undefined && repeatable.has(parseArg))
}

/** Lets a flag take comma-separated columns. */
export const columnList: Repeated<string> = repeated(columnsOf)

/** Lets a flag be given several times. */
export const collect: Repeated<string> = repeated((text) => [text])

/** Lets a flag take `a:b`: namespace a is renamed to b. */
export const renaming: Repeated<readonly [string, string]> = repeated((text) => [renamingOf(text)])

/**
 * Parses comma-separated columns; a name in double quotes may have commas. A column is a name or, if no column has this
 * name, its number: from 1, or negative from the end.
 */
function columnsOf(text: string): readonly string[] {
  const found = [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,"]*))\s*(,|$)/gy)]
  const columns: string[] = []
  let length = 0
  for (const [whole, quoted, bare, end] of found) {
    length += whole.length
    columns.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'))
    if (end === '') break
  }
  if (length !== text.length || columns.includes(''))
    throw new InvalidArgumentError(`Expected names or numbers of columns but received ${valueText(text)}.`)
  return columns
}

/** Lets a flag take one of these names; an error suggests the closest name, or says where many are listed. */
export function oneOf(
  option: Option,
  all: readonly string[],
  listed?: string,
  taken: readonly string[] = all,
): Option {
  return option.choices(all).argParser((text) => {
    if (taken.includes(text)) return text
    throw new InvalidArgumentError(
      `Expected ${listed === undefined ? `one of ${all.join(', ')}` : `a name that ${listed} lists`}${suggestion(text, all)}`,
    )
  })
}

/** Returns a parser of one or more of these names, comma-separated. `taken`: see `oneOf` */
export function choices(
  all: readonly string[],
  taken: readonly string[] = all,
): (text: string) => readonly string[] {
  return (text) => {
    const names = text.split(',').map((name) => name.trim())
    const wrong = names.find((name, i) => !taken.includes(name) || names.indexOf(name) < i)
    if (wrong === undefined) return names
    throw new InvalidArgumentError(
      `Expected distinct names of ${all.join(', ')} but received ${valueText(wrong)}${suggestion(wrong, all)}`,
    )
  }
}

function renamingOf(text: string): readonly [string, string] {
  const characters = [...text]
  if (characters.length !== 3 || characters[1] !== ':')
    throw new InvalidArgumentError(
      `Expected two characters separated by a colon but received ${valueText(text)}.`,
    )
  return [characters[0], characters[2]]
}

/** Parses a number of classes, or their names. */
export function classList(text: string): number | readonly string[] {
  if (/^\d+$/.test(text)) return integer(2, limits.maxClasses)(text)
  const names = columnsOf(text)
  if (names.length < 2 || new Set(names).size < names.length)
    throw new InvalidArgumentError(`Expected two or more distinct names but received ${valueText(text)}.`)
  return names
}

/** Parses `balanced`, or NAME=W for one or more classes, comma-separated. */
export function classWeights(text: string): 'balanced' | { readonly [name: string]: number } {
  if (text.trim() === 'balanced') return 'balanced'
  return namedNumbers(columnList(text), 'balanced, or NAME=W for different classes', {
    min: 0,
    max: limits.maxWeight,
    minExclusive: true,
  })
}

/** Parses NAMESPACE=FACTOR for one or more namespaces, comma-separated. A space is the namespace of features without one. */
export function groupFactors(text: string): { readonly [namespace: string]: number } {
  return namedNumbers(text.split(','), 'NAMESPACE=FACTOR for different namespaces', { min: 0, max: 1e9 })
}

function namedNumbers(
  parts: readonly string[],
  expected: string,
  range: ParamRange,
): { readonly [name: string]: number } {
  const numbers = new Map<string, number>()
  for (const part of parts) {
    const at = part.lastIndexOf('=')
    const name = part.slice(0, Math.max(0, at))
    if (name === '' || numbers.has(name))
      throw new InvalidArgumentError(`Expected ${expected}, but received ${valueText(part)}.`)
    numbers.set(name, within(range)(part.slice(at + 1)))
  }
  return Object.fromEntries(numbers)
}

export function clip(text: string): 'auto' | ClipSetting {
  if (text === 'auto' || text === 'none' || text === 'labels' || text === 'vw') return text
  const parts = text.split(',')
  if (parts.length !== 2)
    throw new InvalidArgumentError(
      `Expected auto, none, labels, vw or MIN,MAX but received ${valueText(text)}.`,
    )
  const [min, max] = parts.map(number)
  if (min >= max) throw new InvalidArgumentError(`Expected MIN < MAX but received ${valueText(text)}.`)
  return [min, max]
}

/** Parses `1000`: every 1000 examples (by their weights); `x2`: at powers of two. */
export function schedule(text: string): Schedule {
  const times = /^[x*](.+)$/.exec(text)
  if (times !== null) return { times: within({ min: 1, max: 1e6, minExclusive: true })(times[1]) }
  if (!/^[-+.\d]/.test(text))
    throw new InvalidArgumentError(
      `Expected N or xN but received ${valueText(text)}. A file goes before the flag, or after --progress=x2.`,
    )
  return { every: within({ min: 1, max: 1e15 })(text) }
}
