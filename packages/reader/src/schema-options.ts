import {
  type ColumnRole,
  canonicalText,
  checkKind,
  checkPlain,
  checkReadOptions,
  checkSchemaShape,
  expandSettings,
  formatEntry,
  formatsTaking,
  givenOptions,
  isNumberText,
  type LabelKind,
  optionsBesideSchema,
  optionsKept,
  optionsWhere,
  type ReadingOption,
  type ReadOptions,
  readingEntry,
  resolveValue,
  roleOptions,
  type Schema,
  type SchemaColumn,
} from '@ol/spec'
import { canonicalLabel, decimalMark } from './token-plan/decimal-mark.js'

/**
 * Returns the options that read as a schema does, for others to override; the `schema` option itself cannot be
 * overridden.
 */
export function optionsOfSchema(schema: Schema): ReadOptions {
  checkSchemaShape(schema)
  const {
    format,
    labels,
    positive,
    labelTexts,
    delimiter,
    decimal = '.',
    header,
    columns,
    labelKey,
    classes,
  } = schema
  const sign = positive ?? labelTexts?.[1]
  const common: ReadOptions = {
    ...optionsKept(schema),
    format: schema.vwJson === true ? 'vwjson' : format,
    labels,
    ...(classes === undefined ? {} : { classes: classes.names === null ? classes.count : classes }),
    ...(sign === undefined ? {} : { positive: sign }),
  }
  if (columns === undefined) return labelKey === undefined ? common : { ...common, label: labelKey }
  const named = (role: SchemaColumn['role']): string[] =>
    columns.filter((column) => column.role === role).map((column) => column.name)
  const one = (role: 'weight' | 'tag'): ReadOptions =>
    named(role).length === 0 ? {} : { [role]: named(role)[0] }
  return {
    ...common,
    delimiter,
    decimal,
    header,
    label: named('label')[0] ?? null,
    ...one('weight'),
    ...one('tag'),
    numeric: named('numeric'),
    categorical: named('categorical'),
    text: named('text'),
    ...wordsOf(schema),
    boolean: named('boolean'),
    date: named('date'),
    ignore: named('ignore'),
  }
}

/** Returns the options about the words of text columns, if there are any. */
function wordsOf({ columns, words, charNgrams }: Schema): ReadOptions {
  if (columns?.some(({ role }) => role === 'text') !== true) return {}
  return { words: words ?? 'spaces', ...(charNgrams === undefined ? {} : { charNgrams }) }
}

/** Returns whether another, requested format has something like this option. */
function isTaken(name: ReadingOption, value: unknown, format: ReadOptions['format'] = 'auto'): boolean {
  const { needs } = readingEntry(name)
  if (format === 'auto' || needs === undefined) return true
  return formatsTaking(needs).includes(format) && (value !== null || formatEntry(format).columns)
}

/** Returns the options that models do not keep: they apply to every pass over the same files, whatever the schema. */
export function optionsOfRun(options: ReadOptions): ReadOptions {
  checkPlain(options)
  const names = optionsWhere(({ part }) => part !== 'model').filter((name) => options[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, options[name]]))
}

/** The parts of a model that determine how its input is read. */
export interface ModelReading
  extends Pick<
    ReadOptions,
    'hash' | 'hashSeed' | 'wide' | 'groups' | 'constant' | 'missingAs' | 'classes' | 'divisors'
  > {
  readonly labels: LabelKind
  /** the schema of the input that it learned from, if any */
  readonly schema: Schema | undefined
}

const listOptions = optionsWhere(({ kind }) => kind === 'columns')

/**
 * Returns the options that read an input for a model: the options of its own input, if it had one. `given` overrides
 * them; a column that `given` names loses its other role.
 */
export function optionsForModel(model: ModelReading, given: ReadOptions): ReadOptions {
  checkKind('model', model, 'object')
  checkPlain(given)
  checkReadOptions(given)
  const { schema, labels, classes, divisors, ...names } = model
  const how = optionsOfRun(given)
  // every model has its own index, and its own rule
  const others = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !(name in how) && name !== 'wide' && name !== 'groups',
  )
  if (schema === undefined)
    return { ...names, labels, classes, divisors, ...how, ...Object.fromEntries(others) }
  const own = optionsOfSchema(schema)
  const changes: ReadOptions = Object.fromEntries(others.filter(([name, value]) => !isSame(name, value, own)))
  const again = schemaWith(schema, changes)
  if (again !== undefined) return { schema: again, divisors, ...how, ...optionsBesideSchema(changes) }
  const moved = new Set(roleOptions.flatMap((name) => (changes[name] ?? []) as string | readonly string[]))
  const rest = listOptions
    .filter((name) => own[name] !== undefined)
    .map((name) => [name, (own[name] as readonly string[]).filter((column) => !moved.has(column))])
  const before = Object.entries({ ...own, ...Object.fromEntries(rest) }).filter(
    ([name, value]) => value !== undefined && isTaken(name as ReadingOption, value, changes.format),
  )
  return { ...Object.fromEntries(before), labels, classes, divisors, ...how, ...changes }
}

/** Returns whether an option adds nothing to the schema. A column name adds something, because the column must exist. */
function isSame(name: string, value: unknown, own: ReadOptions): boolean {
  const option = name as ReadingOption
  if ((givenOptions as readonly string[]).includes(name)) return false
  const entry = readingEntry(option)
  return canonicalText(resolveValue(entry, value)) === canonicalText(resolveValue(entry, own[option]))
}

/** Options that a further table takes next to its schema. */
const furtherOptions: readonly string[] = [
  ...givenOptions,
  ...(['format', 'header', 'decimal', 'missing', 'positive', 'ignoreNamespaces', 'keepNamespaces'] as const),
]

