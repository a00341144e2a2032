import { type Interaction, interactionOf } from './interactions.js'
import type { ReadingEntry } from './reading-entry.js'
import { readingEntry, readingNames } from './reading-options.js'
import type { ExpandSettings, KeptOptions, ReadOptions, Schema } from './schema.js'

/**
 * Returns the values that a schema keeps exactly as given. A model file keeps its schema as JSON, with members in the
 * order of the table: moving an option changes the bytes of models.
 */
export function keptOptions(options: ReadOptions): KeptOptions {
  const kept: Record<string, unknown> = {}
  for (const name of readingNames) {
    const entry = readingEntry(name)
    const value = options[name] ?? entry.default
    const unkept = entry.unkept ?? entry.default
    if (entry.kept === 'always' || (entry.kept === 'given' && value !== unkept)) kept[name] = value
  }
  return kept as KeptOptions
}

/** Returns the options from which `keptOptions` and `expandSettings` made a schema. */
export function optionsKept(schema: Schema): ReadOptions {
  const options: Record<string, unknown> = {}
  const members: Readonly<Record<string, unknown>> = { ...schema }
  const expand: Readonly<Record<string, unknown>> = { ...schema.expand }
  for (const name of readingNames) {
    const entry = readingEntry(name)
    const value = entry.expand === undefined ? keptValue(entry, members[name]) : expand[entry.expand]
    if (value !== undefined) options[name] = value
  }
  return options
}

/** Returns the value of an option that a schema keeps under the option's own name, given the value in the schema. */
function keptValue({ kept, unkept }: ReadingEntry, value: unknown): unknown {
  return kept === undefined ? undefined : (value ?? unkept)
}

/** The values of options with `expand` that add no features. */
const nothing: Readonly<Record<string, unknown>> = {
  boolean: false,
  string: '',
  strings: [],
  interactions: [],
  renames: [],
}

/** Returns the settings of the features that options build; undefined if they build none. */
export function expandSettings(options: ReadOptions): ExpandSettings | undefined {
  const settings: Record<string, unknown> = {}
  let any = false
  for (const name of readingNames) {
    const { expand, kind } = readingEntry(name)
    if (expand === undefined) continue
    const given = options[name] ?? nothing[kind]
    const value = kind === 'interactions' ? (given as readonly Interaction[]).map(interactionOf) : given
    settings[expand] = value
    any ||= Array.isArray(value) || typeof value === 'string' ? value.length > 0 : value === true
  }
  return any ? (settings as unknown as ExpandSettings) : undefined
}
