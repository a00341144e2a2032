import { type Batch, batchShape, checkShape, typedArrayName } from '@ol/spec'

/**
 * Returns a batch that owns its arrays. A batch that borrows them (`reuseBuffers`) is valid until the next is read.
 *
 * @throws OLError OL_PARAMETER for anything but a batch
 */
export function ownBatch(batch: Batch): Batch {
  checkShape('batch', batch, batchShape)
  const members = Object.entries(batch).map(([name, value]) => [
    name,
    typedArrayName(value) === undefined ? value : (value as Uint8Array).slice(),
  ])
  return Object.fromEntries(members)
}
