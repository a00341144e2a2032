import { type Batch, invalid, type Link } from '@ol/spec'
import { copyBatch, isBatch } from '../examples/check-batch.js'
import { type NameFilter, noNames } from '../examples/name-hasher.js'
import { coverageReport } from '../intervals/coverage-report.js'
import { noCoverage } from '../intervals/level-thresholds.js'
import type { Classes } from '../lanes/classes.js'
import { LaneSums } from '../lanes/lane-sums.js'
import type { StreamPosition } from '../lanes/learn-batch.js'
import type { Outcome } from '../lanes/outcome.js'
import { checkSpread } from '../lanes/spread.js'
import { signLabels } from '../options/sign-names.js'
import { taskOf } from '../options/task.js'
import { type Begun, beginWork, run } from '../run/executor.js'
import { given } from '../run/given.js'
import { turnDue } from '../run/turn.js'
import { Batched, type ExampleStream } from '../stream/batched.js'
import { checkCallOptions, checkStream, ofStreams } from '../stream/check-arguments.js'
import { ProgressCaller } from '../stream/progress-caller.js'
import type {
  BatchStream,
  ClassLabels,
  ContinuedStream,
  EvaluatedStream,
  PredictedStream,
  StreamOptions,
} from '../stream/streams.js'
import { Evaluation, type EvaluationOptions } from '../validation/evaluation.js'
import { ProgressiveValidation } from '../validation/progressive-validation.js'
import { type ValidationReport, validationReportOf } from '../validation/validation-report.js'
import { coverageOf } from './coverage.js'
import { busyOf, type LearnerState } from './learner-state.js'
import { intervalAt } from './predict-interval.js'
import { type PredictedBatch, predictedBatch } from './predicted-batch.js'
import { labelsOf } from './predicting.js'
import { taskTerms } from './task-terms.js'

/** Learns from a stream, off the main thread. */
export function learnStream(
  state: LearnerState,
  stream: ExampleStream,
  options: ContinuedStream,
): Promise<ValidationReport> {
  // examples that are being learned
  let pending = 0
  const busy = busyOf(state)
  const learn = async (
    batch: Batch,
    position: Pick<StreamPosition, 'before' | 'handOver'>,
  ): Promise<CodedOutcome> => {
    const admitted = state.admitted(batch, pending)
    const round = state.progress.examples + pending
    pending += batch.size
    try {
      const results = await state.model.learnAsync(admitted, { round, work: options.work, ...position })
      state.learned(admitted, results)
      // names of a batch determine the slices of its examples, including names that the model does not keep
      return { coded: { ...admitted, names: batch.names }, results }
    } finally {
      // together with the count of the model, from which the number of the next example follows
      pending -= batch.size
    }
  }
  // only the threads of a stream learn in the order of the calls
  const ahead = options.early === true && options.work !== undefined
  const mayBegin = ({ size }: Batch): boolean => state.model.learnsAhead(pending + size)
  return busy.overStream(() =>
    goThrough(
      state,
      stream,
      { ...options, warmUp: warmUpOf(state, options) },
      {
        classes: state.classes,
        names: namesOf(options, state.names ?? noNames),
        ahead: ahead ? mayBegin : undefined,
        learns: true,
      },
      (batch, before) => beginWork((handOver) => busy.overBatch(() => learn(batch, { before, handOver }))),
    ),
  )
}

/** Returns which names objects are to have: every one where a name determines the slice of an example. */
function namesOf({ by }: EvaluationOptions, wanted: NameFilter): NameFilter {
  return by === undefined ? wanted : { wants: () => true }
}

/** Returns the examples of a stream that belong to the warm-up of the model. */
function warmUpOf({ progress }: LearnerState, { warmUp }: StreamOptions): number | undefined {
  // anything but a count is refused when the evaluation begins
  return typeof warmUp === 'number' && warmUp >= 0 ? Math.max(0, warmUp - progress.labelled) : warmUp
}

/** Measures the loss over a stream; its new class names are only in its report. */
export async function evaluateStream(
  state: LearnerState,
  stream: ExampleStream,
  options: EvaluatedStream,
): Promise<ValidationReport> {
  const given = { ...options, warmUp: 0 }
  const { base, model } = state
  const busy = busyOf(state)
  // batches that are learned meanwhile run between two others, never at the same time
  const predicting = busy.learnsStream ? undefined : given.predicting
  // rows are looked up in reused arrays
  const apart = base.rows === undefined ? predicting : undefined
  // the number of the next example, on which the weights of the replicates depend
  let round = 0
  const predict = async (batch: Batch): Promise<CodedOutcome> => {
    busy.refuseInFlight()
    const first = round
    round += batch.size
    const coded = state.coded(batch)
    if (apart === undefined) return { coded, results: model.predict(coded, first) }
    return { coded, results: await model.predictAsync(coded, first, apart) }
  }
  const names = namesOf(given, noNames)
  const through = { classes: state.classes?.closed(), names, ahead: apart && (() => true) }
  const evaluated = (): Promise<ValidationReport> =>
    goThrough(state, stream, given, through, (batch) => ({ result: predict(batch) }))
  return predicting === undefined ? evaluated() : busy.overEvaluation(evaluated)
}

/** The results of a batch, and the batch as it was learned or predicted: its classes are numbered from 0. */
interface CodedOutcome {
  readonly coded: Batch
  readonly results: Outcome
}

/** How a stream is gone through. */
interface Through {
  readonly classes: Classes | undefined
  readonly names: NameFilter
  /** whether the model learns; default false */
  readonly learns?: boolean
  /** see `Stages` */
  readonly ahead?: ((batch: Batch) => boolean) | undefined
}

