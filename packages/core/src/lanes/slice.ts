import type { Batch } from '@ol/spec'

/** Examples of a batch, from its example `from` on. */
export interface BatchPart {
  readonly batch: Batch
  readonly from: number
}

/** Returns examples from .. to of a batch, on its arrays. */
export function slice(batch: Batch, from: number, to: number): Batch {
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
  }
}

/** Features of a piece at least: enough work for a thread that what it costs to hand it over does not count. */
const least = 4096

/** Yields a part of a batch in pieces, so that one can be learned while what came of the one before is combined. */
export function* pieces({ batch, from }: BatchPart): Generator<BatchPart, void, void> {
  const { offsets, size } = batch
  for (let start = 0; start < size; ) {
    let end = start + 1
    while (end < size && offsets[end] - offsets[start] < least) end++
    // a short rest is no piece of its own
    if (offsets[size] - offsets[end] < least) end = size
    yield start === 0 && end === size
      ? { batch, from }
      : { batch: slice(batch, start, end), from: from + start }
    start = end
  }
}

/** Learns pieces in their order, and takes what came of each while the next one is learned. */
export async function overlapped(
  all: Iterable<BatchPart>,
  start: (piece: BatchPart) => { readonly learned: Promise<void>; readonly take: () => void },
): Promise<void> {
  let before: (() => void) | undefined
  for (const piece of all) {
    const { learned, take } = start(piece)
    before?.()
    await learned
    before = take
  }
  before?.()
}
