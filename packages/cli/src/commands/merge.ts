import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Learner } from '@ol/core'
import {
  chooseBackend,
  decodeSlice,
  encodeSlice,
  type HoldoutResult,
  joinedModel,
  type ModelPart,
  mergedPart,
  reweightedBy,
} from '@ol/core/internal'
import { load } from '@ol/pipeline'
import type { Command } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { printMerge } from '../output/merge-report.js'
import { refuseModelOutput, saveModel } from '../output/save-model.js'
import { readHoldoutResult, saveBytes } from '../output/slice-files.js'

export interface MergeFlags extends CommonFlags {
  readonly model: string
  readonly holdoutResults?: readonly string[]
  readonly sortByChecksum?: boolean
}

export function mergeCommand(program: Command): void {
  const command = program
    .command('merge')
    .summary('merge models of shards into one')
    .description(
      'Merges models that learned from shards of the data, in the order of their file names (2 before 10). Slices with the same ' +
        'number (ol-cli split --slices) become one slice, and slices with different numbers become a model.',
    )
    .argument('<FILE...>', 'models, or slices of models')
    .requiredOption('-o, --model <file>', 'the merged model, or slice')
    .option(
      '--holdout-results <file...>',
      'weigh the lanes by the holdout results of the shards for this one model (ol-cli holdout)',
    )
    .option('--sort-by-checksum', 'merge in the order of SHA-256, whatever the files are called')
  addCommonFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  seq 8 | xargs -P 8 -I K ol-cli train big.csv --shard K/8 -o shard.K.ol
  ol-cli merge shard.*.ol -o merged.ol
  ol-cli merge merged.ol --holdout-results holdout.*.json -o weighed.ol`,
  )
  command.action(merge)
}

async function merge(files: readonly string[], flags: MergeFlags): Promise<void> {
  // one model may be weighed in its place
  const merged = files.length > 1 ? files : []
  refuseModelOutput(flags.model, [...merged, ...(flags.holdoutResults ?? [])])
  await printMerge(await mergeFiles(files, flags), flags.model, flags)
}

/** Merges models, or slices, in the order of their names; returns what was merged. */
export async function mergeFiles(
  files: readonly string[],
  flags: MergeFlags,
): Promise<{ readonly inputs: readonly string[]; readonly bytes: number }> {
  const given = await Promise.all(files.map(async (file) => ({ file, bytes: await bytesOf(file) })))
  const sorted = given.toSorted(flags.sortByChecksum === true ? byChecksum : byName)
  const bytes = sorted.map((one) => one.bytes)
  const merged = bytes.every(isSlice) ? ofSlices(bytes.map(decodeSlice), flags) : ofModels(bytes, flags)
  const weighed = flags.holdoutResults === undefined ? merged : await weigh(merged, flags.holdoutResults)
  if (weighed instanceof Learner) await saveModel(weighed, flags.model)
  else await saveBytes(flags.model, encodeSlice(weighed))
  return { inputs: sorted.map(({ file }) => file), bytes: bytes.reduce((sum, { length }) => sum + length, 0) }
}

function ofModels(bytes: readonly Uint8Array[], flags: MergeFlags): Learner<number | string> {
  return Learner.merge(
    bytes.map((one) => Learner.fromBytes<number | string>(one, { backend: flags.backend })),
  )
}

/** Returns the model of slices of all numbers, or the slice of several models. */
function ofSlices(parts: readonly ModelPart[], flags: MergeFlags): ModelPart | Learner<number | string> {
  const numbers = new Set(parts.map(({ slice }) => slice))
  const whole = parts.length === 1 && parts[0].slices === 1
  if (numbers.size > 1 || whole) return joinedModel(parts)
  return mergedPart(chooseBackend(flags.backend).backend, parts)
}

async function weigh(
  merged: ModelPart | Learner<number | string>,
  files: readonly string[],
): Promise<Learner<number | string>> {
  if (!(merged instanceof Learner))
    throw usageError('--holdout-results needs a model, not slices: join its slices first')
  const sorted = files.map((file) => ({ file })).toSorted(byName)
  const results: HoldoutResult[] = await Promise.all(sorted.map(({ file }) => readHoldoutResult(file)))
  return reweightedBy(merged, results)
}

interface Named {
  readonly file: string
}

/** The order of file names; made late, since it takes milliseconds. */
let natural: Intl.Collator | undefined

function byName(a: Named, b: Named): number {
  natural ??= new Intl.Collator('en', { numeric: true })
  return natural.compare(a.file, b.file)
}

function byChecksum(a: { readonly bytes: Uint8Array }, b: { readonly bytes: Uint8Array }): number {
  const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  return sum(a.bytes) < sum(b.bytes) ? -1 : 1
}

function isSlice(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 8)) === 'OLSLICE1'
}

/** Returns the bytes of a file; what is wrong with a model shows as everywhere. */
async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch {
    await load(file)
    throw usageError(`${file} cannot be read`)
  }
}
