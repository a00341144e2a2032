import { type Batch, OLError, status } from '@ol/spec'
import { type NameFilter, noNames } from '../examples/batch-builder.js'
import { copyBatch } from '../examples/check-batch.js'
import type { Example } from '../examples/features.js'
import { type Classes, classNumbers } from '../lanes/classes.js'
import type { Outcome } from '../lanes/outcome.js'
import { applyLink } from '../options/apply-link.js'
import { signLabels } from '../options/sign-names.js'
import { Batched, type ExampleStream } from '../stream/batched.js'
import { checkStream, checkStreamOptions } from '../stream/check-arguments.js'
import { overlap } from '../stream/overlap.js'
import { ProgressCaller } from '../stream/progress-caller.js'
import type { BatchOptions, ClassLabels, ContinuedStream, StreamOptions } from '../stream/streams.js'
import { defaultWarmUp } from '../validation/evaluation.js'
import { type ValidationReport, validationReportOf } from '../validation/validation-report.js'
import type { LearnerState } from './learner-state.js'
import { predictedBatch } from './predicted-batch.js'
import { taskTerms } from './task-terms.js'

/** Learns from one example: OL_DIVERGED where the step would make a weight or the prediction non-finite. */
export function learnExample(state: LearnerState, example: Example): Outcome {
  const batch = state.collect((builder) => builder.add(example))
  const admitted = state.admitted(batch)
  const results = state.predictor.learn(admitted, state.progress.examples)
  state.learned(admitted, results)
  if (results.status[0] !== status.diverged) return results
  const text =
    'Expected finite weights and a finite prediction but the step of this example would make one non-finite; it was not learned from'
  throw new OLError('OL_DIVERGED', text, { value: results.predictions[0] })
}

/** Learns from the examples of a batch in order; returns the predictions made before each. */
export function learnBatch(state: LearnerState, batch: Batch, options: BatchOptions): Float64Array {
  state.checkLabelled(batch, options.trusted === true, state.classes)
  const predictions = new Float64Array(batch.size)
  let from = 0
  for (const part of state.parts(batch)) {
    const admitted = state.admitted(part)
    const results = state.predictor.learn(admitted, state.progress.examples)
    state.learned(admitted, results)
    predictions.set(results.predictions, from)
    from += part.size
  }
  const own = state.classes === undefined ? predictions : classNumbers(predictions, state.classes)
  return applyLink(state.settings.link, own)
}

/** Learns from a stream, off the main thread. */
export function learnStream(
  state: LearnerState,
  stream: ExampleStream,
  options: ContinuedStream,
): Promise<ValidationReport> {
  // examples that are being learned
  let pending = 0
  const learn = async (batch: Batch, before: Promise<void> | undefined): Promise<Outcome> => {
    const admitted = state.admitted(batch, pending)
    const round = state.progress.examples + pending
    pending += batch.size
    try {
      const results = await state.predictor.learnAsync(admitted, { round, work: options.work, before })
      state.learned(admitted, results)
      return results
    } finally {
      // at once with the count of the model, of which the number of the next example is made
      pending -= batch.size
    }
  }
  // only the threads of a stream learn in the order in which they are told to
  const ahead = options.early === true && options.work !== undefined
  const mayBegin = ({ size }: Batch): boolean => state.predictor.learnsAhead(pending + size)
  return state.busy.overStream(() =>
    goThrough(
      state,
      stream,
      { ...options, warmUp: warmUpOf(state, options) },
      { classes: state.classes, names: state.names, ahead: ahead ? mayBegin : undefined },
      (batch, before) => state.busy.overBatch(() => learn(batch, before)),
    ),
  )
}

/** Returns the examples of a stream that belong to the warm-up of the model. */
function warmUpOf({ progress }: LearnerState, { warmUp = defaultWarmUp }: StreamOptions): number {
  // what is no count is refused where the evaluation begins
  return typeof warmUp === 'number' && warmUp >= 0 ? Math.max(0, warmUp - progress.labelled) : warmUp
}

/** Measures the loss over a stream; its new class names are in its report alone. */
export async function evaluateStream(
  state: LearnerState,
  stream: ExampleStream,
  options: StreamOptions,
): Promise<ValidationReport> {
  // the number of the next example, on which the weights of the replicates depend
  let round = 0
  return goThrough(
    state,
    stream,
    { ...options, warmUp: 0 },
    { classes: state.classes?.closed(), names: noNames },
    async (batch) => {
      state.busy.refuseInFlight()
      const first = round
      round += batch.size
      return state.predictor.predict(state.coded(batch), first)
    },
  )
}

/** How a stream is gone through. */
interface Through {
  readonly classes: Classes | undefined
  readonly names: NameFilter
  /** see `ItemSteps` */
  readonly ahead?: ((batch: Batch) => boolean) | undefined
}

async function goThrough(
  state: LearnerState,
  stream: ExampleStream,
  options: ContinuedStream,
  { classes, names, ahead }: Through,
  run: (batch: Batch, before?: Promise<void>) => Promise<Outcome>,
): Promise<ValidationReport> {
  checkStream(stream)
  checkStreamOptions(options)
  const trusted = options.trusted === true
  const caller = new ProgressCaller(state.streamProgress(options), options, classes)
  const batched = new Batched(stream, () => state.builder(classes, names))
  const accept = (given: Batch): Batch => {
    const own = batched.made(given)
    state.checkLabelled(given, trusted || own, classes)
    return trusted || own ? given : copyBatch(given)
  }
  const settle = async (batch: Batch, results: Outcome, labels: ClassLabels): Promise<void> => {
    caller.add(batch, results, labels)
    options.onLosses?.(batch, results.losses)
    if (options.onBatch === undefined) return
    const { signNames } = state.settings
    const terms = taskTerms(state.settings, signNames === undefined ? labels : signLabels(signNames))
    await options.onBatch({
      ...predictedBatch(batch, results, state.settings.link, classes, terms),
      progress: caller.progress,
      classes: labels,
    })
  }
  const { signal } = options
  if (classes?.grows === true) {
    // the parts of a batch depend on what was learned of those before
    const work = async (batch: Batch): Promise<void> => {
      for (const part of state.parts(batch)) await settle(part, await run(part), classes.labels())
    }
    await overlap(batched, signal, { accept, work })
  } else {
    // of each batch that came: those after it may name further classes before what came of it is taken
    const named: ClassLabels[] = []
    const acceptNamed = (given: Batch): Batch => {
      const batch = accept(given)
      named.push(classes?.labels())
      return batch
    }
    const settleNamed = (batch: Batch, results: Outcome): Promise<void> =>
      settle(batch, results, named.shift())
    await overlap(batched, signal, { accept: acceptNamed, work: run, settle: settleNamed, ahead })
  }
  return validationReportOf(state.backend.name, state.settings.rule, caller.progress, classes?.labels())
}
