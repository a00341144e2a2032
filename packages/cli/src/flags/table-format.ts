import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'

/** The forms that a table of results has. */
export type TableFormat = 'text' | 'csv' | 'json'

export interface TableFlags {
  readonly output?: string
  readonly format?: TableFormat
  readonly json?: boolean
}

/** Adds the flags of a command that prints a table of `what`. */
export function addTableFlags(command: Command, what: string): Command {
  return command
    .option('--output <file>', `write the ${what} there (default: standard output)`)
    .addOption(
      new Option(
        '--format <form>',
        'text, csv or json (default: by the name of the output, .csv, .json or .jsonl; otherwise text)',
      ).choices(['text', 'csv', 'json']),
    )
}

/** Returns the form that flags ask for. */
export function tableFormat({ output = '', format, json }: TableFlags): TableFormat {
  if (json === true && format !== undefined && format !== 'json')
    throw usageError(`--json and --format ${format} exclude each other`)
  if (json === true) return 'json'
  if (format !== undefined) return format
  return /\.csv$/i.test(output) ? 'csv' : /\.jsonl?$/i.test(output) ? 'json' : 'text'
}
