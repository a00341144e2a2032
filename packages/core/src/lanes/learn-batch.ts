import type { Backend, LearnsAsync, Link, LocatedBatch, Plan, PredictsAsync, Results, Table } from '@ol/spec'
import { run, runNow, type StagesNow } from '../run/executor.js'
import { inSlices } from '../table/steps.js'
import type { Store } from '../table/store.js'
import { forBackend, type PreparedBatch, type Targets } from '../targets/targets.js'
import { type How, type Outcome, ResultBuffers, resultsFor } from './outcome.js'
import { type BatchPart, pieces } from './slice.js'

/** The steps of a model in the stages of learning a batch. */
export interface LearningModel {
  readonly backend: Backend
  /** locates features */
  readonly store: Store
  readonly plan: Plan
  readonly table: Table
  readonly targets: Targets
  /** for lanes that are combined off the main thread */
  buffers: ResultBuffers | undefined

  /** Returns a located batch with its targets; `round`: the number of its first example. */
  prepared(located: LocatedBatch, round: number): PreparedBatch

  /** Returns the outcome of a batch, to be filled; undefined if the results of its only part are the outcome. */
  outcomeFor(size: number): Outcome | undefined

  /** Returns the batch in parts: each is requested when those before it are finished. */
  parts(batch: PreparedBatch): Iterable<BatchPart>

  /** Returns results for this many examples, which are used within a call. */
  resultsFor(size: number): Results

  /** Combines the lanes in the results of a part, and fills the outcome. */
  combine(part: BatchPart, results: Results, outcome: Outcome | undefined, how: How): void
}

/** A batch on its way through the stages of a model, part by part. */
class BatchRun implements StagesNow<BatchPart, Results> {
  readonly model: LearningModel
  readonly batch: PreparedBatch
  /** filled part by part; undefined: see `LearningModel.outcomeFor` */
  readonly filled: Outcome | undefined
  /** the results of the last part */
  last: Outcome | undefined

  constructor(model: LearningModel, located: LocatedBatch, round: number) {
    this.model = model
    this.batch = model.prepared(located, round)
    this.filled = model.outcomeFor(this.batch.size)
  }

  begin({ batch }: BatchPart): Results {
    const { model } = this
    const results = model.resultsFor(batch.size)
    model.backend.learn(model.plan, model.table, forBackend(batch), results)
    return results
  }

  finish(part: BatchPart, results: Results): void {
    this.model.combine(part, results, this.filled, 'learned')
    this.last = results
  }

  /** Returns the outcome after all parts, with the losses of labels that were excluded. */
  outcome(): Outcome {
    const own = (this.filled ?? this.last) as Outcome
    this.model.targets.measure(this.batch, own, 1)
    return own
  }
}

/** Learns a batch within the call. */
export function learnNow(model: LearningModel, given: LocatedBatch, round: number): Outcome {
  const batchRun = new BatchRun(model, model.store.adopt(given), round)
  runNow(model.parts(batchRun.batch), batchRun)
  return batchRun.outcome()
}

/** The place of a batch in its stream. */
export interface StreamPosition {
  /** the examples before it */
  readonly round: number
  /** whose threads learn it; absent: the backend of the model */
  readonly work?: LearnsAsync | undefined
  /** resolves when the batch before is finished; absent: it is */
  readonly before?: Promise<unknown> | undefined
  /** called when threads have all of the batch, so the next one may begin */
  readonly handOver: () => void
}

/**
 * Learns a batch off the main thread. If lanes are combined, one piece is combined while the next is learned; the first
 * piece once the batch before is finished, because threads may report in another order than they finish.
 */
export async function learnAsync(
  model: LearningModel,
  given: LocatedBatch,
  { round, work = model.backend, before, handOver }: StreamPosition,
): Promise<Outcome> {
  const { store } = model
  const located = before === undefined ? store.locate(given) : await store.locateAhead(given, before)
  await inSlices(store.keep(located))
  const batchRun = new BatchRun(model, located, round)
  const { filled } = batchRun
  const combines = filled !== undefined && filled.replicates === undefined
  const begin = ({ batch, from }: BatchPart) => {
    const { lanes } = model.table
    if (combines) model.buffers ??= new ResultBuffers(lanes)
    const results = model.buffers?.next(batch.size) ?? resultsFor(batch.size, lanes)
    const learned = work.learnAsync(model.plan, model.table, forBackend(batch), results)
    if (from + batch.size === batchRun.batch.size) handOver()
    const result = learned.then(() => before).then(() => results)
    // the threads of Node.js keep no order, so the next piece begins once this one is learned
    return { result, handedOver: learned }
  }
  for (const part of model.parts(batchRun.batch)) {
    await run(combines ? pieces(part) : [part], undefined, {
      accept: (piece) => piece,
      begin,
      finish: (piece, results) => batchRun.finish(piece, results),
      ahead: () => true,
    })
  }
  return batchRun.outcome()
}

/** The steps of a model in the stages of predicting a batch. */
interface PredictingModel extends Pick<LearningModel, 'plan' | 'table'> {
  /** Returns a located batch as it is predicted. */
  predicted(located: LocatedBatch, round: number): PreparedBatch

  /** Returns the outcome of a batch with these results. */
  finalize(batch: PreparedBatch, results: Results, how: How, spread?: Link): Outcome
}

/**
 * Predicts a batch off the main thread, where several may be predicted at a time; not if features have their own rows,
 * which are looked up in reused arrays.
 */
export async function predictAsync(
  model: PredictingModel,
  given: LocatedBatch,
  round: number,
  work: PredictsAsync,
  spread?: Link,
): Promise<Outcome> {
  const batch = model.predicted(given, round)
  const results = resultsFor(batch.size, model.table.lanes)
  await work.predictAsync(model.plan, model.table, forBackend(batch), results)
  return model.finalize(batch, results, 'predicted', spread)
}
