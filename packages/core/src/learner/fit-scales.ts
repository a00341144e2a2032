import { type Batch, OLError } from '@ol/spec'
import { isBatch } from '../examples/check-batch.js'
import { refusePredictOnly } from '../options/refusals.js'
import { run } from '../run/executor.js'
import { turnDue } from '../run/turn.js'
import { Batched, type ExampleStream } from '../stream/batched.js'
import { checkCallOptions, checkStream, ofFirstPasses } from '../stream/check-arguments.js'
import type { FirstPassOptions } from '../stream/streams.js'
import { busyOf, type LearnerState } from './learner-state.js'

/** Makes the first pass over the data for the scales of the features; returns the number of examples. */
export function fitScales(
  state: LearnerState,
  input: Batch | ExampleStream,
  options: FirstPassOptions,
): number | Promise<number> {
  checkCallOptions(options, ofFirstPasses)
  refusePredictOnly(state.settings)
  if (!isBatch(input)) checkStream(input)
  if (state.firstPass?.missing !== true) {
    const text =
      'Expected a model that needs a first pass but its rule and prenormalize need none, or it has had one: skip fitScales'
    throw new OLError('OL_FIRST_PASS', text)
  }
  state.busy?.beforeChange()
  const pass = state.firstPass.start(state.base.store)
  const add = (batch: Batch): void => {
    state.checkUnlabelled(batch, options)
    state.busy?.beforeChange()
    pass.add(batch)
  }
  if (isBatch(input)) {
    add(input)
    return pass.done()
  }
  return busyOf(state).overStream(async () => {
    const added = async (batch: Batch): Promise<void> => {
      add(batch)
      await turnDue()
    }
    await run(new Batched(input, () => state.builder(state.classes?.copy())), options.signal, {
      accept: (batch) => batch,
      begin: (batch) => ({ result: added(batch) }),
    })
    state.busy?.beforeChange()
    return pass.done()
  })
}