async function goThrough(
  state: LearnerState,
  stream: ExampleStream,
  options: ContinuedStream,
  { classes, names, ahead, learns = false }: Through,
  begin: (batch: Batch, before?: Promise<void>) => Begun<CodedOutcome>,
): Promise<ValidationReport> {
  checkStream(stream)
  checkCallOptions(options, ofStreams)
  const trusted = options.trusted === true
  const caller = new ProgressCaller(streamProgress(state, options, learns), options, classes)
  const batched = new Batched(stream, () => state.builder(classes, names))
  const accept = (given: Batch): Batch => {
    const own = batched.made(given)
    state.checkLabelled(given, trusted || own, classes)
    return trusted || own ? given : copyBatch(given)
  }
  const settle = async (
    batch: Batch,
    { coded, results }: CodedOutcome,
    labels: ClassLabels,
  ): Promise<void> => {
    if (!learns) state.intervals?.measure(coded, results, measured)
    const called = caller.add(coded, results, labels)
    if (called !== undefined) await called
    options.onLosses?.(batch, results.losses)
    if (options.onBatch !== undefined) {
      const { signNames } = state.settings
      const terms = taskTerms(state.settings, signNames === undefined ? labels : signLabels(signNames))
      await options.onBatch({
        ...predictedBatch(batch, results, state.settings.link, classes, terms),
        progress: caller.progress,
        classes: labels,
      })
    }
    await turnDue()
  }
  const { signal } = options
  const measured = noCoverage()
  if (classes?.grows === true) {
    // the parts of a batch depend on what was learned from earlier parts
    const learnParts = async (batch: Batch): Promise<void> => {
      for (const part of state.parts(batch)) await settle(part, await begin(part).result, classes.labels())
    }
    await run(batched, signal, { accept, begin: (batch) => ({ result: learnParts(batch) }) })
  } else {
    await run(batched, signal, {
      // batches after it may name further classes before it is finished
      accept: (given) => ({ batch: accept(given), labels: classes?.labels() }),
      begin: ({ batch }, before) => begin(batch, before),
      finish: ({ batch, labels }, outcome) => settle(batch, outcome, labels),
      ahead,
    })
  }
  const covered = learns ? coverageOf(state) : coverageReport(taskOf(state.settings), measured)
  const { backend, settings } = state
  return validationReportOf(backend.name, settings.rule, caller.progress, classes?.labels(), covered)
}

/** Returns the progress of a stream, evaluated by the task of the model. */
function streamProgress(
  state: LearnerState,
  options: EvaluationOptions,
  learns: boolean,
): ProgressiveValidation {
  const { loss } = state.settings
  const shape = state.progress.laneSums()?.shape ?? { classes: 0, replicates: 0 }
  const learnedBefore = state.progress.labelled
  const evaluated = {
    ...{ task: taskOf(state.settings), loss, classes: shape.classes, learnedBefore },
    awaitsLabel: learns && state.settings.labelScale === 'spread' && learnedBefore === 0,
  }
  const evaluation = new Evaluation(evaluated, options, state.backend)
  return new ProgressiveValidation(loss, undefined, new LaneSums(shape), evaluation, state.backend)
}

/** Predicts the batches of a stream. */
export async function* predictStream(
  state: LearnerState,
  stream: BatchStream,
  options: PredictedStream,
): AsyncGenerator<PredictedBatch, void, void> {
  const { link = state.settings.link, spread = false } = options
  if (typeof spread !== 'boolean') throw invalid('OL_PARAMETER', 'spread', 'true or false', spread)
  if (spread) checkSpread(state.base.settings, state.base.mixtureWeights)
  const terms = taskTerms(state.settings, labelsOf(state))
  const own = { ...options, spread: spread ? link : undefined }
  for await (const { batch, outcome } of outcomesOf(state, stream, own)) {
    let intervals: ReturnType<typeof intervalAt> | undefined
    const intervalOf = (e: number, level: number) => {
      // a model without intervals throws only if one is requested
      intervals ??= intervalAt(state, outcome, batch.size)
      return intervals(e, level)
    }
    yield { ...predictedBatch(batch, outcome, link, state.classes, terms), intervalOf }
  }
}

/** A batch and its outcome. */
interface BatchOutcome {
  readonly batch: Batch
  readonly outcome: Outcome
}

/** Predicts the batches of a stream, each when it is requested; or ahead, on the threads that predict. */
function outcomesOf(
  state: LearnerState,
  stream: BatchStream,
  { predicting, trusted, spread }: Omit<PredictedStream, 'spread'> & { readonly spread: Link | undefined },
): AsyncIterable<BatchOutcome> {
  const accept = (batch: Batch): Batch => {
    if (!isBatch(batch)) {
      const expected = 'a batch, as `batch` makes one of examples,'
      throw invalid('OL_BATCH', 'an item of a stream to predict', expected, batch)
    }
    state.busy?.refuseInFlight()
    state.checkUnlabelled(batch, { trusted })
    return batch
  }
  const { base, model } = state
  if (predicting === undefined || base.rows !== undefined || state.busy?.learnsStream === true)
    return eachNow(stream, (item) => {
      const batch = accept(item)
      return { batch, outcome: model.predict(state.divided(batch), 0, false, spread) }
    })
  const predict = async (batch: Batch): Promise<Outcome> =>
    model.predictAsync(state.divided(batch), 0, predicting, spread)
  return given((give, signal) =>
    busyOf(state).overEvaluation(() =>
      run(stream, signal, {
        accept,
        begin: (batch) => ({ result: predict(batch) }),
        finish: (batch, outcome) => give({ batch, outcome }),
        ahead: () => true,
      }),
    ),
  )
}

async function* eachNow<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => R,
): AsyncGenerator<R> {
  for await (const item of items) {
    yield work(item)
    await turnDue()
  }
}
