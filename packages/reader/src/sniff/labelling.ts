import { limits, type ReadOptions, type Schema, type SchemaColumn } from '@ol/spec'
import { findClasses, firstTokens } from './class-names.js'
import { type Head, headText } from './head.js'
import { areStrings, countLabels, findLabelStrings, jsonLabels } from './label-kinds.js'
import type { SampleRecord } from './records.js'

/** Returns the schema of formats whose labels come first; it infers the classes from the first lines. */
export function headSchema(
  common: Schema,
  head: Head,
  options: ReadOptions,
  file: string | undefined,
): Schema {
  if (common.labels !== 'class' && options.labels !== 'any') return common
  const text = headText(head)
  return { ...common, ...classesOf([...firstTokens(text)], common, options, file) }
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
  const text = headText(head)
  const rows = common.format === 'counts' ? countLabels(text) : jsonLabels(text, labelKey)
  const texts = rows.map(({ fields }) => fields[0])
  const classes = classesOf(texts, common, options, file)
  if (classes !== undefined) return { ...schema, ...classes }
  return { ...schema, labelTexts: findLabelStrings(rows, 0, labelKey ?? 'label', common.labels, file) }
}

/** Returns what the strings of a label column mean: -1 and +1, classes, or plain numbers. */
export function labelling(
  rows: readonly SampleRecord[],
  label: number,
  columns: readonly SchemaColumn[],
  common: Schema,
  options: ReadOptions,
  file: string | undefined,
): Pick<Schema, 'labelTexts'> & Partial<Pick<Schema, 'labels' | 'classes'>> {
  const texts = label < 0 ? [] : rows.map(({ fields }) => fields[label])
  const classes = classesOf(texts, common, options, file)
  if (classes !== undefined) return { labelTexts: null, ...classes }
  if (label < 0 || common.positive !== null) return { labelTexts: null }
  return { labelTexts: findLabelStrings(rows, label, columns[label].name, common.labels, file) }
}

/** Returns the classes that labels name, if they name any. */
function classesOf(
  labels: readonly (string | undefined)[],
  common: Schema,
  options: ReadOptions,
  file: string | undefined,
): Pick<Schema, 'labels' | 'classes'> | undefined {
  if (common.labels === 'class') return { labels: 'class', classes: findClasses(labels, options, file) }
  if (options.labels !== 'any' || common.positive !== null || !areStrings(labels)) return undefined
  return { labels: 'class', classes: findClasses(labels, { classes: limits.maxClasses }, file) }
}
