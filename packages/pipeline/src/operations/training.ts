import type { AnyLearnerOptions, BatchEvent } from '@ol/core'
import {
  type ContinuedStream,
  GrowingClasses,
  groupsUnder,
  keepIntervals,
  ProgressiveValidation,
  resolveOptions,
  unlessAborted,
} from '@ol/core/internal'
import { optionsOfRun, type ReadOptions, type ReadReport, type Schema } from '@ol/reader'
import { type BackendStream, type Batch, type RuleId, rules } from '@ol/spec'
import { closedSoon } from '../abort.js'
import { checkPasses } from '../check-run.js'
import { Checkpoints } from '../checkpoint/checkpoints.js'
import {
  checkFiles,
  checkpointOptions,
  RunSums,
  resumedOf,
  resumedReadOptions,
  sizesOf,
} from '../checkpoint/resumed.js'
import { skipTo } from '../checkpoint/skip.js'
import type { TrainingState } from '../checkpoint/training-state.js'
import { type Data, dataOf, type Reading, type ReadRequest } from '../input/data.js'
import { FileChanges } from '../input/file-changes.js'
import type { Input } from '../input/input.js'
import { type Started, startReading } from '../input/started.js'
import { finalNotices, firstNotices, impliedRuleNotices, type Notice } from '../notices.js'
import { MixtureHistory } from '../page/mixture-history.js'
import { isMixed, type Report, reportOf, withFound } from '../reports.js'
import type { AnyLearner, Session } from '../session.js'
import { batcherFor } from './batching.js'
import { cacheOf } from './cache.js'
import { refuseConflict } from './conflicts.js'
import { refuseUnlabelled } from './enough-labels.js'
import { Holdout } from './holdout.js'
import { isMergeHoldout } from './holdout-options.js'
import { initialLearner } from './initial-learner.js'
import { checkMergeHoldout, keepMergeHoldout } from './kept-holdout.js'
import { beforeLabels, decidedBy, fixedBy, labelsToRead, withDecision } from './labels-to-read.js'
import { makeFirstPass, refuseBadAfterDivision } from './make-first-pass.js'
import { checkSliceColumn, namesToFind, withKnownNames } from './names.js'
import { newLearner } from './new-learner.js'
import { type ProgressRow, progressRow } from './progress-row.js'
import { ofShard, shared } from './shared.js'
import { taskReport } from './task-report.js'
import { checkedObserver, evaluationOf, mayLearnAhead, type TrainRunOptions } from './train-options.js'
import type { TrainRun } from './train-run.js'
import { Work } from './work.js'

/** The data of every pass, and how to read it. */
interface TrainingData {
  readonly data: Data
  readonly cache: string | undefined
  readonly changes: FileChanges
  readonly signal: AbortSignal
}

/** A training: data, then a model for it, then one pass after the other. */
export class Training<M extends Session> {
  readonly #input: Input
  #learner: AnyLearnerOptions
  #given: ReadOptions
  #run: TrainRunOptions
  readonly #wrap: (learner: AnyLearner) => M
  readonly #started: number = performance.now()
  readonly #notices: Notice[] = []
  readonly #sums = new RunSums()
  readonly #mixture = new MixtureHistory()
  #checkpoints: Checkpoints | undefined
  #holdout: Holdout | undefined
  readonly #work = new Work()
  #model: M | undefined
  #reading: Reading | undefined

  constructor(
    input: Input,
    learner: AnyLearnerOptions,
    reading: ReadOptions,
    run: TrainRunOptions,
    wrap: (learner: AnyLearner) => M,
  ) {
    this.#input = input
    this.#learner = learner
    this.#given = reading
    this.#run = run
    this.#wrap = wrap
  }

