import {
  canonicalText,
  formatEntry,
  optionsWhere,
  type ReadingOption,
  type ReadOptions,
  readingEntry,
  resolveValue,
  type Schema,
} from '@ol/spec'
import { optionsOfSchema } from '../schema-options.js'
import { differenceIn, hashOfDivisors, madeWith } from './agreement.js'
import type { Agreement } from './cache-format.js'

const modelOptions = optionsWhere(({ part, kind }) => part === 'model' && kind !== 'schema')
const keptNames = optionsWhere(({ kept }) => kept !== undefined).filter(
  (name) => name !== 'wide' && name !== 'groups',
)

/**
 * Returns how a cache that is read by its name differs from what is requested; undefined: it does not. Options that are
 * not given have the cache's values. Labels that were read as numbers may also be labels of two classes, or counts; the
 * reader checks each. `decided`: its labels are as they were written, and fit every kind.
 */
export async function otherThanRequested(
  schema: Schema,
  made: Agreement,
  options: ReadOptions,
  known: Schema | undefined,
  decided = false,
): Promise<string | undefined> {
  const own = decided ? withoutLabels(options) : options
  return (
    (known === undefined ? otherOptions(schema, own) : otherThanKnown(schema, known, decided)) ??
    (await otherDivisors(schema, made, options))
  )
}

function withoutLabels({ task: _, labels: __, classes: ___, ...others }: ReadOptions): ReadOptions {
  return others
}

function otherOptions(schema: Schema, options: ReadOptions): string | undefined {
  const made = optionsOfSchema(schema)
  const other = modelOptions.find(
    (name) => options[name] !== undefined && !agrees(name, schema, made, options),
  )
  return other === undefined ? undefined : madeWith(other, made[other], options[other])
}

/** Returns how a cache differs from the schema of an earlier reading or of a model; undefined: it does not. */
function otherThanKnown(schema: Schema, known: Schema, decided: boolean): string | undefined {
  const columns = known.columns === undefined ? [] : ['columns']
  const texts = decided ? [] : ['labelTexts']
  const { labels, classes, wide } = known
  return (
    differenceIn([...keptNames, 'expand', 'positive', ...texts, ...columns], schema, known) ??
    otherOptions(schema, decided ? { wide } : { labels, wide }) ??
    (decided || classes === undefined || areClasses(schema, classes)
      ? undefined
      : madeWith('classes', schema.classes, classes))
  )
}

/** The learner divides features that were not divided when the cache was made, but cannot divide their products. */
async function otherDivisors(
  { expand }: Schema,
  { options: made }: Agreement,
  { divisors }: ReadOptions,
): Promise<string | undefined> {
  const [a, b] = [
    made.divisors ?? null,
    typeof divisors === 'function' ? 'a function' : await hashOfDivisors(divisors),
  ]
  if (b === null || canonicalText(a) === canonicalText(b) || (a === null && expand === undefined))
    return undefined
  return madeWith('divisors', a, b)
}

function agrees(name: ReadingOption, schema: Schema, made: ReadOptions, options: ReadOptions): boolean {
  if (name === 'format') return isFormat(schema, options)
  if (name === 'wide') return options.wide === false || schema.wide === true
  if (name === 'labels') {
    const { labels } = options
    return labels === 'any' || labels === schema.labels || (schema.labels === 'real' && labels !== 'class')
  }
  if (name === 'task') {
    const { task } = options
    return task === 'auto' || (tasksOf[schema.labels] as readonly unknown[]).includes(task)
  }
  if (name === 'classes') {
    const { labels, classes } = options
    if (labels !== 'class' || classes === undefined) return true
    // with a number of classes, the names are detected
    if (typeof classes === 'number') return schema.classes === undefined || schema.classes.count === classes
    return areClasses(schema, 'count' in classes ? classes : { count: classes.length, names: classes })
  }
  const entry = readingEntry(name)
  const columns = schema.columns ?? []
  // of columns with the same name, the first is set last and remains
  const named = new Map(columns.map(({ name }, place) => [name, place] as const).toReversed())
  const places = (value: unknown) => placesOf(value, schema, named)
  if (entry.kind === 'columns') {
    const all = new Set(places(made[name]) as unknown[])
    return (places(options[name]) as unknown[]).every((place) => all.has(place))
  }
  if (entry.kind === 'column' || entry.kind === 'label') return places(made[name]) === places(options[name])
  const text = (value: unknown) => canonicalText(resolveValue(entry, value))
  return text(made[name]) === text(options[name])
}

/** The tasks that a cache of labels of a kind can be read for; its numbers may be labels of two classes. */
const tasksOf = {
  real: ['regression', 'binary'],
  count: ['regression', 'binary'],
  sign: ['binary'],
  class: ['multiclass'],
} as const

function isFormat(schema: Schema, { format = 'auto' }: ReadOptions): boolean {
  if (format === 'auto') return true
  return formatEntry(format).tokenizer === schema.format && (format === 'vwjson') === (schema.vwJson === true)
}

/** Returns whether the class names are equal, as far as both have them. */
function areClasses({ classes: made }: Schema, { count, names }: NonNullable<Schema['classes']>): boolean {
  if (made === undefined) return true
  return (
    made.count === count &&
    (made.names === null) === (names === null) &&
    (made.names ?? []).every((name, k) => k >= (names ?? []).length || name === names?.[k])
  )
}

/** Columns by their places, where they are known: a name takes precedence over a number. */
function placesOf(value: unknown, schema: Schema, names: ReadonlyMap<string, number>): unknown {
  const { columns } = schema
  if (Array.isArray(value)) return value.map((column) => placesOf(column, schema, names))
  if (columns === undefined || value === undefined || value === null) return value ?? null
  const named = names.get(value as string)
  if (named !== undefined) return named
  const number = Number(value)
  return Number.isInteger(number) ? (number > 0 ? number - 1 : columns.length + number) : value
}
