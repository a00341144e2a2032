import { Command, CommanderError } from 'commander'
import { version } from './commands/version.js'
import { exitDescriptions } from './exit.js'
import { isRepeatable } from './flags/values.js'
import { helpStyle } from './help/help-style.js'
import { commandAliases, commandOf, unknownCommandHint, unknownFlagHint } from './help/other-names.js'
import { plain } from './output/plain.js'
import { flushStandardStreams, ignoreEpipe } from './output/standard.js'
import { installSignalHandlers } from './signals.js'

/** Adds a command; `again` runs other arguments in place of `argv`. */
type AddCommand = (
  program: Command,
  argv: readonly string[],
  again: (argv: readonly string[]) => Promise<void>,
) => void

/** Loads a command when it is requested: a short run spends most of its time on loading modules. */
const commands: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['train', async () => (await import('./commands/train.js')).trainCommand],
  ['search', async () => (await import('./commands/search.js')).searchCommand],
  ['test', async () => (await import('./commands/test.js')).testCommand],
  ['predict', async () => (await import('./commands/predict.js')).predictCommand],
  ['serve', async () => (await import('./commands/serve.js')).serveCommand],
  ['inspect', async () => (await import('./commands/inspect.js')).inspectCommand],
  ['explain', async () => (await import('./commands/explain.js')).explainCommand],
  ['distill', async () => (await import('./commands/distill.js')).distillCommand],
  ['merge', async () => (await import('./commands/merge.js')).mergeCommand],
  ['split', async () => (await import('./commands/split.js')).splitCommand],
  ['holdout', async () => (await import('./commands/holdout.js')).holdoutCommand],
  ['info', async () => (await import('./commands/info.js')).infoCommand],
  ['convert', async () => (await import('./commands/convert.js')).convertCommand],
  ['stats', async () => (await import('./commands/stats.js')).statsCommand],
  ['vw', async () => (await import('./commands/vowpal-wabbit.js')).vwCommand],
  ['experiment', async () => (await import('./commands/experiment.js')).experimentCommand],
  ['datasets', async () => (await import('./commands/datasets.js')).datasetsCommand],
  ['completion', async () => (await import('./commands/completion.js')).completionCommand],
  ['help', async () => (await import('./commands/help.js')).helpCommand],
])

/** Runs `ol-cli` with the arguments after its name and ends the process with an exit code of `exitDescriptions`. */
export async function main(argv: readonly string[]): Promise<never> {
  ignoreEpipe()
  installSignalHandlers()
  const code = await run(argv)
  await flushStandardStreams()
  process.exit(code)
}

/** Runs a command and returns its exit code, without ending the process. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    const command = program(argv)
    let code = 0
    const again = async (other: readonly string[]): Promise<void> => {
      code = await run(other)
    }
    for (const add of await commandsFor(argv)) add(command, argv, again)
    for (const one of command.commands) {
      one.aliases(commandAliases[one.name()] ?? [])
      refuseFlagsAsValues(one)
      warnOfSecondValues(one)
    }
    if (argv[0] === 'completion' && argv[1] === '--words') {
      const { printCompletions } = await import('./commands/completion.js')
      await printCompletions(command, argv.slice(argv.indexOf('--') + 1))
      return 0
    }
    // a page shows the command that made it
    command.hook('preAction', (_, action) => {
      if (action.getOptionValue('report') !== undefined) action.setOptionValue('commandLine', argv)
    })
    await command.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const { printError } = await import('./print-error.js')
    return printError(error)
  }
}

/** Refuses a flag as a value: `-q --label y` would cross the namespace `-` and read a file `y`. */
function refuseFlagsAsValues(command: Command): void {
  for (const option of command.options)
    command.on(`option:${option.name()}`, (value: unknown) => {
      if (
        option.required &&
        typeof value === 'string' &&
        command.options.some(({ short, long }) => value === short || value === long)
      )
        command.error(
          `error: option '${option.flags}' needs a value but the next argument is the flag ${value}`,
        )
    })
}

/**
 * Warns of a flag that is given twice with different values, or with and without `no-`: the last one counts, as in other
 * programs.
 */
function warnOfSecondValues(command: Command): void {
  const warnings: string[] = []
  const given = new Map<string, { readonly flag: string | undefined; readonly value: unknown }>()
  for (const option of command.options) {
    if (isRepeatable(option)) continue
    const { long: flag } = option
    command.on(`option:${option.name()}`, (value: unknown) => {
      const last = given.get(option.attributeName())
      given.set(option.attributeName(), { flag, value })
      if (last === undefined) return
      if (last.flag !== flag)
        warnings.push(`${last.flag} and ${flag} are given: ${flag} is used, and ${last.flag} is ignored`)
      else if (typeof value === 'string' && typeof last.value === 'string' && value !== last.value)
        warnings.push(`${flag} is given twice: ${value} is used, and ${last.value} is ignored`)
    })
  }
  command.hook('preAction', (_, action) => {
    if (action.getOptionValue('quiet') === true) return
    for (const text of warnings) process.stderr.write(`ol-cli: warning: ${plain(text)}\n`)
  })
}

/**
 * Returns the command that the first argument names; every command where help or a suggestion may name them.
 */
function commandsFor([first]: readonly string[]): Promise<AddCommand[]> {
  if (first === '-V' || first === '--version') return Promise.resolve([])
  // completions and the help of a topic may name every command
  const named = first === 'completion' || first === 'help' ? undefined : commands.get(commandOf(first ?? ''))
  return Promise.all((named === undefined ? [...commands.values()] : [named]).map((load) => load()))
}

function program(argv: readonly string[]): Command {
  return new Command('ol-cli')
    .description(
      'Online learning of linear models: one pass over the data, no scaling of features, no tuning.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print the flags that matter most (-h), or all flags (--help)')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(errorText(text, argv)) })
    .configureHelp(helpStyle(argv.includes('-h')))
    .addHelpText('after', helpAfter(argv.includes('-h')))
}

/** Returns an error of commander in the common form; for an unknown command or flag, with a suggestion. */
function errorText(text: string, [command = '']: readonly string[]): string {
  const error = text.replace(/^error: /, 'ol-cli: ')
  const [, kind, name = ''] = /^error: unknown (command|option) '(.*)'/.exec(text) ?? []
  const hint = kind === 'option' ? unknownFlagHint(name, commandOf(command)) : unknownCommandHint(name)
  // commander suggests only similar names
  return hint === undefined ? error : `${error.split('\n')[0]}\n${hint}\n`
}

function helpAfter(brief: boolean): string {
  const codes = Object.entries(exitDescriptions).map(([code, words]) => `  ${code.padStart(3)}  ${words}`)
  return `
Examples:
  ol-cli train data.csv --label price -o model.ol
  ol-cli train clicks.vw.gz --loss logistic --json
  ol-cli predict new.csv --model model.ol > predictions.txt
  ol-cli train --help
${brief ? '' : `\nExit codes:\n${codes.join('\n')}`}`
}
