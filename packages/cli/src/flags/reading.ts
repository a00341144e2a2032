import type { Format } from '@ol/reader'
import type { Command } from 'commander'
import { Option } from 'commander'
import { columnList, integer } from './values.js'

/** How the input is read. A flag that was not given is absent. */
export interface ReadingFlags {
  readonly format?: 'auto' | Format
  readonly delimiter?: string
  readonly header?: boolean
  readonly label?: string
  readonly weight?: string
  readonly tag?: string
  readonly numeric?: readonly string[]
  readonly categorical?: readonly string[]
  readonly ignore?: readonly string[]
  readonly positive?: string
  readonly hash?: 'strings' | 'all'
  readonly hashSeed?: number
  /** false with --no-constant */
  readonly constant?: boolean
  readonly strict?: boolean
}

const group = 'Reading:'

export function addReadingFlags(command: Command): Command {
  const add = (option: Option): Command => command.addOption(option.helpGroup(group))
  add(
    new Option(
      '--format <name>',
      'vw, svmlight, csv, tsv, or auto: found out from the first lines (default: auto)',
    ).choices(['auto', 'vw', 'svmlight', 'csv', 'tsv']),
  )
  add(new Option('--delimiter <char>', 'between columns: one character, tab or space (default: found out)'))
  add(new Option('--header', 'the first line holds the names of the columns (default: found out)'))
  add(new Option('--no-header', 'the first line is data'))
  add(
    new Option(
      '--label <column>',
      'name or number of the label column, from 1, negative from the end (default: label, target, class or y, else the last)',
    ),
  )
  add(new Option('--weight <column>', 'column of example weights'))
  add(new Option('--tag <column>', 'column that names the examples in predictions'))
  add(
    new Option('--numeric <columns>', 'columns read as numbers, with commas between them').argParser(
      columnList,
    ),
  )
  add(new Option('--categorical <columns>', 'columns read as texts').argParser(columnList))
  add(new Option('--ignore <columns>', 'columns left out').argParser(columnList))
  add(new Option('--positive <text>', 'the label that means +1; every other means -1'))
  add(
    new Option(
      '--hash <mode>',
      'strings: whole numbers are their own hash; all: everything is hashed (default: strings)',
    ).choices(['strings', 'all']),
  )
  add(new Option('--hash-seed <n>', 'seed of the hashes (default: 0)').argParser(integer(0, 2 ** 32 - 1)))
  add(new Option('--no-constant', 'leave out the feature that is 1 in every example'))
  add(new Option('--strict', 'stop at the first bad line, with exit code 65'))
  return command
}
