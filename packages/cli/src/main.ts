import { OLError } from '@ol/spec'
import { Command, CommanderError } from 'commander'
import { convertCommand } from './commands/convert.js'
import { datasetsCommand } from './commands/datasets.js'
import { experimentCommand } from './commands/experiment.js'
import { infoCommand } from './commands/info.js'
import { inspectCommand } from './commands/inspect.js'
import { predictCommand } from './commands/predict.js'
import { searchCommand } from './commands/search.js'
import { statsCommand } from './commands/stats.js'
import { testCommand } from './commands/test.js'
import { trainCommand } from './commands/train.js'
import { version } from './commands/version.js'
import type { ExitCode } from './exit.js'
import { ExitError, exitOfCode, exitWords, hintOf, isMediumFailure } from './exit.js'
import { flushStandardStreams, forgiveClosedPipes } from './output/standard.js'
import { Interrupted, leaveOnSignals } from './signals.js'

/** Runs `ol-cli` with the arguments after its name and ends the process with an exit code of `exitWords`. */
export async function main(argv: readonly string[]): Promise<never> {
  forgiveClosedPipes()
  leaveOnSignals()
  const code = await runCommand(argv)
  await flushStandardStreams()
  process.exit(code)
}

async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    return explain(error)
  }
}

function program(): Command {
  const command = new Command('ol-cli')
    .description(
      'Online learning of linear models: one pass over the data, no scaling of features, no tuning.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'ol-cli: ')) })
    .configureHelp({
      helpWidth: Math.min(process.stdout.columns ?? 100, 120),
      // the descriptions name the choices with what they mean
      optionDescription: ({ description, defaultValueDescription }) =>
        defaultValueDescription === undefined
          ? description
          : `${description} (default: ${defaultValueDescription})`,
    })
    .addHelpText('after', helpAfter())
  for (const add of [
    trainCommand,
    searchCommand,
    testCommand,
    predictCommand,
    inspectCommand,
    infoCommand,
    convertCommand,
    statsCommand,
    experimentCommand,
    datasetsCommand,
  ])
    add(command)
  return command
}

function helpAfter(): string {
  const codes = Object.entries(exitWords).map(([code, words]) => `  ${code.padStart(3)}  ${words}`)
  return `
Examples:
  ol-cli train data.csv --label price -o model.ol
  ol-cli train clicks.vw.gz --loss logistic --json
  ol-cli predict new.csv --model model.ol > predictions.txt
  ol-cli train --help

Exit codes:
${codes.join('\n')}`
}

/** Says on stderr what went wrong, and returns the exit code. */
function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof Interrupted) {
    say(error.message)
    return error.exit
  }
  if (error instanceof ExitError) {
    say(error.message)
    return error.exit
  }
  if (error instanceof OLError) {
    say(`${error.message} (${error.code})`)
    const hint = hintOf(error.code)
    if (hint !== undefined) say(`hint: ${hint}`)
    return isMediumFailure(error) ? 74 : exitOfCode(error.code)
  }
  say(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return 70
}

function say(text: string): void {
  process.stderr.write(`ol-cli: ${text}\n`)
}
