import { formatEntry, formatNames } from '../formats.js'
import { isColumn } from './column-types.js'
import { kinds } from './kinds.js'
import { readingEntry, readingNames } from './reading-options.js'

type Check = (value: unknown) => boolean

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isString: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'
const absent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)

const isPair: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(isString)
const isClasses: Check = (value) => isObject(value) && kinds.classes.accepts(value, readingEntry('classes'))
const isColumns: Check = (value) => Array.isArray(value) && value.every(isColumn)

const isCount: Check = (value) =>
  Array.isArray(value) &&
  value.length === 2 &&
  isString(value[0]) &&
  Number.isSafeInteger(value[1]) &&
  value[1] > 0
const isFirstLabels: Check = (value) =>
  isObject(value) &&
  Array.isArray(value.counts) &&
  value.counts.every(isCount) &&
  Array.isArray(value.others) &&
  value.others.every(isString) &&
  isBoolean(value.declared)

/** The members of a schema besides its options. */
const members: Readonly<Record<string, Check>> = {
  format: (value) => formatNames.some((name) => formatEntry(name).tokenizer === value),
  labels: (value) => ['real', 'sign', 'count', 'class'].includes(value as string),
  positive: nullable(isString),
  labelTexts: nullable(isPair),
  classes: absent(isClasses),
  firstLabels: absent(isFirstLabels),
  labelKey: absent(isString),
  vwJson: absent(isBoolean),
  delimiter: absent((value) => isString(value) && (value as string).length === 1),
  decimal: absent((value) => value === ','),
  quotes: absent(isBoolean),
  quote: absent((value) => value === "'"),
  escape: absent((value) => value === '\\'),
  header: absent(isBoolean),
  arff: absent(isBoolean),
  columns: absent(isColumns),
  words: absent((value) => value === 'prose'),
  charNgrams: absent((value) => kinds.whole.accepts(value, readingEntry('charNgrams'))),
}

/** Returns whether a value is a schema: callers and model files may contain anything. */
export function isSchema(value: unknown): boolean {
  if (!isObject(value)) return false
  if (!Object.entries(members).every(([name, check]) => check(value[name]))) return false
  if (value.format === 'csv' && (value.columns === undefined || value.delimiter === undefined)) return false
  if (value.labels === 'class' && value.classes === undefined) return false
  const { expand } = value
  if (expand !== undefined && !isObject(expand)) return false
  return readingNames.every((name) => {
    const entry = readingEntry(name)
    const kept = entry.expand === undefined ? entry.kept && value[name] : expand?.[entry.expand]
    return kept === undefined || kept === null || kinds[entry.kind].accepts(kept, entry)
  })
}
