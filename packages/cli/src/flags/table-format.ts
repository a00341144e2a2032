import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'

/** The forms that a table of results has. */
export type TableFormat = 'text' | 'csv' | 'json'

export interface TableFlags {
  readonly output?: string
  readonly as?: TableFormat
  readonly json?: boolean
}

/** Adds the flags of a command that prints a table of `what`. */
export function addTableFlags(command: Command, what: string): Command {
  return command
    .option('-o, --output <file>', `write the ${what} there (default: standard output)`)
    .addOption(
      new Option(
        '--as <form>',
        'text, csv or json (default: by the name of the output, .csv, .json or .jsonl; otherwise text)',
      ).choices(['text', 'csv', 'json']),
    )
}

/** Returns the form that flags request. */
export function tableFormat({ output = '', as, json }: TableFlags): TableFormat {
  if (json === true && as !== undefined && as !== 'json')
    throw usageError(`--json and --as ${as} exclude each other`)
  if (json === true) return 'json'
  if (as !== undefined) return as
  return /\.csv$/i.test(output) ? 'csv' : /\.jsonl?$/i.test(output) ? 'json' : 'text'
}
