import type { Batch } from '@ol/spec'
import { inSlices } from '../table/steps.js'
import { type Outcome, ResultBuffers, resultsFor } from './outcome.js'
import type { SingleModel } from './single-model.js'
import { overlapped, pieces, type Turn, Turns } from './slice.js'

/** Learns a batch off the main thread; one that is begun meanwhile is learned after it: see `learnsAhead`. */
export function learnAsync(model: SingleModel, indexed: Batch, turn: Turn): Promise<Outcome> {
  model.turns ??= new Turns()
  return model.turns.take((handed) => learnInTurn(model, indexed, turn, handed))
}

async function learnInTurn(
  model: SingleModel,
  indexed: Batch,
  { round, work = model.backend, before }: Turn,
  handed: () => void,
): Promise<Outcome> {
  const { store } = model
  const located = before === undefined ? store.locate(indexed) : await store.locateAhead(indexed, before)
  await inSlices(store.keep(located))
  const lesson = model.lessonOf(located)
  const { batch, outcome } = lesson
  const combines = outcome !== undefined && outcome.replicates === undefined
  let last: Outcome | undefined
  for (const part of model.parts(batch, round)) {
    await overlapped(combines ? pieces(part) : [part], before, (piece) => {
      const { size } = piece.batch
      const { lanes } = model.table
      if (combines) model.buffers ??= new ResultBuffers(lanes)
      const results = model.buffers?.next(size) ?? resultsFor(size, lanes)
      const scaled = model.labels?.scale(piece.batch, true)
      const learned = work.learnAsync(model.plan, model.table, scaled?.batch ?? piece.batch, results)
      if (piece.from + size === batch.size) handed()
      last = results
      const take = (): void => {
        scaled?.restore(results, lanes)
        model.take(piece, results, outcome, 'learned')
      }
      return { learned, take }
    })
  }
  return model.measured(lesson, last)
}
