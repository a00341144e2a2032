import { type Batch, checkShape, type SkippedLine } from '@ol/spec'

/** Yields the examples of a batch, by number, and the lines of its input without one, in the order of the lines. */
export function* inLineOrder(
  batch: Pick<Batch, 'size' | 'lines' | 'skipped'>,
): Generator<number | SkippedLine, void, void> {
  checkShape('batch', batch, { size: 'number', lines: 'numbers?', skipped: 'objects?' })
  const { size, lines, skipped = [] } = batch
  let s = 0
  for (let e = 0; e < size; e++) {
    while (s < skipped.length && lines !== undefined && skipped[s].line < lines[e]) yield skipped[s++]
    yield e
  }
  yield* skipped.slice(s)
}
