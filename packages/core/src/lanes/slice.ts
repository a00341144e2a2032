import type { LearnsAsync } from '@ol/spec'
import { scaledSlice } from '../targets/label-scale.js'
import type { PreparedBatch } from '../targets/targets.js'
import { openPromise } from './open-promise.js'

/** Examples of a batch, from its example `from` on. */
export interface BatchPart {
  readonly batch: PreparedBatch
  readonly from: number
}

/** Returns examples from .. to of a batch, on its arrays. */
export function slice(batch: PreparedBatch, from: number, to: number): PreparedBatch {
  const { laneWeights, scaled, size } = batch
  const lanes = (laneWeights?.length ?? 0) / size
  return {
    size: to - from,
    offsets: batch.offsets.subarray(from, to + 1),
    indices: batch.indices,
    values: batch.values,
    labels: batch.labels.subarray(from, to),
    weights: batch.weights?.subarray(from, to),
    initial: batch.initial?.subarray(from, to),
    derived: batch.derived?.subarray(from, to),
    ends: batch.ends?.subarray(from, to),
    laneWeights: laneWeights?.subarray(from * lanes, to * lanes),
    scaled: scaled && scaledSlice(scaled, from, to),
  }
}

/** Examples of a piece at least: to combine what came of fewer takes less time than to hand another piece to a thread. */
const least = 1024

/** Yields a part of a batch in pieces, so that one can be learned while what came of the one before is combined. */
export function* pieces({ batch, from }: BatchPart): Generator<BatchPart, void, void> {
  const { size } = batch
  for (let start = 0; start < size; ) {
    // a short rest is no piece of its own
    const end = size - start < 2 * least ? size : start + least
    yield start === 0 && end === size
      ? { batch, from }
      : { batch: slice(batch, start, end), from: from + start }
    start = end
  }
}

/** Where a batch stands among those of a stream. */
export interface StreamPosition {
  /** the examples before it */
  readonly round: number
  /** who learns it; absent: the backend of the model */
  readonly work?: LearnsAsync | undefined
  /** resolves when what came of the batch before has been taken; absent: it has been */
  readonly before?: Promise<void> | undefined
}

/** Lets those who hand work to threads do so one after another. */
export class SubmissionQueue {
  /** resolves when the last of them has handed over all of its work */
  #last: Promise<void> | undefined

  /** Resolves when all work so far has been handed over; undefined: it has been. */
  get handed(): Promise<void> | undefined {
    return this.#last
  }

  /** Calls `work` when all work before has been handed over; it calls `handed` when its own has been. */
  async add<T>(work: (handed: () => void) => Promise<T>): Promise<T> {
    const before = this.#last
    const [own, handed] = openPromise()
    this.#last = own
    try {
      if (before !== undefined) await before
      return await work(handed)
    } finally {
      handed()
      if (this.#last === own) this.#last = undefined
    }
  }
}

/**
 * Learns pieces in their order, and takes what came of each while the next one is learned; of the first when `before` has resolved:
 * threads may say that they are done in another order than they were.
 */
export async function overlapped(
  all: Iterable<BatchPart>,
  before: Promise<void> | undefined,
  start: (piece: BatchPart) => { readonly learned: Promise<void>; readonly take: () => void },
): Promise<void> {
  let last: (() => void) | undefined
  for (const piece of all) {
    const { learned, take } = start(piece)
    last?.()
    await learned
    if (before !== undefined) await before
    last = take
  }
  last?.()
}
