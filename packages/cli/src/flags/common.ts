import type { BackendChoice, Schedule } from '@ol/core'
import { type Command, Option } from 'commander'
import { integer, schedule } from './values.js'

export interface CommonFlags {
  readonly backend?: BackendChoice
  readonly json?: boolean
  readonly quiet?: boolean
}

export interface ProgressFlags {
  /** undefined: no table of progress */
  readonly progress?: Schedule
  readonly verbose?: boolean
  readonly window?: number
  readonly by?: string
}

/** Flags of every command. */
export function addCommonFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--backend <name>',
        'native: C++; fallback: TypeScript, with the same results; auto: native if it is installed, otherwise fallback (default: the environment variable OL_BACKEND, otherwise auto)',
      ).choices(['auto', 'native', 'fallback']),
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print no progress and no summary, only errors and skipped lines')
}

/** Adds the flag of a report as a page. */
export function addReportFlag(command: Command): Command {
  return command.option('--report <file>', 'write the report as an HTML page, with figures, without scripts')
}

export function addProgressFlag(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--progress [n]',
        'print a table of progress; N: a row every N examples; xN: a row each time their number has grown N-fold (default: x2)',
      )
        .argParser(schedule)
        .preset('x2'),
    )
    .option('--verbose', 'print every figure of the report, with all digits and without advice')
    .addOption(
      new Option(
        '--window <n>',
        'also report the metrics of the last N labelled examples (default: 1000)',
      ).argParser(integer(1, 1e6)),
    )
    .option(
      '--by <column>',
      'also report the metrics for each value of this column; all values after the first 100 share one slice',
    )
}
