import type { Command } from 'commander'
import { usageError } from '../exit.js'
import { plain } from '../output/plain.js'
import { translate } from '../vw/translate.js'

/** Adds `vw ARGS...`; `argv` is the command line of ol-cli, and `again` runs another in its place. */
export function vwCommand(
  program: Command,
  argv: readonly string[],
  again: (argv: readonly string[]) => Promise<void>,
): void {
  // the flags of ol-cli itself, such as --version, are Vowpal Wabbit's here
  if (argv[0] === 'vw') program.enablePositionalOptions()
  const command = program.command('vw')
  if (argv[0] === 'vw') command.passThroughOptions()
  command
    .summary('translate a command line of Vowpal Wabbit, and run it')
    .description(
      "Translates the arguments of Vowpal Wabbit's `vw` into a command of ol-cli, prints it, and runs it. A flag " +
        'without a counterpart is an error that says why; see docs/from-vowpal-wabbit.md. Models (-i, -f) are files of OL.',
    )
    .usage('[--dry-run] ARGS...')
    .argument('[ARGS...]', 'the arguments of vw')
    .option('--dry-run', 'print the command on stdout, and do not run it')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText(
      'after',
      `
Examples:
  ol-cli vw -d clicks.vw.gz --loss_function logistic -q ab -b 24 -f clicks.ol
  ol-cli vw -t -i clicks.ol -d new.vw -p predictions.txt
  ol-cli vw --dry-run -d clicks.vw --passes 3 --holdout_off -c`,
    )
    .action(async (_args: unknown, _flags: unknown, command: Command) => {
      const args = argv.slice(1)
      // alone, the flag is about this command; with other arguments it belongs to Vowpal Wabbit
      if (args.length === 0 || (args.length === 1 && /^(-h|--help)$/.test(args[0]))) return command.help()
      const given = args.filter((arg) => arg !== '--dry-run')
      const { argv: own, notes, errors } = translate(given)
      if (errors.length > 0)
        throw usageError(`Not translated:\n${errors.map((error) => `  ${error}`).join('\n')}`)
      const line = ['ol-cli', ...own.map(quoted)].join(' ')
      const dry = given.length < args.length || given.includes('--dry_run')
      for (const note of notes) process.stderr.write(`ol-cli: ${plain(note)}\n`)
      ;(dry ? process.stdout : process.stderr).write(`${plain(line)}\n`)
      if (!dry) await again(own)
    })
}

/** Returns an argument quoted for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
