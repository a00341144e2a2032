import { type Batch, batchPart, OLError } from '@ol/spec'
import { noExamples, withExamples } from './example-sums.js'
import type { Position } from './training-state.js'

/**
 * Yields the batches after a position. The examples before it are read but not learned again, so that the counts, the
 * bad lines and the names of classes are the same as without an interruption.
 *
 * @throws OLError OL_CHECKPOINT if the input has fewer examples, or others
 */
export async function* skipTo(
  { examples, features, sums }: Position,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Batch, void, void> {
  let left = examples
  let seen = 0
  let found = noExamples
  for await (const batch of batches) {
    const { size, offsets } = batch
    const skipped = Math.min(left, size)
    left -= skipped
    seen += offsets[skipped] - offsets[0]
    if (sums !== undefined && skipped > 0) found = withExamples(found, batchPart(batch, 0, skipped))
    if (skipped > 0 && left === 0 && seen !== features) throw otherInput(`${seen} features`, `${features}`)
    if (skipped > 0 && left === 0 && sums?.some((sum, k) => sum !== found[k]) === true)
      throw otherInput(`others in its first ${examples} examples`, 'with the same labels and features')
    if (skipped < size) yield skipped === 0 ? batch : batchPart(batch, skipped, size)
  }
  if (left > 0) throw otherInput(`${examples - left} examples`, `${examples} or more`)
}

/** Returns the error for an input that is not the one that the checkpoint was built from. */
export function otherInput(received: string, expected: string): OLError {
  return new OLError(
    'OL_CHECKPOINT',
    `Expected the input that the checkpoint was made from, ${expected}, but received ${received}: it has changed, or is another`,
    { value: received, expected },
  )
}
