import {
  type LabelKind,
  optionsKept,
  optionsWhere,
  type ReadOptions,
  type Schema,
  type SchemaColumn,
} from '@ol/spec'

/**
 * Returns the options that read as a schema does, for others to override; the `schema` option itself cannot be
 * overridden.
 */
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

/** The parts of a model that say how its input is read. */
export interface ModelReading
  extends Pick<ReadOptions, 'hash' | 'hashSeed' | 'wide' | 'constant' | 'classes' | 'divisors'> {
  readonly labels: LabelKind
  /** that of the input it learned from, if any */
  readonly schema: Schema | undefined
}

/** The options that give columns roles. */
const roleOptions = optionsWhere(({ kind }) => kind === 'column' || kind === 'label' || kind === 'columns')
const listOptions = optionsWhere(({ kind }) => kind === 'columns')

/**
 * Returns the options that read an input for a model: those of its own input, where it had one. `given` overrides them;
 * a column that `given` names loses its other role.
 */
export function optionsForModel(model: ModelReading, given: ReadOptions): ReadOptions {
  const { schema, labels, classes, divisors, ...names } = model
  const isHow = new Set<string>(optionsWhere(({ part }) => part !== 'model'))
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  // the format of the files, not the meaning of their columns and names
  const how = Object.fromEntries(present.filter(([name]) => isHow.has(name)))
  // every model has its own index
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
