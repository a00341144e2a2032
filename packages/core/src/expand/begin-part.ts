import type { Batch, DerivedBatch, LearnsAsync, PredictsAsync } from '@ol/spec'
import type { Outcome } from '../lanes/outcome.js'
import type { TableModel } from '../lanes/table-model.js'
import { allDone, type Begun, beginWork, together } from '../run/executor.js'
import { type LearnedPart, type Part, stretch } from './stretches.js'

/** Learns a part. */
export interface PartLearner {
  readonly model: TableModel
  /** whether it waits for the derived features of the part */
  readonly isExpert: boolean
  /** returns what it receives of the part */
  batch(derived: DerivedBatch | undefined): Batch
}

/** A part that has begun. */
export interface BegunPart extends Begun<LearnedPart> {
  /** by learner: resolves when nothing of this part, or of an earlier one, is in flight */
  readonly over: readonly Promise<unknown>[]
  /** resolves when threads have all of the part that needs no derived features */
  readonly isHanded: Promise<unknown>
}

/**
 * Begins to learn a part off the main thread: each learner begins at once, an expert once the features of the part are
 * derived. An undefined learner learns nothing; `over`: from the part before.
 */
export function beginPart(
  part: Part,
  deriving: Promise<DerivedBatch | undefined>,
  learners: readonly (PartLearner | undefined)[],
  round: number,
  work: LearnsAsync | undefined,
  over: readonly Promise<unknown>[],
): BegunPart {
  const begun = learners.map((learner, place) => {
    if (learner === undefined) return undefined
    const { model, isExpert } = learner
    const before = over[place]
    return beginWork<Outcome>(async (handOver) => {
      const batch = learner.batch(isExpert ? await deriving : undefined)
      // if its lanes may be pruned, a model waits until the part before is finished
      if (before !== undefined && !model.learnsAhead(part.batch.size + stretch)) await before
      return model.learnAsync(batch, { round: round + part.from, work, before, handOver })
    })
  })
  const { result, handedOver } = together(begun)
  return {
    // both have ended, whichever fails
    result: Promise.allSettled([result, deriving]).then(async () => ({
      outcomes: await result,
      derived: await deriving,
    })),
    // features of the next part are derived after this part's, even if no expert waits for them
    handedOver: Promise.all([handedOver, deriving]),
    over: begun.map((own, place) => Promise.allSettled([over[place], own?.result])),
    isHanded: Promise.all(begun.map((own, place) => learners[place]?.isExpert !== true && own?.handedOver)),
  }
}

/** Predicts a part off the main thread, by all learners at once: an expert once the features of the part are derived. */
export function predictPart(
  learners: readonly (PartLearner | undefined)[],
  deriving: Promise<DerivedBatch>,
  round: number,
  work: PredictsAsync,
): Promise<(Outcome | undefined)[]> {
  const predict = async ({ model, isExpert, batch }: PartLearner): Promise<Outcome> =>
    model.predictAsync(batch(isExpert ? await deriving : undefined), round, work)
  return allDone(learners.map((learner) => learner && predict(learner)))
}
