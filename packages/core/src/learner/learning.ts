import { type Batch, OLError, status } from '@ol/spec'
import { type NameFilter, noNames } from '../examples/batch-builder.js'
import { copyBatch } from '../examples/check-batch.js'
import type { Example } from '../examples/features.js'
import { type Classes, classNumbers } from '../lanes/classes.js'
import type { Outcome } from '../lanes/outcome.js'
import { applyLink } from '../options/links.js'
import { signLabels } from '../options/sign-names.js'
import { Batched, type ExampleStream } from '../stream/batched.js'
import { checkStream, checkStreamOptions } from '../stream/check-arguments.js'
import { overlap } from '../stream/overlap.js'
import { ProgressCaller } from '../stream/progress-caller.js'
import type { BatchOptions, ContinuedStream, StreamOptions } from '../stream/streams.js'
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
  return applyLink(state.settings.link, classNumbers(predictions, state.classes))
}

/** Learns from a stream, off the main thread. */
export function learnStream(
  state: LearnerState,
  stream: ExampleStream,
  options: ContinuedStream,
): Promise<ValidationReport> {
  const learn = async (batch: Batch): Promise<Outcome> => {
    const admitted = state.admitted(batch)
    const results = await state.predictor.learnAsync(admitted, state.progress.examples, options.work)
    state.learned(admitted, results)
    return results
  }
  return state.busy.overStream(() =>
    goThrough(
      state,
      stream,
      { ...options, warmUp: warmUpOf(state, options) },
      { classes: state.classes, names: state.names },
      async (batch) => {
        // a batch is in flight from the start where nothing is to be waited for
        if (state.busy.isSaving) await state.busy.afterSaves()
        return state.busy.overBatch(() => learn(batch))
      },
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

async function goThrough(
  state: LearnerState,
  stream: ExampleStream,
  options: ContinuedStream,
  { classes, names }: { readonly classes: Classes | undefined; readonly names: NameFilter },
  run: (batch: Batch) => Promise<Outcome>,
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
  const work = async (batch: Batch): Promise<void> => {
    const results = await run(batch)
    caller.add(batch, results)
    options.onLosses?.(batch, results.losses)
    if (options.onBatch === undefined) return
    const labels = classes?.labels()
    const { signNames } = state.settings
    const terms = taskTerms(state.settings, signNames === undefined ? labels : signLabels(signNames))
    await options.onBatch({
      ...predictedBatch(batch, results, state.settings.link, classes, terms),
      progress: caller.progress,
      classes: labels,
    })
  }
  await overlap(batched, options.signal, accept, async (batch) => {
    for (const part of classes?.grows === true ? state.parts(batch) : [batch]) await work(part)
  })
  return validationReportOf(state.backend.name, state.settings.rule, caller.progress, classes?.labels())
}
