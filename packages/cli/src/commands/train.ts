import { performance } from 'node:perf_hooks'
import { type BatchEvent, backendInfo, type Learner, type Progress } from '@ol/core'
import { chooseBackend, ProgressiveValidation } from '@ol/core/internal'
import { ownSet, RegretObserver } from '@ol/regret'
import { type Batch, defaultRule, losses, rules } from '@ol/spec'
import { type Command, Option } from 'commander'
import { outputError, usageError } from '../exit.js'
import { addCommonFlags, addProgressFlag, type CommonFlags, type ProgressFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addLinkFlag, addModelFlags, lossOf, type ModelFlags } from '../flags/model-flags.js'
import { checkParameters, givenParameters } from '../flags/parameters.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { addRegretFlags, type RegretFlags, refuseWithoutRegret } from '../flags/regret.js'
import { integer } from '../flags/values.js'
import {
  checkWritable,
  closing,
  type LineOutput,
  openLines,
  refuseOverwriting,
  refuseSameOutput,
} from '../output/line-output.js'
import { predictionLines } from '../output/prediction-lines.js'
import { modelFile, printReport, type RunReport } from '../output/run-report.js'
import { saySkipped } from '../output/skipped.js'
import { progressTable } from '../output/table.js'
import { sayUnseen } from '../output/unseen.js'
import { Interrupted, interruptible, signalOf } from '../signals.js'
import { readTwice, surveyed } from './first-pass.js'
import { type Input, openInput, openReader } from './input.js'
import { initialLearner, labelsOf, newLearner, readOptionsFor } from './learner.js'

interface TrainFlags extends ModelFlags, ReadingFlags, CommonFlags, ProgressFlags, RegretFlags {
  readonly model?: string
  readonly initialModel?: string
  readonly predictions?: string
  readonly passes: number
  /** a path; true: beside the first input; false with --no-cache */
  readonly cache?: string | boolean
  readonly [flag: string]: unknown
}

