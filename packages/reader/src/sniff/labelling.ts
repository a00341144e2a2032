import { limits, type ReadOptions, type Schema, type SchemaColumn } from '@ol/spec'
import { findClasses } from './class-names.js'
import { headLabels } from './good-labels.js'
import { type Head, headBytes } from './head.js'
import { areStrings, countLabels, findLabelStrings, jsonLabels } from './label-kinds.js'
import type { SampleRecord } from './records.js'

/** Returns the labels of the good lines of a head. */
type GoodLabels = () => readonly string[]

/** Returns the schema of formats whose labels come first; it infers the classes from the first lines. */
export function headSchema(
  common: Schema,
  head: Head,
  options: ReadOptions,
  file: string | undefined,
): Schema {
  if (common.labels !== 'class' && options.labels !== 'any') return common
  return { ...common, ...classesOf(() => headLabels(head, common, [], 0, options), common, options, file) }
}

/** Returns the schema of JSON Lines or counts; it infers the kind of labels from the first lines. */
export function labelSchema(
  common: Schema,
  head: Head,
  options: ReadOptions,
  file: string | undefined,
): Schema {
  const labelKey = typeof options.label === 'string' ? options.label : undefined
  const schema = labelKey === undefined ? common : { ...common, labelKey }
  if (common.positive !== null) return schema
  const good = () => headLabels(head, schema, [], 0, options)
  const classes = classesOf(good, common, options, file)
  if (classes !== undefined) return { ...schema, ...classes }
  const bytes = headBytes(head)
  const rows = common.format === 'counts' ? countLabels(bytes) : jsonLabels(bytes, labelKey)
  const texts = rows.map(({ fields }) => fields[0])
  return {
    ...schema,
    labelTexts: findLabelStrings(ofGood(texts, good), labelKey ?? 'label', common.labels, file),
  }
}

/** Returns what the strings of a label column mean: -1 and +1, classes, or plain numbers. */
export function labelling(
  rows: readonly SampleRecord[],
  label: number,
  columns: readonly SchemaColumn[],
  common: Schema,
  options: ReadOptions,
  file: string | undefined,
  good: GoodLabels,
): Pick<Schema, 'labelTexts'> & Partial<Pick<Schema, 'labels' | 'classes'>> {
  const classes = classesOf(label < 0 ? () => [] : good, common, options, file)
  if (classes !== undefined) return { labelTexts: null, ...classes }
  if (label < 0 || common.positive !== null) return { labelTexts: null }
  const texts = rows.map(({ fields }) => fields[label])
  return { labelTexts: findLabelStrings(ofGood(texts, good), columns[label].name, common.labels, file) }
}

/** Returns labels, without those that only bad lines have if there are more strings than two. */
function ofGood(labels: readonly (string | undefined)[], good: GoodLabels): readonly (string | undefined)[] {
  if (!areStrings(labels) || new Set(labels).size <= 2) return labels
  const known = new Set(good())
  return labels.filter((text) => text === undefined || known.has(text))
}

/** Returns the classes that labels name, if they name any. */
function classesOf(
  good: GoodLabels,
  common: Schema,
  options: ReadOptions,
  file: string | undefined,
): Pick<Schema, 'labels' | 'classes'> | undefined {
  const named = typeof options.classes === 'object'
  if (common.labels === 'class')
    return { labels: 'class', classes: findClasses(named ? [] : good(), options, file) }
  if (options.labels !== 'any' || common.positive !== null) return undefined
  const labels = good()
  if (!areStrings(labels)) return undefined
  return { labels: 'class', classes: findClasses(labels, { classes: limits.maxClasses }, file) }
}
