import { type CheckpointInterval, type CheckpointOptions, readCheckpoint } from '@ol/pipeline'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { usageError } from '../exit.js'
import { number } from './values.js'

export interface CheckpointFlags {
  readonly checkpoint?: string
  readonly checkpointEvery?: CheckpointInterval
  readonly resume?: string
  readonly output?: string
  readonly passes?: number
  readonly savePasses?: boolean
  readonly checkSpace?: boolean
}

export function addCheckpointFlags(command: Command): Command {
  return command
    .option('--no-check-space', 'train even if the disk seems too full for the model')
    .option('--checkpoint <file>', 'write the state of training there regularly, and on a signal')
    .addOption(
      new Option(
        '--checkpoint-every <interval>',
        'a time (30s, 5min, 2h), or a number of examples (1e6) (default: 5min)',
      ).argParser(interval),
    )
    .option(
      '--resume <file>',
      'continue the training of a checkpoint, with its flags, as if it had not been interrupted',
    )
}

const seconds = { s: 1, min: 60, h: 3600 } as const

function interval(text: string): CheckpointInterval {
  const [, amount, unit] = /^(.*?)(s|min|h)?$/.exec(text.trim()) ?? []
  const value = number(amount)
  if (value > 0) return unit === undefined ? { examples: value } : { seconds: value * seconds[unit as 's'] }
  throw new InvalidArgumentError('Expected a time (30s, 5min, 2h) or a number of examples > 0.')
}

/** The facts that the command line keeps in a checkpoint. */
interface Context {
  readonly inputs: readonly string[]
  /** the file to which the model is saved */
  readonly model: string | null
  readonly savePasses?: boolean
}

/** Returns the checkpoints of a training as options. */
export function checkpointOptions(
  { checkpoint, checkpointEvery: every, resume, output, savePasses }: CheckpointFlags,
  inputs: readonly string[],
): CheckpointOptions | undefined {
  const path = checkpoint ?? resume
  const context = { inputs, model: output ?? null, ...(savePasses === true ? { savePasses } : {}) }
  if (path === undefined && every !== undefined)
    throw usageError('--checkpoint-every needs --checkpoint FILE')
  return path === undefined ? undefined : { path, ...(every === undefined ? {} : { every }), context }
}

const beside: readonly string[] = [
  'resume',
  'checkpoint',
  'checkpointEvery',
  'output',
  'backend',
  'checkSpace',
  'progress',
  'verbose',
  'report',
  'json',
  'quiet',
]

/** Returns the inputs of the checkpoint of --resume, and the path of its model; other flags are refused. */
export async function resumedFlags<F extends CheckpointFlags>(
  path: string,
  flags: F,
  command: Command,
): Promise<{ readonly inputs: readonly string[]; readonly flags: F }> {
  const other = command.options.find((option) => {
    const name = option.attributeName()
    return command.getOptionValueSource(name) === 'cli' && !beside.includes(name)
  })
  if (other !== undefined)
    throw usageError(
      `${other.long} and --resume exclude each other: the checkpoint has the flags of its training`,
    )
  const { context, position, passes } = await readCheckpoint(path)
  const { inputs, model, savePasses } = (context ?? { inputs: ['-'], model: null }) as unknown as Context
  if (inputs.includes('-'))
    process.stderr.write(
      `ol-cli: give standard input again from its start; OL does not learn its first ${position.examples} examples again\n`,
    )
  return { inputs, flags: { ...flags, output: flags.output ?? model ?? undefined, passes, savePasses } }
}

/** Returns the message about a training that a signal has ended. */
export function afterSignal(
  { checkpoint, resume, output }: CheckpointFlags,
  partial: string | undefined,
): string {
  const path = checkpoint ?? resume
  if (path !== undefined) return `; continue it with: ol-cli train --resume ${path}`
  if (output === undefined) return ''
  return `; the model so far is ${partial}, and ${output} was not written`
}
