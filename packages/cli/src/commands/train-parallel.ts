import { mkdir, rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { OLError } from '@ol/spec'
import { usageError } from '../exit.js'
import type { CommonFlags } from '../flags/common.js'
import { mergeHoldoutArguments } from '../flags/merge-holdout-flag.js'
import { printMerge } from '../output/merge-report.js'
import { mergeFiles } from './merge.js'

/** The flags of a training in parallel. */
export interface ParallelFlags extends CommonFlags {
  readonly parallel?: number
  readonly rounds?: number
  readonly mergeHoldout?: number
  readonly output?: string
  readonly [flag: string]: unknown
}

/** Flags of one reading of the input by one learner. */
const excluded = [
  'predictions',
  'checkpoint',
  'resume',
  'regret',
  'report',
  'savePasses',
  'shard',
  'share',
  'initialModel',
]

/** Flags with a value that each shard has of its own. */
const own = ['--parallel', '--rounds', '-o', '--output', '--progress']

/** Runs a command on a thread of its own; throws where it fails. */
async function command(argv: readonly string[]): Promise<void> {
  const worker = new Worker(new URL('./command-thread.js', import.meta.url), {
    workerData: argv,
    stdout: true,
    stderr: true,
  })
  let said = ''
  worker.stderr.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  worker.stdout.resume()
  const code = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => resolve(1))
  })
  if (code === 0) return
  throw new OLError('OL_PARAMETER', `a shard failed: ol-cli ${argv.join(' ')}: ${said.trim()}`, {
    value: code,
  })
}

/** Trains shards of the input on threads, in rounds, and merges them: what ol-cli train --shard, merge and holdout do. */
export async function trainParallel(
  files: readonly string[],
  flags: ParallelFlags,
  argv: readonly string[],
): Promise<void> {
  const { parallel = 1, rounds = 1, mergeHoldout, output } = flags
  const how = flags.backend === undefined ? {} : { backend: flags.backend }
  if (output === undefined) throw usageError('--parallel needs -o MODEL')
  const other = excluded.find((name) => flags[name] !== undefined && flags[name] !== false)
  if (other !== undefined)
    throw usageError(
      `--parallel excludes --${other.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    )
  if (files.length === 0 || files.includes('-'))
    throw usageError('--parallel needs files: standard input can be read only once')
  const folder = `${output}.shards`
  await mkdir(folder, { recursive: true })
  try {
    const shards = Array.from({ length: parallel }, (_, k) => k + 1)
    const given = without(argv)
    const all = (commands: readonly (readonly string[])[]): Promise<unknown> =>
      Promise.all(commands.map(command))
    const merged = `${folder}/merged.ol`
    for (let round = 1; round <= rounds; round++) {
      await all(
        shards.map((k) => {
          // in further rounds the model knows everything but the holdout
          const again =
            round === 1
              ? given
              : [
                  'train',
                  ...files,
                  ...mergeHoldoutArguments(given),
                  '-i',
                  merged,
                  '--share',
                  String(parallel),
                ]
          return [...again, '--shard', `${k}/${parallel}`, '-o', `${folder}/shard.${k}.ol`, '--quiet']
        }),
      )
      const models = shards.map((k) => `${folder}/shard.${k}.ol`)
      await mergeFiles(models, { output: merged, ...how })
      if (mergeHoldout === undefined) continue
      const holdoutResults = shards.map((k) => `${folder}/holdout.${k}.json`)
      await all(
        shards.map((k) => [
          ...['holdout', merged, ...files, '--shard', `${k}/${parallel}`],
          ...['--merge-holdout', `1/${mergeHoldout}`, '-o', holdoutResults[k - 1]],
        ]),
      )
      await mergeFiles([merged], { output: merged, holdoutResults, ...how })
    }
    const facts = await mergeFiles([merged], { output, ...how })
    await printMerge(facts, output, flags)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the arguments without those that each shard has of its own. */
function without(argv: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < argv.length; i++) {
    const [name] = argv[i].split('=')
    if (own.includes(name)) i += argv[i] === name ? 1 : 0
    else if (name !== '--json' && name !== '--quiet') kept.push(argv[i])
  }
  return kept
}
