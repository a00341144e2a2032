import type { LearnsAsync, LocatedBatch, PredictsAsync } from '@ol/spec'
import { run } from '../run/executor.js'
import { inSlices } from '../table/steps.js'
import { forBackend } from '../targets/targets.js'
import { type Outcome, ResultBuffers, resultsFor } from './outcome.js'
import { Lesson, type SingleModel } from './single-model.js'
import { type BatchPart, pieces } from './slice.js'

/** Where a batch is among those of a stream. */
export interface StreamPosition {
  /** the examples before it */
  readonly round: number
  /** whose threads learn it; absent: the backend of the model */
  readonly work?: LearnsAsync | undefined
  /** resolves when the batch before is finished; absent: it is */
  readonly before?: Promise<unknown> | undefined
  /** is called when threads have all of the batch: the next one may begin */
  readonly handOver: () => void
}

/**
 * Learns a batch off the main thread. Where lanes are combined, one piece of it is combined while the next is learned; the first when
 * the batch before is finished: threads may say that they are done in another order than they were.
 */
export async function learnAsync(
  model: SingleModel,
  given: LocatedBatch,
  { round, work = model.backend, before, handOver }: StreamPosition,
): Promise<Outcome> {
  const { store } = model
  const located = before === undefined ? store.locate(given) : await store.locateAhead(given, before)
  await inSlices(store.keep(located))
  const lesson = new Lesson(model, located, round)
  const { filled } = lesson
  const combines = filled !== undefined && filled.replicates === undefined
  const begin = ({ batch, from }: BatchPart) => {
    const { lanes } = model.table
    if (combines) model.buffers ??= new ResultBuffers(lanes)
    const results = model.buffers?.next(batch.size) ?? resultsFor(batch.size, lanes)
    const learned = work.learnAsync(model.plan, model.table, forBackend(batch), results)
    if (from + batch.size === lesson.batch.size) handOver()
    const result = learned.then(() => before).then(() => results)
    // the threads of Node keep no order: the next piece begins when this one is learned
    return { result, handedOver: learned }
  }
  for (const part of model.parts(lesson.batch)) {
    await run(combines ? pieces(part) : [part], undefined, {
      accept: (piece) => piece,
      begin,
      finish: (piece, results) => lesson.finish(piece, results),
      ahead: () => true,
    })
  }
  return lesson.outcome()
}

/**
 * Predicts a batch off the main thread, where several may be predicted at a time; not where features have rows of their own, which
 * are looked up in arrays that are used again.
 */
export async function predictAsync(
  model: SingleModel,
  given: LocatedBatch,
  round: number,
  work: PredictsAsync,
): Promise<Outcome> {
  const batch = model.predicted(given, round)
  const results = resultsFor(batch.size, model.table.lanes)
  await work.predictAsync(model.plan, model.table, forBackend(batch), results)
  return model.answer(batch, results, 'predicted')
}
