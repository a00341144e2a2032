import { optionsWhere } from './reading-options.js'
import type { ReadOptions } from './schema.js'

/** The options that describe a further table if they are given; otherwise its schema does. */
export type GivenColumns = Pick<
  ReadOptions,
  | 'delimiter'
  | 'label'
  | 'weight'
  | 'tag'
  | 'ignore'
  | 'numeric'
  | 'categorical'
  | 'text'
  | 'boolean'
  | 'date'
>

/** The options that give columns roles. */
export const roleOptions = optionsWhere(
  ({ kind }) => kind === 'column' || kind === 'label' || kind === 'columns',
) as readonly Exclude<keyof GivenColumns, 'delimiter'>[]

/** The options of `GivenColumns`. */
export const givenOptions: readonly (keyof GivenColumns)[] = ['delimiter', ...roleOptions]

/** Returns the options of `GivenColumns`; undefined: there are none. */
export function givenColumns(options: ReadOptions): GivenColumns | undefined {
  const given = givenOptions.filter((name) => options[name] !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given.map((name) => [name, options[name]]))
}

const besideSchema: readonly (keyof ReadOptions)[] = [...givenOptions, 'format', 'header']

/** Returns the options that determine how a further table is read, whatever its schema says. */
export function optionsBesideSchema(
  options: ReadOptions,
): Pick<ReadOptions, keyof GivenColumns | 'format' | 'header'> {
  const given = besideSchema.filter((name) => options[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, options[name]]))
}
