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
import { identityOf } from '@ol/platform'
import { OLError, withFile } from '@ol/spec'
import type { Command } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { printMerge } from '../output/merge-report.js'
import { refuseModelOutput, saveModel } from '../output/save-model.js'
import { readHoldoutResult, saveBytes } from '../output/slice-files.js'

export interface MergeFlags extends CommonFlags {
  readonly output: string
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
    .requiredOption('-o, --output <file>', 'the merged model, or slice')
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
  // a single model may be weighed and overwritten
  const merged = files.length > 1 ? files : []
  refuseModelOutput(flags.output, [...merged, ...(flags.holdoutResults ?? [])])
  await printMerge(await mergeFiles(files, flags), flags.output, flags)
}

/** Merges models, or slices, in the order of their names; returns the merged result. */
export async function mergeFiles(
  files: readonly string[],
  flags: MergeFlags,
): Promise<{ readonly inputs: readonly string[]; readonly bytes: number }> {
  refuseTwice(files)
  const given = await Promise.all(files.map(async (file) => ({ file, bytes: await bytesOf(file) })))
  const sorted = given.toSorted(flags.sortByChecksum === true ? byChecksum : byName)
  const merged = mergedOf(sorted, flags)
  const weighed = flags.holdoutResults === undefined ? merged : await weigh(merged, flags.holdoutResults)
  if (weighed instanceof Learner) await saveModel(weighed, flags.output)
  else await saveBytes(flags.output, encodeSlice(weighed))
  const bytes = sorted.reduce((sum, one) => sum + one.bytes.length, 0)
  return { inputs: sorted.map(({ file }) => file), bytes }
}

/** Throws if a file is given twice: its examples would count twice. */
function refuseTwice(files: readonly string[]): void {
  const seen = new Set<string>()
  const twice = files.find((file) => {
    const identity = identityOf(file)
    return identity !== undefined && seen.size === seen.add(identity).size
  })
  if (twice !== undefined) throw usageError(`${twice} is given twice: its examples would count doubly`)
}

function mergedOf(files: readonly ModelBytes[], flags: MergeFlags): ModelPart | Learner<number | string> {
  const names = files.map(({ file }) => file)
  const slices = files.filter(({ bytes }) => isSlice(bytes))
  if (slices.length === 0) {
    const models = files.map(({ file, bytes }) =>
      named([file], () => Learner.fromBytes<number | string>(bytes, { backend: flags.backend })),
    )
    return named(names, () => Learner.merge(models))
  }
  const other = files.find(({ bytes }) => !isSlice(bytes))
  if (other !== undefined)
    throw usageError(`${slices[0].file} is a slice and ${other.file} is none: merge models, or slices`)
  const parts = files.map(({ file, bytes }) => named([file], () => decodeSlice(bytes)))
  return named(names, () => ofSlices(parts, flags))
}

/** Runs work whose errors do not know the files, and adds them: a single file, or a file for each model. */
function named<T>(files: readonly string[], run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof OLError)) throw error
    const { models = [] } = error
    const names =
      files.length === 1 ? files : models.map((number) => `model ${number} is ${files[number - 1]}`)
    throw names.length === 0 ? error : withFile(error, names.join(', '))
  }
}

/** Returns the model joined from slices of all numbers, or the merged slice of several models. */
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

interface ModelBytes extends Named {
  readonly bytes: Uint8Array
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

/** Returns the bytes of a file; faults of the model are reported later, as in other commands. */
async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch {
    await load(file)
    throw usageError(`${file} cannot be read`)
  }
}
