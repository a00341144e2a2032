import {
  flagName,
  formatNames,
  formats,
  type OptionsLike,
  optionsWhere,
  type ReadingEntry,
  type ReadingKind,
  type ReadingOption,
  type ReadOptions,
  readingEntry,
  readingGroups,
} from '@ol/spec'
import { type Command, Option } from 'commander'
import { tableFlag } from './table-flag.js'
import { collect, columnList, integer, renaming, shard } from './values.js'

/** The reading options that have a flag, by the table of reading. A flag that was not given is absent. */
export type ReadingFlags = Pick<ReadOptions, FlagName>
type FlagName = OptionsLike<{ readonly flag: object }>

/** The parser of a flag's value, by the kind of its option; without one the value is a string. */
const parsers: {
  readonly [Kind in ReadingKind]?: (entry: ReadingEntry) => (text: string, previous: never) => unknown
} = {
  whole: ({ min = 0, max = 0 }) => integer(min, max),
  milliseconds: ({ min = 0 }) => integer(min, 1e9),
  strings: () => collect,
  interactions: () => collect,
  columns: () => columnList,
  renames: () => renaming,
  shard: () => shard,
}

/** The text after the description of an option in the help, by its kind. */
const notes: { readonly [Kind in ReadingKind]?: string } = {
  format: `: ${formatNames.map((name) => (formats[name].title.toLowerCase() === name ? name : `${name} (${formats[name].title})`)).join(', ')}`,
  columns: ', comma-separated',
  strings: '; can be repeated',
  interactions: '; can be repeated',
  renames: '; can be repeated',
}

/** Adds the flags of each option of the table: none, one, or two with --no-. */
export function addReadingFlags(command: Command): Command {
  for (const { title, names } of readingGroups)
    for (const name of names)
      for (const option of optionsOf(name)) command.addOption(option.helpGroup(`${title}:`))
  return command
}

function optionsOf(name: ReadingOption): Option[] {
  const entry = readingEntry(name)
  const { flag, kind } = entry
  if (flag === undefined) return []
  const without = new Option(`--no-${flagName(name)}`, flag.without)
  if (flag.negated === 'only') return [without]
  const option = tableFlag(name, flag, `${entry.description}${notes[kind] ?? ''}`, absentOf(entry))
  const parser = parsers[kind]
  if (kind === 'format') option.choices(['auto', ...formatNames])
  else if (entry.choices !== undefined) option.choices([...entry.choices])
  else if (parser !== undefined) option.argParser(parser(entry) as (text: string) => unknown)
  return flag.negated === 'both' ? [option, without] : [option]
}

/** Returns the help's description of the default of an option; undefined: none. */
function absentOf(entry: ReadingEntry): string | number | boolean | undefined {
  const absent = entry.otherwise ?? (entry.default === false ? undefined : entry.default)
  return absent === 'none' ? undefined : absent
}

const flagged = optionsWhere(({ flag }) => flag !== undefined) as readonly FlagName[]

/** Returns the flags that were given as options of the reader. */
export function readOptions(flags: ReadingFlags): ReadingFlags {
  const given = flagged
    // commander sets a flag that has only a --no- form to true unless it is given
    .filter(
      (name) =>
        flags[name] !== undefined && !(readingEntry(name).flag?.negated === 'only' && flags[name] === true),
    )
    .map((name) => [name, flags[name]])
  return Object.fromEntries(given)
}

/** Returns the flag that sets an option of the reader to a value. */
export function flagOf(name: string, value: unknown): string {
  return `--${value === false ? 'no-' : ''}${flagName(name)}`
}
