import type { LocatedBatch } from '@ol/spec'
import { inSlices } from '../table/steps.js'
import { forBackend } from '../targets/targets.js'
import { type Outcome, ResultBuffers, resultsFor } from './outcome.js'
import type { SingleModel } from './single-model.js'
import { overlapped, pieces, type StreamPosition, SubmissionQueue } from './slice.js'

/** Learns a batch off the main thread; one that is begun meanwhile is learned after it: see `learnsAhead`. */
export function learnAsync(
  model: SingleModel,
  given: LocatedBatch,
  position: StreamPosition,
): Promise<Outcome> {
  model.submissions ??= new SubmissionQueue()
  return model.submissions.add((handed) => learnSubmitted(model, given, position, handed))
}

async function learnSubmitted(
  model: SingleModel,
  given: LocatedBatch,
  { round, work = model.backend, before }: StreamPosition,
  handed: () => void,
): Promise<Outcome> {
  const { store } = model
  const located = before === undefined ? store.locate(given) : await store.locateAhead(given, before)
  await inSlices(store.keep(located))
  const batch = model.prepared(located, round)
  const outcome = model.outcomeFor(batch.size)
  const combines = outcome !== undefined && outcome.replicates === undefined
  let last: Outcome | undefined
  for (const part of model.parts(batch)) {
    await overlapped(combines ? pieces(part) : [part], before, (piece) => {
      const { size } = piece.batch
      const { lanes } = model.table
      if (combines) model.buffers ??= new ResultBuffers(lanes)
      const results = model.buffers?.next(size) ?? resultsFor(size, lanes)
      const learned = work.learnAsync(model.plan, model.table, forBackend(piece.batch), results)
      if (piece.from + size === batch.size) handed()
      last = results
      return { learned, take: () => model.take(piece, results, outcome, 'learned') }
    })
  }
  return model.measured(batch, outcome ?? last)
}
