import { OLError } from '@ol/spec'
import type { Values } from './example-requests.js'

/** The type of a stream of Arrow IPC. */
export const arrowType = 'application/vnd.apache.arrow.stream'

type Flechette = typeof import('@uwdata/flechette')

/** Loads the package that reads Arrow, which is optional. */
async function flechette(): Promise<Flechette> {
  try {
    return await import('@uwdata/flechette')
  } catch (cause) {
    throw new OLError(
      'OL_PACKAGE',
      'Expected the package @uwdata/flechette for Arrow but it is not installed',
      { cause },
    )
  }
}

/** Columns that are not features. */
const members = new Set(['label', 'weight', 'id'])

/** The rows of a table as requests; each is made on demand, so that few are in memory at once. */
export class ArrowRows implements Values {
  readonly length: number
  readonly #own: Columns
  readonly #features: Columns
  readonly #rowOf: (columns: Columns, row: number) => object

  constructor(columns: Columns, rows: number) {
    this.length = rows
    this.#own = columns.filter(([name]) => members.has(name))
    this.#features = columns.filter(([name]) => !members.has(name))
    this.#rowOf = columns.some(([name]) => name === '__proto__') ? rowOfAnyNames : rowOfNames
  }

  at(row: number): object {
    const value: Record<string, unknown> = { features: this.#rowOf(this.#features, row) }
    for (const [name, values] of this.#own) value[name] = plain(values[row]) ?? undefined
    return value
  }
}

/** Returns the rows of a table: the columns `label`, `weight` and `id` have these meanings, the others are features. */
export async function valuesOfArrow(bytes: Uint8Array): Promise<ArrowRows> {
  const { tableFromIPC } = await flechette()
  let columns: Columns
  let rows = 0
  let twice: string | undefined
  try {
    const table = tableFromIPC(bytes, { useDate: true, useBigInt: true })
    rows = table.numRows
    const names = table.names.map(String)
    twice = names.find((name, k) => names.indexOf(name) < k)
    columns = table.names.map((name, k) => [String(name), [...table.getChildAt(k)]])
  } catch (cause) {
    throw new OLError(
      'OL_REQUEST',
      `Expected a stream of Arrow but ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
  if (twice !== undefined)
    throw new OLError(
      'OL_REQUEST',
      `Expected distinct names of columns but two are ${JSON.stringify(twice)}`,
      { value: twice },
    )
  return new ArrowRows(columns, rows)
}

type Columns = readonly (readonly [name: string, values: readonly unknown[]])[]

/** Assigns members one after another, which is several times as fast as `Object.fromEntries`. */
function rowOfNames(columns: Columns, row: number): object {
  const features: Record<string, unknown> = {}
  for (const [name, values] of columns) features[name] = plain(values[row])
  return features
}

/** Makes each name an own member, even `__proto__`, which an assignment would treat as the prototype. */
function rowOfAnyNames(columns: Columns, row: number): object {
  return Object.fromEntries(columns.map(([name, values]) => [name, plain(values[row])]))
}

/** Returns a cell as JSON, including nested values: the log keeps this form. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof BigInt64Array || value instanceof BigUint64Array) return Array.from(value, Number)
  // bytes are not a list of numbers: they stay bytes and are refused
  if (ArrayBuffer.isView(value)) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}

/** Returns answers as a table: their members, and `error` and `code` if any answer has one. */
export async function answersAsArrow(answers: readonly string[]): Promise<Buffer> {
  const { tableFromArrays, tableToIPC } = await flechette()
  const all = answers.map((text) => JSON.parse(text) as Answer)
  const columns = columnsOfAnswers.flatMap(([name, cellOf]) => {
    const cells = all.map((one) => cellOf(one) ?? null)
    return cells.some((cell) => cell !== null) ? [[name, cells] as [string, unknown[]]] : []
  })
  const bytes = tableToIPC(tableFromArrays(columns), { format: 'stream' })
  return Buffer.from(bytes ?? new Uint8Array(0))
}

interface Answer {
  readonly id?: string
  readonly prediction?: unknown
  readonly probability?: number
  readonly score?: number
  readonly interval?: readonly number[]
  readonly set?: readonly unknown[]
  readonly probabilities?: readonly number[]
  readonly error?: { readonly message: string; readonly code: string }
}

/** A cell of Arrow has one value, so the labels of a set, and the probabilities of classes, are JSON text. */
const columnsOfAnswers: readonly (readonly [name: string, cellOf: (answer: Answer) => unknown])[] = [
  ['id', ({ id }) => id],
  ['prediction', ({ prediction }) => prediction],
  ['probability', ({ probability }) => probability],
  ['score', ({ score }) => score],
  ['low', ({ interval }) => interval?.[0]],
  ['high', ({ interval }) => interval?.[1]],
  ['set', ({ set }) => set && JSON.stringify(set)],
  ['probabilities', ({ probabilities }) => probabilities && JSON.stringify(probabilities)],
  ['error', ({ error }) => error?.message],
  ['code', ({ error }) => error?.code],
]
