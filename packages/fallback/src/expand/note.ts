import { type Batch, type DerivationPlan, type DerivationState, derivationScalars, firstFrom } from '@ol/spec'

// Assigns the columns that features' names determine. Twin: native/core/expand/note.h

/** The features of a batch whose columns have names: see `DerivationPlan`. */
export type NamedFeatures = Pick<DerivationPlan, 'namedAt' | 'namedOf' | 'namedColumns'>

/** Returns how many of the features with named columns come before this place of the batch. */
export function namedBefore({ namedAt = none }: NamedFeatures, at: number): number {
  return firstFrom(namedAt, at)
}

const none: Uint32Array = /* @__PURE__ */ new Uint32Array(0)

/**
 * Assigns a column to each feature of example e without one, before the example is used: the number of a column must
 * not depend on the batches. `next`: the first of the features with named columns in the example. Returns the first
 * after it.
 */
export function noteColumns(
  { namedAt = none, namedOf = none, namedColumns = none }: NamedFeatures,
  s: DerivationState,
  batch: Pick<Batch, 'offsets' | 'indices'>,
  e: number,
  next: number,
): number {
  const end = batch.offsets[e + 1]
  let k = next
  for (; k < namedAt.length && namedAt[k] < end; k++) {
    const row = batch.indices[namedAt[k]] & (s.rows - 1)
    if (s.column[row] !== 0) continue
    const of = namedOf[k]
    if (namedColumns[of] === 0) namedColumns[of] = ++s.scalars[derivationScalars.columns]
    s.column[row] = namedColumns[of]
  }
  return k
}
