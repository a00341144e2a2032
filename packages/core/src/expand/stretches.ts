import type { Batch, DerivedBatch, Residuals } from '@ol/spec'
import type { Outcome } from '../lanes/outcome.js'
import { slice } from '../lanes/slice.js'

/** The largest number of examples that are expanded and learned at a time. */
export const stretch = 1024

/** A part of a batch. */
export interface Part {
  readonly batch: Batch
  readonly from: number
  /** whether experts have begun, which learn its derived features */
  readonly isExpanded: boolean
  /** the number of examples in the state before it */
  readonly seen: number
}

/** The outcomes of a part, by model; `derived`: its derived features, undefined before experts begin. */
export interface LearnedPart {
  readonly outcomes: readonly (Outcome | undefined)[]
  readonly derived: DerivedBatch | undefined
}

/** Returns whether an example is learned from. */
function isLearned({ labels, weights }: Batch, e: number): boolean {
  return labels[e] === labels[e] && (weights?.[e] ?? 1) > 0
}

/** Returns how many examples of a batch are learned from. */
export function examplesIn(batch: Batch): number {
  let count = 0
  for (let e = 0; e < batch.size; e++) if (isLearned(batch, e)) count++
  return count
}

/** Yields the parts of a batch that is predicted, and where each starts. */
export function* inStretches(batch: Batch): Generator<{ readonly part: Batch; readonly from: number }> {
  for (let from = 0; from < batch.size; from += stretch)
    yield { part: slice(batch, from, Math.min(batch.size, from + stretch)), from }
}

/** The parts of a batch: the start of each, and the function that makes a part from its start. */
export interface StretchParts {
  readonly starts: Iterable<number>
  accept(from: number): Part
}

/** Returns the parts of a batch, at least one, each of which starts where the one before ends. */
export function oneByOne(batch: Batch, partFrom: (from: number) => Part): StretchParts {
  let next = 0
  const starts = (function* (): Generator<number, void, void> {
    do yield next
    while (next < batch.size)
  })()
  const accept = (from: number): Part => {
    const part = partFrom(from)
    next = from + part.batch.size
    return part
  }
  return { starts, accept }
}

/** Returns the end of the part of a batch that begins at `from` and has this many examples that are learned from. */
export function endOf(batch: Batch, from: number, examples: number): number {
  const { size } = batch
  let left = examples
  for (let e = from; e < size; e++) {
    if (isLearned(batch, e)) left--
    if (left === 0) return e + 1
    if (e + 1 - from >= stretch) return e + 1
  }
  return size
}

/** Copies the predictions of the lanes for a part of a batch, if they are stacked, to their place in the outcome of the batch. */
export function copyLanes(own: Outcome, { lanes }: Outcome, from: number): void {
  if (own.lanes !== undefined) lanes?.set(own.lanes, (from * own.lanes.length) / own.status.length)
}

/** Copies the outcome of a part of a batch to its place in the outcome of the batch. */
export function copyOutcome(own: Outcome, to: Outcome, from: number): void {
  to.predictions.set(own.predictions, from)
  to.losses.set(own.losses, from)
  to.status.set(own.status, from)
  copyLanes(own, to, from)
  if (own.logLosses !== undefined) to.logLosses?.set(own.logLosses, from)
  if (own.scores !== undefined) to.scores?.set(own.scores, (from * own.scores.length) / own.status.length)
}

/** Returns the outcome of examples from .. to, on its arrays; undefined: there is none. */
export function outcomeSlice(outcome: Outcome | undefined, from: number, to: number): Outcome | undefined {
  if (outcome === undefined) return undefined
  const { predictions, losses, status, scores, logLosses, lanes } = outcome
  const rowsOf = (all: Float64Array): Float64Array => {
    const columns = all.length / status.length
    return all.subarray(from * columns, to * columns)
  }
  return {
    predictions: predictions.subarray(from, to),
    losses: losses.subarray(from, to),
    status: status.subarray(from, to),
    ...(scores === undefined ? {} : { scores: rowsOf(scores) }),
    ...(logLosses === undefined ? {} : { logLosses: logLosses.subarray(from, to) }),
    ...(lanes === undefined ? {} : { lanes: rowsOf(lanes) }),
  }
}

/** Returns the derived features of the examples from .. to for screening, on their arrays. */
export function derivedSlice(derived: DerivedBatch, from: number, to: number): DerivedBatch {
  return { ...derived, tokenOffsets: derived.tokenOffsets.subarray(from, to + 1) }
}

/** Returns residuals for `size` examples, to be filled. */
export function residualsFor(size: number, columns: number): Residuals {
  return {
    classes: columns,
    gradients: new Float64Array(size * columns),
    curvatures: new Float64Array(size * columns),
    learned: new Uint8Array(size),
  }
}