  async run(signal: AbortSignal, emit: (row: ProgressRow) => void): Promise<TrainRun<M>> {
    const resumed = await resumedOf(this.#learner, this.#given, this.#run, this.#sums, this.#mixture)
    if (resumed !== undefined) {
      this.#given = resumed.reading
      this.#run = resumed.run
      this.#learner = { ...this.#learner, backend: resumed.backend }
    } else if (this.#run.initialModel !== undefined) this.#sums.decidedBy = 'model'
    else this.#sums.decidedBy = decidedBy(fixedBy(this.#learner), this.#given.positive)
    const { passes = 1, checkpoint } = this.#run
    checkPasses(passes)
    this.#sums.marked = checkpoint !== undefined
    this.#holdout = new Holdout(this.#run)
    if (resumed !== undefined) this.#holdout.restore(resumed.heldOut, this.#sums.position.examples)
    const own = await initialLearner(this.#run.initialModel, this.#learner)
    if (own !== undefined) checkMergeHoldout(own, this.#run.holdout)
    const initial = shared(resumed?.learner ?? own, this.#run, this.#given)
    // checks the options before the data is opened
    const { rule, prenormalize } = initial?.options ?? resolveOptions(beforeLabels(this.#learner))
    const data = await dataOf(this.#input, this.#given)
    if (this.#sums.decidedBy === 'labels' && !data.decisive) this.#sums.decidedBy = 'default'
    const divided = prenormalize !== 'none'
    const grouped = groupsUnder(initial?.options ?? this.#learner)
    refuseConflict({
      once: data.once,
      files: data.paths !== undefined,
      passes,
      cache: this.#run.cache,
      firstPass: initial?.needsFirstPass ?? (divided || rules[rule as RuleId].firstPass === true),
      divided,
      grouped,
    })
    const files = await sizesOf(data)
    if (resumed !== undefined) checkFiles(files, resumed.files)
    const cache = await cacheOf({ ...this.#run, ...this.#given, paths: data.paths, passes, divided, grouped })
    const changes = new FileChanges(data)
    await changes.notices()
    const from = { data, cache, changes, signal }
    let started = await this.#open(from, initial)
    const model = this.#modelOf()
    this.#checkpoints = this.#checkpointsOf(model, files)
    try {
      if (model.learner.needsFirstPass) started = await this.#afterFirstPass(from, started)
      await this.#learn(from, started, emit)
      const best = await this.#holdout.bestLearner(model.learner)
      if (best !== undefined) model.learner = this.#sums.replaced(model.learner, best)
    } catch (error) {
      if (signal.aborted && this.#sums.progress !== undefined) await this.#checkpoints?.write()
      throw error
    } finally {
      await closedSoon(this.#reading?.close() ?? Promise.resolve())
    }
    const outcome = this.#outcome()
    refuseUnlabelled(data.name, outcome.report, outcome.reading)
    for (const notice of this.#finalNotices(outcome.report)) this.#run.onNotice?.(notice)
    return outcome
  }

  close(): void {
    this.#work.close()
  }

  /** The result of the training so far. */
  soFar(): TrainRun<M> | undefined {
    return this.#sums.progress === undefined ? undefined : this.#outcome()
  }

  /** Opens the data for the model, and makes the model once it is known how the data is read. */
  async #open({ data, cache, signal }: TrainingData, initial: AnyLearner | undefined): Promise<Started> {
    if (initial !== undefined) this.#model = this.#wrap(initial)
    const readOptions =
      this.#model === undefined ? this.#newReadOptions() : this.#continuedReadOptions(this.#model)
    const request = this.#request(readOptions, cache, signal)
    const started = await startReading(data, request, signal, (schema, { decision, objects }) => {
      this.#model?.checkSchema(schema)
      const own = ofShard(
        withDecision(this.#learner, decision),
        this.#given,
        isMergeHoldout(this.#run.holdout),
      )
      const objectsAs = objects === true ? this.#given : undefined
      if (this.#model !== undefined) return
      this.#model = this.#wrap(shared(newLearner(own, schema, objectsAs), {}, this.#given))
      const { classes, task } = this.#model.learner.options
      for (const notice of impliedRuleNotices({ ...own, classes, task })) this.#notice(notice)
    })
    this.#reading = started.reading
    return started
  }

  /** Returns how to read the data for a model that continues training. */
  #continuedReadOptions(model: M): ReadOptions {
    return this.#run.resume === undefined
      ? model.readOptions(this.#given, 'learn')
      : { ...resumedReadOptions(model, this.#given), decidedBy: this.#decidedBy }
  }

  /** Returns how to read the data for a new model. */
  #newReadOptions(): ReadOptions {
    const wide = this.#learner.bits === 'grow' ? { wide: true } : {}
    const groups = groupsUnder(this.#learner) ? { groups: true } : {}
    return {
      ...this.#given,
      ...wide,
      ...groups,
      ...labelsToRead(fixedBy(this.#learner), this.#given.positive),
    }
  }

  /** The option or file that decided which labels occur. */
  get #decidedBy(): ReadOptions['decidedBy'] {
    return this.#sums.decidedBy === 'default' ? 'labels' : this.#sums.decidedBy
  }

  #request(options: ReadOptions, cache: string | undefined, signal: AbortSignal): ReadRequest {
    return {
      options: {
        ...options,
        names: namesToFind(this.#model, beforeLabels(this.#learner), this.#run.by ?? this.#sums.progress?.by),
        backend: this.#stream,
        reuseBuffers: this.#run.observe === undefined || this.#run.keepsBatches === false,
        signal,
      },
      cache,
      batcher: () => batcherFor(this.#modelOf(), this.#given, true, (one) => this.#notice(one)),
      onNotice: (notice) => this.#notice(notice),
    }
  }

  get #stream(): BackendStream {
    return this.#work.stream(this.#learner.backend, this.#given.threads)
  }

  async #afterFirstPass({ data, changes, signal }: TrainingData, started: Started): Promise<Started> {
    this.#run.onFirstPass?.()
    const model = this.#modelOf()
    const { schema, reading } = started
    this.#sums.found ??= reading.report
    await closedSoon(reading.close())
    const request = (): ReadRequest => this.#request(this.#asBefore(schema), undefined, signal)
    const { skipped } = await makeFirstPass(data, model, request(), signal)
    for (const notice of await changes.notices()) this.#notice(notice)
    const again = await startReading(data, request(), signal)
    this.#reading = again.reading
    return { ...again, skippedBefore: skipped }
  }

  async #learn(from: TrainingData, started: Started, emit: (row: ProgressRow) => void): Promise<void> {
    const model = this.#modelOf()
    const { learner } = model
    const { signal } = from
    const { passes = 1, schedule, onProgress, observe, by } = this.#run
    keepMergeHoldout(learner, this.#run.holdout)
    checkSliceColumn(by, started.reading.report)
    for (const notice of firstNotices(learner, this.#sums.decidedBy)) this.#notice(notice)
    const [sums, holdout] = [this.#sums, this.#holdout as Holdout]
    const { position, progress } = sums
    sums.progress ??= new ProgressiveValidation(learner.loss)
    const observer = checkedObserver(await observe?.(model))
    const partsOf = (batch: Batch): Iterable<Batch> => observer?.batches?.(batch) ?? [batch]
    const untilPoints = (batch: Batch) => (isMixed(learner) ? this.#mixture.parts(batch) : [batch])
    const readings: Reading[] = []
    const growing = new GrowingClasses(
      learner.options.mostClasses === undefined ? undefined : learner.classes?.length,
    )
    const first = position.examples > 0 ? skipTo(position, started.batches) : started.batches
    const batches = async function* (this: Training<M>): AsyncGenerator<Batch, void, void> {
      for (let { pass } = position; pass < passes; pass++) {
        // errors of later passes are of examples that were already learned
        keepIntervals(learner, pass > 0)
        const again = () => this.#again(from, started, readings)
        for await (const read of pass === position.pass ? first : await again())
          for (const batch of partsOf(pass === 0 ? read : withKnownNames(read)))
            for (const part of growing.parts(batch).flatMap(untilPoints)) {
              sums.coming(pass, part)
              yield holdout.mask(part)
            }
        if (pass === 0) refuseBadAfterDivision(started)
        await sums.settled()
        if (await holdout.endPass(pass + 1, model, pass === passes - 1, { ...this.#run, signal })) return
      }
    }
    const options: ContinuedStream = {
      // a model that continues training may have another backend
      work: learner.backend === this.#stream.name ? this.#stream : undefined,
      signal,
      trusted: started.reading.trusted(model.labels),
      early: mayLearnAhead(observer) && this.#checkpoints === undefined,
      schedule,
      progress,
      ...evaluationOf(this.#run),
      onProgress: (event) => {
        const row = progressRow(event)
        emit(row)
        return onProgress?.(row)
      },
      onLosses: (batch, losses) => holdout.add(batch, losses),
      onBatch: async (event: BatchEvent) => {
        sums.learned(event.progress as ProgressiveValidation)
        this.#mixture.add(event.batch, () => learner.lanes)
        await observer?.add(event)
        await this.#checkpoints?.learned(event.batch.size)
        sums.settle()
      },
    }
    try {
      await learner.learn(batches.call(this), options)
    } finally {
      keepIntervals(learner, false)
      for (const reading of readings) await closedSoon(reading.close())
    }
  }

  /** Reads the data again, as before. */
  async #again(
    { data, cache, changes, signal }: TrainingData,
    started: Started,
    readings: Reading[],
  ): Promise<Reading> {
    const options = this.#asBefore(started.reading.schema ?? started.schema)
    const request = this.#request(options, options.divisors === undefined ? cache : undefined, signal)
    // a cache says itself that its files have changed
    if (request.cache === undefined) for (const notice of await changes.notices()) this.#notice(notice)
    const reading = await unlessAborted(data.open(request), signal)
    readings.push(reading)
    return reading
  }

  /** Returns the options for reading the data in every pass after schema inference, so that the bad lines are the same. */
  #asBefore(schema: Schema | undefined): ReadOptions {
    const { learner, learning } = this.#modelOf()
    const { scales: divisors } = learner
    return { ...optionsOfRun(this.#given), schema, divisors, decidedBy: this.#decidedBy, ...learning.labels }
  }

  /** Opens the file of the checkpoints, if there are any. */
  #checkpointsOf(model: M, files: readonly number[] | null): Checkpoints | undefined {
    const { checkpoint } = this.#run
    if (checkpoint === undefined) return undefined
    const state = (): TrainingState => ({
      ...this.#sums.state(model.learner, this.#seconds(), this.#read()),
      mixture: this.#mixture.state(),
      ...checkpointOptions(this.#run, this.#given, checkpoint, this.#learner.backend),
      files,
    })
    return new Checkpoints(checkpoint, state, this.#holdout as Holdout, () => model.learner)
  }

  #modelOf(): M {
    if (this.#model === undefined) throw new Error('the model is made before the first batch is read')
    return this.#model
  }

  #notice(notice: Notice): void {
    this.#notices.push(notice)
    this.#run.onNotice?.(notice)
  }

  #report(): Report {
    const model = this.#modelOf()
    const report = reportOf(model, this.#progress(), this.#read(), {
      seconds: this.#sums.seconds + this.#seconds(),
      passes: this.#sums.losses.averages(),
      holdout: this.#holdout?.report(),
      classes: model.classes,
      learned: true,
      intervals: model.learner.report().intervals,
      farErrors: this.#sums.farErrors + model.learner.clippedErrors,
    })
    return { ...report, task: taskReport(model, this.#sums.decidedBy) }
  }

  #progress(): ProgressiveValidation {
    return this.#sums.progress ?? new ProgressiveValidation(this.#modelOf().learner.loss)
  }

  #seconds(): number {
    return (performance.now() - this.#started) / 1000
  }

  #read(): ReadReport {
    if (this.#sums.read !== undefined) return this.#sums.read
    if (this.#reading === undefined) throw new Error('data is opened before it is learned from')
    return withFound(this.#reading.report, this.#sums.found ?? {})
  }

  #finalNotices(report: Report): readonly Notice[] {
    return finalNotices(report, this.#progress(), this.#modelOf(), this.#given.positive, this.#read())
  }

  #outcome(): TrainRun<M> {
    const [model, report, { points }] = [this.#modelOf(), this.#report(), this.#mixture]
    const notices = [...this.#notices, ...this.#finalNotices(report)]
    const mixture = points.length === 0 ? undefined : points
    return { model, report, reading: this.#read(), notices, mixture }
  }
}
