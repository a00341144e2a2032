import { mkdtemp, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import { flagName, readingNames } from '@ol/spec'
import type { Command } from 'commander'
import { type ExitCode, ExitError, usageError } from '../exit.js'
import { givenFlags } from '../flags/given-flags.js'
import { firstReadOnce, inputsOf } from '../flags/input-files.js'
import type { TrainFlags } from '../flags/train-flags.js'
import { printMerge } from '../output/merge-report.js'
import { mergeFiles } from './merge.js'
import { refuseConflicts } from './train-conflicts.js'

/** Flags of one reading of the input by one learner. */
const excluded = [
  'predictions',
  'cache',
  'checkpoint',
  'checkpointEvery',
  'resume',
  'regret',
  'drift',
  'by',
  'report',
  'savePasses',
  'shard',
  'share',
  'initialModel',
]

/** Flags of the complete run, which each shard replaces by its own. */
const whole = ['parallel', 'rounds', 'output', 'progress', 'json', 'quiet', 'verbose']

/** Flags that the evaluation of a holdout shares with the training. */
const shared = [...readingNames, 'backend', 'mergeHoldout']

/** Prints the messages of shards to stderr, each line once: several shards and rounds may print the same. */
class Said {
  readonly #lines = new Set<string>()

  print(text: string): void {
    for (const line of text.split('\n')) {
      if (line === '' || this.#lines.has(line)) continue
      this.#lines.add(line)
      process.stderr.write(`${line}\n`)
    }
  }
}

/** Runs a command on its own thread; if it fails, throws its message. */
async function command(argv: readonly string[], said: Said): Promise<void> {
  const worker = new Worker(new URL('./command-thread.js', import.meta.url), {
    workerData: argv,
    stdout: true,
    stderr: true,
  })
  let text = ''
  worker.stderr.on('data', (piece: Buffer) => {
    text += piece.toString()
  })
  worker.stdout.resume()
  let code = 70
  worker.once('message', (sent: ExitCode) => {
    code = sent
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
  if (code === 0) return said.print(text)
  const why = text.trim().replace(/^ol-cli: /, '')
  throw new ExitError(code as ExitCode, `a shard failed: ol-cli ${argv.join(' ')}: ${why}`)
}

/** Trains shards of the input on threads, in rounds, and merges them, like ol-cli train --shard, merge and holdout. */
export async function trainParallel(
  files: readonly string[],
  flags: TrainFlags,
  train: Command,
): Promise<void> {
  const { parallel = 1, rounds = 1, mergeHoldout, output } = flags
  const how = flags.backend === undefined ? {} : { backend: flags.backend }
  if (output === undefined) throw usageError('--parallel needs -o MODEL')
  const other = excluded.find((name) => flags[name] !== undefined && flags[name] !== false)
  if (other !== undefined) throw usageError(`--parallel excludes --${flagName(other)}`)
  const inputs = await inputsOf(files)
  const once = await firstReadOnce(inputs)
  if (once !== undefined) throw usageError(`--parallel needs files: ${once} can be read only once`)
  await refuseConflicts(inputs, flags)
  const given = givenFlags(train, argumentsOf(train))
  const own = given.filter(({ name }) => !whole.includes(name)).map(({ argument }) => argument)
  const reading = given.filter(({ name }) => shared.includes(name)).map(({ argument }) => argument)
  const folder = await mkdtemp(`${output}.shards-`)
  const said = new Said()
  try {
    const shards = Array.from({ length: parallel }, (_, k) => k + 1)
    const all = async (commands: readonly (readonly string[])[]): Promise<void> => {
      const ended = await Promise.allSettled(commands.map((argv) => command(argv, said)))
      const failed = ended.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    }
    const merged = `${folder}/merged.ol`
    const models = shards.map((k) => `${folder}/shard.${k}.ol`)
    let facts = { inputs: models as readonly string[], bytes: 0 }
    for (let round = 1; round <= rounds; round++) {
      const again = round === 1 ? [] : ['-i', merged, '--share', String(parallel)]
      await all(
        shards.map((k) => [
          ...['train', ...own, ...again, '--shard', `${k}/${parallel}`],
          ...['-o', models[k - 1], '--quiet', '--', ...inputs],
        ]),
      )
      facts = await mergeFiles(models, { output: merged, ...how })
      if (mergeHoldout === undefined) continue
      const holdoutResults = shards.map((k) => `${folder}/holdout.${k}.json`)
      await all(
        shards.map((k) => [
          ...['holdout', ...reading, '--shard', `${k}/${parallel}`],
          ...['-o', holdoutResults[k - 1], '--', merged, ...inputs],
        ]),
      )
      await mergeFiles([merged], { output: merged, holdoutResults, ...how })
    }
    await mergeFiles([merged], { output, ...how })
    await printMerge({ ...facts, inputs: models.map((path) => basename(path)) }, output, flags)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the arguments that the program was given. */
function argumentsOf({ parent }: Command): readonly string[] {
  return (parent as unknown as { readonly rawArgs: readonly string[] } | null)?.rawArgs ?? []
}
