import {
  type FirstLabels,
  limits,
  mostNamedClasses,
  OLError,
  type ReadOptions,
  type Schema,
  type SchemaColumn,
  withFile,
} from '@ol/spec'
import { canonicalLabel, decimalMark } from '../token-plan/decimal-mark.js'
import { bareLabel } from './cell-text.js'
import { findClasses } from './class-names.js'
import { decideTask } from './decide-task.js'
import { headLabels } from './good-labels.js'
import { type Head, headBytes } from './head.js'
import { areStrings, countedLabels, countLabels, findLabelStrings, jsonLabels } from './label-kinds.js'
import { isFixedMember } from './label-member.js'
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
  const good = () => headLabels(head, common, [], 0, options)
  const decided = decidedBy(good, common, options, file)
  if (decided !== undefined) return { ...common, ...decided }
  if (common.labels !== 'class' && options.labels !== 'any') return common
  return { ...common, ...classesOf(good, common, options, file) }
}

/**
 * Returns the schema of JSON Lines or counts; it infers the kind of labels from the first lines. `member`: the label, if
 * its name is known.
 */
export function labelSchema(
  common: Schema,
  head: Head,
  member: string | undefined,
  options: ReadOptions,
  file: string | undefined,
): Schema {
  const labelKey = options.label === undefined && isFixedMember(member) ? undefined : member
  const schema = labelKey === undefined ? common : { ...common, labelKey }
  const good = () => headLabels(head, schema, [], 0, options)
  const decided = decidedBy(good, common, options, file)
  if (decided !== undefined) return { ...schema, ...decided }
  if (common.positive !== null) return schema
  const classes = classesOf(good, common, options, file)
  if (classes?.labels === 'class') return { ...schema, ...classes }
  const bytes = headBytes(head)
  const texts = common.format === 'counts' ? countLabels(bytes) : jsonLabels(bytes, labelKey)
  return {
    ...schema,
    ...classes,
    labelTexts: findLabelStrings(ofGood(texts, good), labelKey ?? 'label', common.labels, file),
  }
}

/** Returns the meaning of the strings of a label column: -1 and +1, classes, or plain numbers. */
export function labelling(
  rows: readonly SampleRecord[],
  label: number,
  columns: readonly SchemaColumn[],
  common: Schema,
  options: ReadOptions,
  file: string | undefined,
  good: GoodLabels,
): Pick<Schema, 'labelTexts'> & Partial<Pick<Schema, 'labels' | 'classes' | 'firstLabels'>> {
  const decided = decidedBy(label < 0 ? () => [] : good, common, options, file)
  if (decided !== undefined) return decided
  const classes = classesOf(label < 0 ? () => [] : good, common, options, file)
  if (classes?.labels === 'class') return { labelTexts: null, ...classes }
  if (label < 0 || common.positive !== null) return { labelTexts: null, ...classes }
  const mark = decimalMark(common)
  const absent = options.missingAs === 'absent'
  const texts = rows.map(({ fields: { [label]: text } }) =>
    text === undefined ? undefined : canonicalLabel(absent ? text : bareLabel(text, mark), mark),
  )
  return {
    labelTexts: findLabelStrings(ofGood(texts, good), columns[label].name, common.labels, file),
    ...classes,
  }
}

/** Returns the labels; if there are more strings than two, without those that only bad lines have. */
function ofGood(labels: readonly (string | undefined)[], good: GoodLabels): readonly (string | undefined)[] {
  if (!areStrings(countedLabels(labels)) || new Set(labels).size <= 2) return labels
  const known = new Set(good())
  return labels.filter((text) => text === undefined || known.has(text))
}

/** Thrown if the first labels have fewer than two values and labels of further inputs are needed. */
export class FewLabels extends Error {
  readonly labels: readonly string[]

  constructor(labels: readonly string[]) {
    super('fewer than two labels')
    this.labels = labels
  }
}

/** Options of an input for which a task is decided. */
export interface SniffOptions extends ReadOptions {
  /** labels of further inputs; 'wanted': they are available on request */
  readonly otherLabels?: readonly string[] | 'wanted'
  /** receives the labels; then nothing is decided from them */
  readonly onLabels?: (labels: readonly string[]) => void
  /** receives the names of two classes of which at most one has occurred */
  readonly onLone?: (names: readonly [string, string]) => void
  /** whether `otherLabels` are classes that the header declares */
  readonly declared?: boolean
}

