import { type Format, formatsWhere } from '../formats.js'
import { columnOptions } from './column-options.js'
import { featureOptions } from './feature-options.js'
import { hashingOptions } from './hashing-options.js'
import { inputOptions } from './input-options.js'
import { labelOptions } from './label-options.js'
import type { ReadingEntry } from './reading-entry.js'
import { runOptions } from './run-options.js'

/** The table with the types of all its values. */
export type ReadingTable = typeof inputOptions &
  typeof columnOptions &
  typeof labelOptions &
  typeof hashingOptions &
  typeof featureOptions &
  typeof runOptions

/** Every reading option, by its name in the API. */
export const readingOptions: ReadingTable = {
  ...inputOptions,
  ...columnOptions,
  ...labelOptions,
  ...hashingOptions,
  ...featureOptions,
  ...runOptions,
}

/** The groups in which help and docs show the options that a user can give. */
export const readingGroups: readonly { readonly title: string; readonly names: readonly ReadingOption[] }[] =
  [
    { title: 'The input', names: namesOf(inputOptions) },
    { title: 'Columns', names: namesOf(columnOptions) },
    { title: 'Labels', names: namesOf(labelOptions) },
    { title: 'Features and their names', names: namesOf(hashingOptions) },
    { title: 'Features built from features', names: namesOf(featureOptions) },
    { title: 'Batches, limits and resources', names: namesOf(runOptions) },
  ]

export type ReadingOption = keyof ReadingTable

/** The names of all options, in the order of the table. */
export const readingNames: readonly ReadingOption[] = namesOf(readingOptions)

// does not compile if an entry is not a `ReadingEntry`
const entries: { readonly [Name in ReadingOption]: ReadingEntry } = readingOptions

/** Returns the entry of an option, with the members that only some have. */
export function readingEntry(name: ReadingOption): ReadingEntry {
  return entries[name]
}

/** Returns the names of the options whose entry passes a test. */
export function optionsWhere(test: (entry: ReadingEntry) => boolean): readonly ReadingOption[] {
  return readingNames.filter((name) => test(entries[name]))
}

/** Returns the formats that take an option. */
export function formatsTaking(needs: ReadingEntry['needs']): readonly Format[] {
  return formatsWhere(
    ({ columns, label }) =>
      needs === undefined || (needs === 'columns' ? columns : label === 'column' || label === 'member'),
  )
}

function namesOf(table: object): readonly ReadingOption[] {
  return Object.keys(table) as ReadingOption[]
}
