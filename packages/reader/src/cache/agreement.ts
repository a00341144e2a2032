import {
  canonicalText,
  type Divisors,
  invalid,
  optionsBesideSchema,
  type ReadingOption,
  type ReadOptions,
  type ResolvedOptions,
  readingEntry,
  readingNames,
  resolveReadOptions,
  resolveValue,
  type Schema,
  valueText,
} from '@ol/spec'
import type { Agreement } from './cache-format.js'

/**
 * Returns what a cache that is made with these options must agree on. A schema overrides the other options of a model,
 * except `optionsBesideSchema`.
 *
 * @throws OLError OL_PARAMETER for divisors that are a function: two of them cannot be compared
 */
export async function agreementOf(options: ReadOptions): Promise<Agreement> {
  const { schema } = options
  const resolved = {
    ...resolveReadOptions(options, schema === undefined ? ['model', 'cache'] : ['cache']),
    ...(schema === undefined ? {} : resolvedBeside(options)),
    schema: schema === undefined ? null : await hashOf(encoder.encode(canonicalText(schema))),
    divisors: await hashOfDivisors(options.divisors),
  }
  return {
    key: await hashOf(encoder.encode(canonicalText(resolved))),
    options: resolved,
  }
}

function resolvedBeside(options: ReadOptions): ResolvedOptions {
  const given = Object.entries(optionsBesideSchema(options))
  return Object.fromEntries(
    given.map(([name, value]) => [name, resolveValue(readingEntry(name as ReadingOption), value)]),
  )
}

/**
 * Returns why a cache made with `made` cannot replace its files; undefined: it can.
 */
export async function whyOther(
  made: Agreement,
  schema: Schema,
  options: ReadOptions,
): Promise<string | undefined> {
  const requested = await agreementOf(options)
  if (options.schema === undefined)
    return made.key === requested.key ? undefined : difference(made.options, requested.options)
  // a cache that was made with the same schema and the same other options has the schema that followed from both
  if (made.options.schema === requested.options.schema)
    return made.key === requested.key ? undefined : difference(made.options, requested.options)
  const { schema: _, ...others } = requested.options
  return otherSchema(schema, options.schema) ?? differenceIn(Object.keys(others), made.options, others)
}

/**
 * Returns how a schema differs from the known one; undefined: it does not. More class names may follow the known ones.
 */
function otherSchema(made: Schema, known: Schema): string | undefined {
  const { classes: a, ...rest } = made
  const { classes: b, ...others } = known
  const names = Object.keys({ ...rest, ...others })
  const other = differenceIn(names, rest, others)
  if (other !== undefined) return other
  const same =
    a?.count === b?.count &&
    ((a?.names ?? null) === null) === ((b?.names ?? null) === null) &&
    (a?.names ?? []).every((name, k) => name === b?.names?.[k])
  return same ? undefined : `it was made with classes ${shown(a)}, not ${shown(b)}`
}

function difference(made: ResolvedOptions, requested: ResolvedOptions): string {
  const names = Object.keys({ ...made, ...requested })
  return differenceIn(names, made, requested) ?? 'it was made with other options'
}

/** Returns the first of these members in which two objects differ. */
export function differenceIn(names: readonly string[], made: object, requested: object): string | undefined {
  const member = (of: object, name: string): unknown => (of as Readonly<Record<string, unknown>>)[name]
  const other = names.find(
    (name) => canonicalText(member(made, name)) !== canonicalText(member(requested, name)),
  )
  return other === undefined ? undefined : madeWith(other, member(made, other), member(requested, other))
}

/** Returns the description of one difference. */
export function madeWith(name: string, made: unknown, requested: unknown): string {
  const option = readingNames.find((other) => other === name)
  const words = option === undefined ? undefined : readingEntry(option).follows
  if (words !== undefined)
    return `it was made ${words[Number(made === true)]}, not ${words[Number(requested === true)]}`
  return `it was made with ${name} ${shown(made)}, not ${shown(requested)}`
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'by default'
  return typeof value === 'object' ? JSON.stringify(value).slice(0, 80) : valueText(value)
}

/** Divisors as `Agreement.options` has them. */
export async function hashOfDivisors(divisors: Divisors | undefined): Promise<unknown> {
  if (divisors === undefined) return null
  if (typeof divisors === 'function')
    throw invalid('OL_PARAMETER', 'divisors', 'a Float64Array where a cache is made', divisors)
  const bytes = new Uint8Array(divisors.buffer, divisors.byteOffset, divisors.byteLength)
  return { length: divisors.length, sha256: await hashOf(bytes) }
}

const encoder = new TextEncoder()

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
