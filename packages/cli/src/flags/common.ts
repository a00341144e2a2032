import type { BackendChoice, Schedule } from '@ol/core'
import { type Command, Option } from 'commander'
import { schedule } from './values.js'

export interface CommonFlags {
  readonly backend?: BackendChoice
  readonly json?: boolean
  readonly quiet?: boolean
}

export interface ProgressFlags {
  readonly progress: Schedule
}

/** Flags of every command. */
export function addCommonFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--backend <name>',
        'native (C++), fallback (TypeScript, the same bytes) or auto: native where it is there; default: the variable OL_BACKEND, else auto',
      ).choices(['auto', 'native', 'fallback']),
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print no progress and no summary; errors and skipped lines are still reported')
}

export function addProgressFlag(command: Command): Command {
  return command.addOption(
    new Option(
      '--progress <n>',
      'a row of the progress table every N examples, or xN: whenever the examples have grown N-fold',
    )
      .argParser(schedule)
      .default({ times: 2 }, 'x2'),
  )
}