/**
 * Returns the schema by which a further table is read, whose types and forms are the model's; undefined: options say
 * that the input is not a table, or contradict the schema, so it is inferred again.
 */
function schemaWith(schema: Schema, changes: ReadOptions): Schema | undefined {
  const given = Object.keys(changes)
  if (given.length === 0) return schema
  if (schema.columns === undefined || !given.every((name) => furtherOptions.includes(name))) return undefined
  const { format = 'csv', header, decimal, missing, positive } = changes
  const isTable = format === 'auto' || format === 'jsonl' || formatEntry(format).columns
  if (!isTable || header === true || (positive !== undefined && schema.labels !== 'sign')) return undefined
  const { decimal: _, expand: __, ...others } = schema
  const mark = decimal ?? schema.decimal
  const expand = expandSettings({ ...optionsKept(schema), ...changes })
  return {
    ...others,
    ...(mark === ',' ? { decimal: mark } : {}),
    ...(missing === undefined ? {} : { missing }),
    ...(positive === undefined ? {} : { positive: String(positive), labelTexts: null }),
    ...(expand === undefined ? {} : { expand }),
  }
}

/** An option in which the reading of an input differs from the model's own input. */
export interface Difference {
  readonly option: string
  /** the column that differs, if one does */
  readonly column?: string
  readonly model: unknown
  readonly input: unknown
  /** why it must not differ */
  readonly why: string
}

/**
 * Returns the option in which an input is read differently from the model's own input, although it must not be
 * overridden; undefined: there is none.
 */
export function differenceFromModel(model: ModelReading, input: Schema): Difference | undefined {
  checkKind('model', model, 'object')
  checkSchemaShape(input)
  const { schema, hash, hashSeed, constant, missingAs, wide } = model
  // exact keys contain the others
  const names = { hash, hashSeed, constant, missingAs, wide: wide === true || input.wide === true }
  const own: ReadOptions = { ...(schema === undefined ? {} : optionsOfSchema(schema)), ...names }
  const other = optionsOfSchema(input)
  for (const option of optionsWhere(({ override }) => override?.rule === 'refused')) {
    const entry = readingEntry(option)
    const why = entry.override?.why ?? ''
    if (ofModel.includes(option) || (schema === undefined && !(option in names))) continue
    if (entry.needs === 'columns' && (schema?.columns === undefined || input.columns === undefined)) continue
    if (entry.kind === 'columns') {
      const column = otherRole(option, schema?.columns ?? [], input.columns ?? [])
      if (column !== undefined) return { option, ...column, why: apart(column) ?? why }
      continue
    }
    const [a, b] = [resolveValue(entry, own[option]), resolveValue(entry, other[option])]
    if (canonicalText(a) !== canonicalText(b)) return { option, model: a, input: b, why }
  }
  return otherPositive(model, input)
}

/**
 * Returns why an input must not name this label as the one that means +1: the model does not have two classes, or this
 * label means -1 to it (every label does, except the one that its own option named). Labels that the model does not
 * know may have another name in another file.
 */
function otherPositive({ labels, classes, schema }: ModelReading, input: Schema): Difference | undefined {
  const { positive } = input
  const mark = decimalMark(input)
  const isSame = (label: string | null | undefined) =>
    typeof label === 'string' &&
    positive !== null &&
    sameLabel(label, canonicalLabel(positive, mark) ?? positive)
  if (positive === null || isSame(schema?.positive)) return undefined
  const differs = (model: unknown, why: string) => ({ option: 'positive', model, input: positive, why })
  if (classes !== undefined) return differs(null, 'the model has classes of its own')
  if (schema === undefined) return undefined
  if (labels !== 'sign' && schema.labels !== 'sign') return differs(null, 'the model predicts numbers')
  const why = 'the label means -1 to the model'
  // every label but its own
  if (schema.positive !== null) return differs(schema.positive, why)
  const { labelTexts } = schema
  if (labelTexts !== null) return isSame(labelTexts[0]) ? differs(labelTexts[1], why) : undefined
  return isSame('-1') || isSame('0') ? differs('1', why) : undefined
}

/** Roles without features. */
const rolesApart: readonly ColumnRole[] = ['label', 'weight', 'tag']

/** Returns why a column must not change between a role with features and one without; undefined: both roles have features. */
function apart({
  model,
  input,
}: {
  readonly model: ColumnRole
  readonly input: ColumnRole
}): string | undefined {
  if (rolesApart.includes(input))
    return `the model predicts from this column, so it cannot be the ${input}: name another column (--${input})`
  return rolesApart.includes(model) ? 'the model does not predict from this column' : undefined
}

/** Returns whether two labels are equal: the same string, or the same number. */
function sameLabel(a: string, b: string): boolean {
  return a === b || (isNumberText(a) && isNumberText(b) && Number(a) === Number(b))
}

/** Options that a model determines: a reader for it never has other values. */
const ofModel = optionsWhere(({ kind }) => kind === 'schema' || kind === 'classes').concat('labels')

/** A column that both inputs have and only one of them reads in this role; it may be left out. */
function otherRole(
  role: string,
  own: readonly SchemaColumn[],
  other: readonly SchemaColumn[],
): { readonly column: string; readonly model: ColumnRole; readonly input: ColumnRole } | undefined {
  const roles = new Map(other.map((column) => [column.name, column.role]))
  for (const { name, role: a } of own) {
    const b = roles.get(name)
    if (b !== undefined && b !== 'ignore' && (a === role) !== (b === role))
      return { column: name, model: a, input: b }
  }
  return undefined
}
