import {
  type LabelKind,
  optionsKept,
  optionsWhere,
  type ReadOptions,
  type Schema,
  type SchemaColumn,
} from '@ol/spec'

/** Returns the options that read as a schema does, for others to override: a schema itself stands as it is. */
export function optionsOfSchema(schema: Schema): ReadOptions {
  const { format, labels, positive, labelTexts, delimiter, header, columns, labelKey, classes } = schema
  const sign = positive ?? labelTexts?.[1]
  const common: ReadOptions = {
    ...optionsKept(schema),
    format: schema.vwJson === true ? 'vwjson' : format,
    labels,
    ...(classes === undefined ? {} : { classes: classes.names?.length ? classes.names : classes.count }),
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
    header,
    label: named('label')[0] ?? null,
    ...one('weight'),
    ...one('tag'),
    numeric: named('numeric'),
    categorical: named('categorical'),
    text: named('text'),
    ignore: named('ignore'),
  }
}

/** What a model says about how its input is read. */
export interface ModelReading
  extends Pick<ReadOptions, 'hash' | 'hashSeed' | 'wide' | 'constant' | 'classes' | 'divisors'> {
  readonly labels: LabelKind
  /** that of the input it learned from, if it learned from one */
  readonly schema: Schema | undefined
}

/** The options that give columns roles. */
const roleOptions = optionsWhere(({ kind }) => kind === 'column' || kind === 'label' || kind === 'columns')
const listOptions = optionsWhere(({ kind }) => kind === 'columns')

/**
 * Returns the options that read an input for a model: as its own was read, where it had one. `given` override; a column that
 * one of them names loses the role it had.
 */
export function optionsForModel(model: ModelReading, given: ReadOptions): ReadOptions {
  const { schema, labels, classes, divisors, ...names } = model
  const isHow = new Set<string>(optionsWhere(({ part }) => part !== 'model'))
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  // how it is read and what is read of the files, not what the columns and names in them mean
  const how = Object.fromEntries(present.filter(([name]) => isHow.has(name)))
  // the index of a model is its own
  const changes = Object.fromEntries(
    present.filter(([name]) => !isHow.has(name) && name !== 'wide'),
  ) as ReadOptions
  if (schema === undefined) return { ...names, labels, classes, divisors, ...how, ...changes }
  if (Object.keys(changes).length === 0) return { schema, divisors, ...how }
  const own = optionsOfSchema(schema)
  const moved = roleOptions.flatMap((name) => (changes[name] ?? []) as string | readonly string[])
  const rest = listOptions
    .filter((name) => own[name] !== undefined)
    .map((name) => [name, (own[name] as readonly string[]).filter((column) => !moved.includes(column))])
  return { ...own, ...Object.fromEntries(rest), labels, classes, divisors, ...how, ...changes }
}
