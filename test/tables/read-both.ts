import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { hashText } from '@ol/numerics'
import { type ReadReport, read, type Source, stats } from '@ol/reader'
import type { OLError, ReadOptions, Schema, TokenBackend } from '@ol/spec'
import { expect } from 'vitest'
import { bytesOf, collect } from '../../packages/reader/test/collect.js'

const native = load()
/** The backends that read: the fallback, and the addon where it is there. */
export const tokenBackends: readonly TokenBackend[] =
  'backend' in native ? [fallback, native.backend] : [fallback]

/** The result of a reading, with either backend. */
export interface Reading {
  readonly schema: Schema
  readonly report: ReadReport
  /** `line label features`, the features by hash */
  readonly examples: readonly string[]
  readonly names: readonly string[]
  /** the role of each column, and of columns with a form that too: `numeric percent` */
  readonly roles: Readonly<Record<string, string>>
  readonly notices: readonly string[]
}

/** Returns text as bytes. */
export function sourceOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? bytesOf(text) : text
}

/** Reads strings with both backends, which must give the same, and returns what they gave. */
export async function readBoth(
  texts: string | Uint8Array | readonly (string | Uint8Array)[],
  options: ReadOptions = {},
): Promise<Reading> {
  const sources: Source[] = (Array.isArray(texts) ? texts : [texts]).map(sourceOf)
  const [own, ...others] = await Promise.all(
    tokenBackends.map((backend) => collect(sources, { labels: 'any', ...options, backend })),
  )
  for (const other of others) {
    expect(other.examples).toEqual(own.examples)
    expect(other.report).toEqual(own.report)
    expect(other.schema).toEqual(own.schema)
  }
  const { schema, report, examples } = own
  if (schema === undefined) throw new Error('no schema')
  const columns = schema.columns ?? []
  return {
    schema,
    report,
    examples,
    names: columns.map(({ name }) => name),
    roles: Object.fromEntries(
      columns.map(({ name, role, form }) => [name, form === undefined ? role : `${role} ${form}`]),
    ),
    notices: (report.warnings ?? []).map(({ why }) => why),
  }
}

/** Returns the error of a reading, which both backends must give. */
export async function refusal(
  texts: Parameters<typeof readBoth>[0],
  options: ReadOptions = {},
): Promise<Pick<OLError, 'code' | 'message' | 'line'>> {
  const sources = (Array.isArray(texts) ? texts : [texts]).map(sourceOf)
  const errors = await Promise.all(
    tokenBackends.map((backend) =>
      collect(sources, { labels: 'any', ...options, backend }).then(
        () => undefined,
        (error: OLError) => ({ code: error.code, message: error.message, line: error.line }),
      ),
    ),
  )
  const [own] = errors
  for (const error of errors) expect(error).toEqual(own)
  if (own === undefined) throw new Error('expected an error but it was read')
  return own
}

/** Returns the features of an example by name, `name` for a number and `column=value` for a category; `?`: by none of them. */
export function featuresOf(example: string, names: readonly string[], label = 1): readonly string[] {
  const byHash = new Map<string, string>()
  for (const name of names) {
    const equals = name.indexOf('=')
    const column = hashText(equals < 0 ? name : name.slice(0, equals), 0, 'strings')
    byHash.set(String(equals < 0 ? column : hashText(name.slice(equals + 1), column, 'all')), name)
  }
  return example
    .split(' ')
    .slice(1 + label)
    .map((word) => {
      const [index, value] = word.split(':')
      const name = byHash.get(index) ?? '?'
      return name.includes('=') && value === '1' ? name : `${name}:${value}`
    })
}

/** Returns the values of a column of numbers, one for each example that has it. */
export function numbersOf({ examples }: Reading, column: string): readonly number[] {
  const index = String(hashText(column, 0, 'strings'))
  return examples.flatMap((line) =>
    line
      .split(' ')
      .filter((word) => word.startsWith(`${index}:`))
      .map((word) => Number(word.slice(index.length + 1))),
  )
}

/** Returns the statistics of the columns of a string. */
export async function columnStats(text: string, options: ReadOptions = {}) {
  return (await stats(read(sourceOf(text), { labels: 'any', ...options }))).columns ?? []
}

/** Returns `count` lines, each made from its number. */
export function rows(count: number, line: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => `${line(k)}\n`).join('')
}