/** Returns the labels of the good lines; if there are few, requests the labels of further inputs. */
function ownLabels(good: GoodLabels, { otherLabels, onLabels }: SniffOptions): readonly string[] {
  const own = good()
  onLabels?.(own)
  if (onLabels === undefined && otherLabels === 'wanted' && new Set(own).size < 2) throw new FewLabels(own)
  return own
}

function furtherLabels({ otherLabels }: SniffOptions): readonly string[] {
  return typeof otherLabels === 'string' ? [] : (otherLabels ?? [])
}

/** Returns the meaning of the labels when a task must be decided. */
export function decidedBy(
  good: GoodLabels,
  common: Schema,
  options: SniffOptions,
  file: string | undefined,
): (Pick<Schema, 'labelTexts'> & Partial<Pick<Schema, 'labels' | 'classes'>>) | undefined {
  const { task, labels, classes, onLabels, onLone } = options
  if (task === undefined || classes !== undefined) return undefined
  if (common.positive !== null) return { labels: 'sign', labelTexts: null }
  try {
    const own = ownLabels(good, options)
    if (onLabels !== undefined) return { labels: 'real', labelTexts: null }
    const all = [...own, ...furtherLabels(options)]
    const decision = decideTask(all, task, labels)
    if (decision.task === 'binary' && new Set(all).size < 2) onLone?.(decision.names ?? ['-1', '1'])
    if (decision.task === 'regression')
      return { labels: labels === 'count' ? labels : 'real', labelTexts: null }
    if (decision.task === 'multiclass')
      return { labels: 'class', labelTexts: null, classes: decision.classes }
    return { labels: 'sign', labelTexts: decision.names === undefined ? null : [...decision.names] }
  } catch (error) {
    if (file === undefined || !(error instanceof OLError)) throw error
    throw withFile(error, file)
  }
}

/** Returns the classes that labels name, if they name any. */
function classesOf(
  good: GoodLabels,
  common: Schema,
  options: SniffOptions,
  file: string | undefined,
): Pick<Schema, 'labels' | 'classes' | 'firstLabels'> | undefined {
  const named = typeof options.classes === 'object'
  if (common.labels === 'class')
    return { labels: 'class', classes: findClasses(named ? [] : good(), options, file) }
  if (options.labels !== 'any' || common.positive !== null) return undefined
  const labels = ownLabels(good, options)
  const first = options.task === undefined ? { firstLabels: firstLabels(labels, options) } : {}
  if (!areStrings(countedLabels(labels))) return { labels: common.labels, ...first }
  const classes = findClasses(labels, { classes: limits.maxClasses }, file)
  return { labels: 'class', classes: { ...classes, grows: true }, ...first }
}

/** Returns labels as a schema keeps them: more labels than there can be classes decide nothing. */
function firstLabels(labels: readonly string[], options: SniffOptions): FirstLabels {
  const counts = new Map<string, number>()
  for (const text of labels)
    if (counts.has(text) || counts.size <= mostNamedClasses) counts.set(text, (counts.get(text) ?? 0) + 1)
  return { counts: [...counts], others: furtherLabels(options), declared: options.declared === true }
}

/** Returns the meaning of the labels of a cache for a task, as the first lines of its files would decide it. */
export function decidedByFirst(
  { counts, others, declared }: FirstLabels,
  schema: Schema,
  options: SniffOptions,
  file: string | undefined,
): ReturnType<typeof decidedBy> {
  const good = () => counts.flatMap(([text, count]) => new Array<string>(count).fill(text))
  const further = [...others, ...furtherLabels(options)]
  const ofHeader = declared
    ? declaredLabels(others, options)
    : { otherLabels: options.otherLabels === 'wanted' && others.length === 0 ? ('wanted' as const) : further }
  return decidedBy(good, schema, { ...options, ...ofHeader }, file)
}

/** Returns how to read labels if a header declares all classes, numbers or not: the first rows may have only some of them. */
export function declaredLabels(
  declared: readonly string[],
  options: SniffOptions,
): Pick<SniffOptions, 'labels' | 'otherLabels' | 'declared'> {
  const { task, labels } = options
  if (task === 'binary') return {}
  return { labels: labels ?? 'class', otherLabels: [...declared, ...furtherLabels(options)], declared: true }
}
