import { type Batch, OLError, status } from '@ol/spec'
import type { Example } from '../examples/features.js'
import { classNumbers } from '../lanes/classes.js'
import type { Outcome } from '../lanes/outcome.js'
import { applyLink } from '../options/apply-link.js'
import type { BatchOptions } from '../stream/streams.js'
import type { LearnerState } from './learner-state.js'

/** Learns from one example: OL_DIVERGED if the step would make a weight or the prediction non-finite. */
export function learnExample(state: LearnerState, example: Example): Outcome {
  const batch = state.collect((builder) => builder.add(example))
  const admitted = state.admitted(batch)
  const results = state.model.learn(admitted, state.progress.examples)
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
    const results = state.model.learn(admitted, state.progress.examples)
    state.learned(admitted, results)
    predictions.set(results.predictions, from)
    from += part.size
  }
  const own = state.classes === undefined ? predictions : classNumbers(predictions, state.classes)
  return applyLink(state.settings.link, own)
}
