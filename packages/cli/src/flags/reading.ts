import { type Format, formats } from '@ol/reader'
import type { Command } from 'commander'
import { Option } from 'commander'
import { collect, columnList, integer, renaming } from './values.js'

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
  readonly text?: readonly string[]
  readonly ignore?: readonly string[]
  readonly interactions?: readonly string[]
  readonly permutations?: boolean
  readonly ignoreNamespaces?: string
  readonly keepNamespaces?: string
  readonly renameNamespaces?: readonly (readonly [string, string])[]
  readonly ngrams?: readonly string[]
  readonly skips?: readonly string[]
  readonly featureLimits?: readonly string[]
  readonly positive?: string
  readonly hash?: 'strings' | 'all'
  readonly hashSeed?: number
  /** false with --no-constant */
  readonly constant?: boolean
  readonly strict?: boolean
  readonly patience?: number
}

const group = 'Reading:'

export function addReadingFlags(command: Command): Command {
  const add = (option: Option): Command => command.addOption(option.helpGroup(group))
  add(
    new Option(
      '--format <name>',
      `${formats.join(', ')}, or auto: found out from the first lines (default: auto)`,
    ).choices(['auto', ...formats]),
  )
  add(new Option('--delimiter <char>', 'between columns: one character, tab or space (default: found out)'))
  add(new Option('--header', 'the first line holds the names of the columns (default: found out)'))
  add(new Option('--no-header', 'the first line is data'))
  add(
    new Option(
      '--label <column>',
      'name (in JSON Lines, too) or number of the label column, from 1, negative from the end (default: label, target, class or y, else the last)',
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
  add(new Option('--text <columns>', 'columns whose words are features').argParser(columnList))
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
  add(
    new Option(
      '--patience <ms>',
      'how long the first look at a pipe waits for more, once two lines are there (default: 1000)',
    ).argParser(integer(0, 1e9)),
  )
  return addExpansionFlags(command)
}

const expansion = 'Features made of features (a namespace goes by its first character, : is any):'

function addExpansionFlags(command: Command): Command {
  const add = (option: Option): Command => command.addOption(option.helpGroup(expansion))
  add(
    new Option(
      '-q, --interactions <namespaces>',
      'products of their features: ab pairs a with b, abc makes triples; can be repeated',
    ).argParser(collect),
  )
  add(new Option('--permutations', 'pairs within a namespace in both orders'))
  add(
    new Option(
      '--ngrams <n>',
      'runs of up to n features: 2, or a2 for namespace a; can be repeated',
    ).argParser(collect),
  )
  add(new Option('--skips <n>', 'features that such a run may leap over, in the same way').argParser(collect))
  add(
    new Option('--feature-limits <n>', 'the first n features of a namespace, in the same way').argParser(
      collect,
    ),
  )
  add(new Option('--ignore-namespaces <namespaces>', 'leave these out'))
  add(new Option('--keep-namespaces <namespaces>', 'leave all others out'))
  add(
    new Option('--rename-namespaces <old:new>', 'let one go by another character; can be repeated').argParser(
      renaming,
    ),
  )
  return command
}