export function trainCommand(program: Command): void {
  const command = program
    .command('train')
    .summary('learn from data, one example at a time')
    .description(
      'Learns from the examples in FILE... in one pass. Each is predicted before it is learned, so the average loss ' +
        'is that of unseen data. No FILE, or -, is standard input; files may be packed (gzip, zstd, bzip2, xz, brotli).',
    )
    .argument('[FILE...]', 'VW text, svmlight, CSV, TSV, JSON Lines, Parquet, Arrow')
    .option('-o, --model <file>', 'save the model there')
    .option('-i, --initial-model <file>', 'go on with this model as if its training had not been interrupted')
    .option('--predictions <file>', 'write the prediction made before each example was learned')
    .addOption(
      new Option('--passes <n>', 'go through the input n times').argParser(integer(1, 1e6)).default(1, '1'),
    )
    .option(
      '--cache [file]',
      'keep the examples in a binary file, FILE.olcache beside the first input, and read that where it is up to date (default: with several passes)',
    )
    .option('--no-cache', 'read the input itself in every pass')
  addProgressFlag(addCommonFlags(addRegretFlags(command)))
  addReadingFlags(addLinkFlag(addModelFlags(command)))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli train houses.csv --label price -o houses.ol
  ol-cli train bank-full.csv.gz --delimiter ';' --label y --loss logistic --json
  ol-cli train day1.vw.gz day2.vw.gz --loss logistic -b 24 -o clicks.ol
  ol-cli train day3.vw.gz -i clicks.ol -o clicks.ol
  zcat data.svm.gz | ol-cli train --loss hinge --rule sgd --learning-rate 0.5`,
  )
  command.action(train)
}

async function train(files: readonly string[], flags: TrainFlags): Promise<void> {
  const inputs = await inputsOf(files)
  await refuseConflicts(inputs, flags)
  const started = performance.now()
  const { learner, input } = await open(inputs, flags)
  for (const warning of learner.warnings) process.stderr.write(`ol-cli: warning: ${warning}\n`)
  const predictions = flags.predictions === undefined ? undefined : await openLines(flags.predictions)
  const observer =
    flags.regret === true
      ? new RegretObserver(learner, { fresh: flags.initialModel === undefined })
      : undefined
  const run = await closing(predictions, () => learn(learner, inputs, input, flags, predictions, observer))
  if (run.stopped === undefined && flags.model !== undefined) await save(learner, flags.model)
  const report: RunReport = {
    command: 'train',
    backend: learner.backend,
    rule: learner.rule,
    progress: run.progress,
    classes: learner.classes,
    mixture: learner.options.learningRate === 'auto' ? learner.lanes : undefined,
    seconds: (performance.now() - started) / 1000,
    skippedLines: input.reader.report.skipped,
    badLines: input.reader.report.badCounts,
    ...(run.passes.length > 1 ? { passes: run.passes } : {}),
    ...(run.stopped === undefined && flags.model !== undefined
      ? { model: await modelFile(flags.model) }
      : {}),
    ...(run.stopped === undefined && observer !== undefined
      ? { regret: observer.report(flags.comparator ?? ownSet(learner)) }
      : {}),
  }
  saySkipped(input.reader)
  if (run.progress.labelled === 0)
    process.stderr.write('ol-cli: no example has a label: nothing was learned\n')
  sayUnseen({ classes: learner.classes, confusion: run.progress.confusion, labelled: run.progress.labelled })
  printReport(report, flags)
  if (run.stopped !== undefined) {
    const saved = flags.model === undefined ? '' : `; ${flags.model} was not written`
    throw new Interrupted(run.stopped, `${run.stopped} after ${run.progress.examples} examples${saved}`)
  }
}

/** What can be known to fail before the first example is read. */
async function refuseConflicts(inputs: readonly string[], flags: TrainFlags): Promise<void> {
  const cache = flags.cache === true ? `${inputs[0]}.olcache` : flags.cache || undefined
  refuseSameOutput([flags.model, flags.predictions, cache])
  if (cache !== undefined) await checkWritable(cache)
  if (flags.cache !== undefined && flags.cache !== false && inputs.includes('-'))
    throw usageError('Standard input has no cache: --cache needs files')
  if (flags.passes > 1 && inputs.includes('-'))
    throw usageError('Standard input can be read only once: --passes needs files')
  const twice =
    rules[flags.rule ?? defaultRule].firstPass === true || (flags.prenormalize ?? 'none') !== 'none'
  if (flags.initialModel === undefined && twice && inputs.includes('-')) throw readTwice()
  if ((flags.prenormalize ?? 'none') !== 'none' && flags.cache !== undefined && flags.cache !== false)
    throw usageError('--cache keeps features as they are read: it cannot go with --prenormalize')
  if (flags.json === true && flags.predictions === '-')
    throw usageError('--json and --predictions - would both write to standard output')
  refuseWithoutRegret(flags)
  backendInfo(flags.backend)
  if (flags.initialModel === undefined)
    checkParameters(givenParameters(flags), flags.rule ?? defaultRule, lossOf(flags))
  await refuseOverwriting(flags.model, inputs)
  await refuseOverwriting(flags.predictions, inputs)
  if (flags.model !== undefined) await checkWritable(flags.model)
}

async function open(
  inputs: readonly string[],
  flags: TrainFlags,
): Promise<{ learner: Learner; input: Input }> {
  const cache = await cacheOf(inputs, flags)
  if (flags.initialModel !== undefined) {
    const learner = await initialLearner(flags.initialModel, flags)
    const input = await openInput(
      inputs,
      readOptionsFor(learner, flags),
      flags.backend,
      learner.scales === undefined ? cache : undefined,
    )
    return { learner, input: await surveyed(learner, inputs, input, flags) }
  }
  const loss = lossOf(flags)
  const input = await openInput(
    inputs,
    flags.classes === undefined
      ? { ...readOptions(flags), labels: losses[loss].labels }
      : { ...readOptions(flags), labels: 'class', classes: flags.classes },
    flags.backend,
    cache,
  )
  const learner = newLearner(flags, input.schema)
  return { learner, input: await surveyed(learner, inputs, input, flags) }
}

/** The file of the cache: asked for, or where several passes gain by it and it can be written. */
async function cacheOf(inputs: readonly string[], flags: TrainFlags): Promise<string | undefined> {
  const divided = (flags.prenormalize ?? 'none') !== 'none'
  if (flags.cache === false || divided || inputs.includes('-')) return undefined
  if (typeof flags.cache === 'string') return flags.cache
  const path = `${inputs[0]}.olcache`
  if (flags.cache === true) {
    await checkWritable(path)
    return path
  }
  if (flags.passes === 1) return undefined
  return checkWritable(path).then(
    () => path,
    () => undefined,
  )
}

interface Run {
  readonly progress: Progress
  /** average loss of each pass */
  readonly passes: readonly number[]
  readonly stopped: 'SIGINT' | 'SIGTERM' | undefined
}

async function learn(
  learner: Learner,
  inputs: readonly string[],
  input: Input,
  flags: TrainFlags,
  predictions: LineOutput | undefined,
  observer: RegretObserver | undefined,
): Promise<Run> {
  let progress: Progress = new ProgressiveValidation(learner.loss)
  const passes = new PassLosses()
  const passOf = new WeakMap<Batch, number>()
  const cache = learner.scales === undefined ? await cacheOf(inputs, flags) : undefined
  async function* batches(): AsyncGenerator<Batch, void, void> {
    for (let pass = 0; pass < flags.passes; pass++) {
      const again = {
        schema: input.reader.schema ?? input.schema,
        divisors: learner.scales,
        ...labelsOf(learner),
        backend: chooseBackend(flags.backend).backend,
      }
      const source = pass === 0 ? input.batches : await openReader(inputs, again, cache)
      for await (const read of source) {
        for (const batch of observer?.batches(read) ?? [read]) {
          passOf.set(batch, pass)
          yield batch
        }
      }
    }
  }
  const onBatch = async (event: BatchEvent): Promise<void> => {
    progress = event.progress
    observer?.add(event.batch, event.scores)
    passes.add(passOf.get(event.batch) ?? 0, progress)
    await predictions?.write(predictionLines(event.batch, event.predictions, event.classes))
  }
  const table = progressTable((line) => process.stderr.write(`${line}\n`))
  return interruptible(async (signal): Promise<Run> => {
    try {
      await learner.learn(batches(), {
        signal,
        trusted: true,
        schedule: flags.progress,
        onProgress: flags.json === true || flags.quiet === true ? undefined : table,
        onBatch,
      })
      return { progress, passes: passes.averages(), stopped: undefined }
    } catch (error) {
      if (!signal.aborted) throw error
      return { progress, passes: passes.averages(), stopped: signalOf(signal) }
    }
  })
}

/** Losses pass by pass, as differences of the running sums. */
class PassLosses {
  readonly #sums: { loss: number; weight: number }[] = []
  #loss = 0
  #weight = 0

  add(pass: number, progress: Progress): void {
    const { lossSum, labelledWeight } = progress
    this.#sums[pass] ??= { loss: 0, weight: 0 }
    this.#sums[pass].loss += lossSum - this.#loss
    this.#sums[pass].weight += labelledWeight - this.#weight
    this.#loss = lossSum
    this.#weight = labelledWeight
  }

  averages(): number[] {
    return this.#sums.map(({ loss, weight }) => loss / weight)
  }
}

async function save(learner: Learner, path: string): Promise<void> {
  try {
    await learner.save(path)
  } catch (error) {
    throw outputError(path, error)
  }
}
