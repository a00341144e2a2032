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

/** Columns that are no features. */
const members = new Set(['label', 'weight', 'id'])

/** The rows of a table as requests; each is made when it is requested, so that few are in memory at once. */
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
    for (const [name, values] of this.#own) value[name] = values[row] ?? undefined
    return value
  }
}

/** Returns the rows of a table: the columns `label`, `weight` and `id` are what they say, the others features. */
export async function valuesOfArrow(bytes: Uint8Array): Promise<ArrowRows> {
  const { tableFromIPC } = await flechette()
  let columns: Columns
  let rows = 0
  try {
    const table = tableFromIPC(bytes, { useDate: true })
    rows = table.numRows
    columns = table.names.map((name, k) => [String(name), [...table.getChildAt(k)]])
  } catch (cause) {
    throw new OLError(
      'OL_REQUEST',
      `Expected a stream of Arrow but ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
  return new ArrowRows(columns, rows)
}

type Columns = readonly (readonly [name: string, values: readonly unknown[]])[]

/** Assigns members one after another, which is several times as quick as making them of entries. */
function rowOfNames(columns: Columns, row: number): object {
  const features: Record<string, unknown> = {}
  for (const [name, values] of columns) features[name] = plain(values[row])
  return features
}

/** Makes each name a member of its own, also one that assigning would take for the prototype. */
function rowOfAnyNames(columns: Columns, row: number): object {
  return Object.fromEntries(columns.map(([name, values]) => [name, plain(values[row])]))
}

/** Returns a cell as JSON has it: the log keeps it so. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'number' && Number.isNaN(value) ? null : value
}

/** Returns answers as a table: their members, and `error` where there is any. */
export async function answersAsArrow(answers: readonly string[]): Promise<Buffer> {
  const { tableFromArrays, tableToIPC } = await flechette()
  const all = answers.map((text) => JSON.parse(text) as Partial<Record<string, unknown>>)
  const names = ['id', 'prediction', 'probability', 'score'].filter((name) =>
    all.some((one) => one[name] !== undefined),
  )
  const arrays: [string, unknown[]][] = names.map((name) => [name, all.map((one) => one[name] ?? null)])
  if (all.some(({ interval }) => interval !== undefined))
    for (const [end, name] of ['low', 'high'].entries())
      arrays.push([name, all.map(({ interval }) => (interval as number[] | undefined)?.[end] ?? null)])
  // a cell of Arrow has one value: the labels of a set are a list of JSON
  if (all.some(({ set }) => set !== undefined))
    arrays.push(['set', all.map(({ set }) => (set === undefined ? null : JSON.stringify(set)))])
  if (all.some(({ error }) => error !== undefined))
    arrays.push([
      'error',
      all.map(({ error }) => (error as { message: string } | undefined)?.message ?? null),
    ])
  const bytes = tableToIPC(tableFromArrays(arrays), { format: 'stream' })
  return Buffer.from(bytes ?? new Uint8Array(0))
}
