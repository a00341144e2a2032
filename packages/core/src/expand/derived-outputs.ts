import type { Batch, DerivedBatch } from '@ol/spec'
import { newExpanded, withFeatures } from './derivation-capacity.js'

/** The arrays of batches with derived features, which are reused: of the batch that was derived last, and the two before it. */
export class DerivedOutputs {
  readonly #outs: DerivedBatch[] = [newExpanded(0, 0), newExpanded(0, 0), newExpanded(0, 0)]

  get last(): DerivedBatch {
    return this.#outs[0]
  }

  /** Allocates memory for a batch in the oldest of them, which becomes the last. */
  makeRoom({ offsets, size }: Batch): void {
    const outs = this.#outs
    outs.unshift(outs.pop() as DerivedBatch)
    const features = offsets[size] - offsets[0]
    if (outs[0].derived.length < size || outs[0].features.length < 2 * features)
      outs[0] = newExpanded(Math.max(size, outs[0].derived.length), 8 * features + 1024)
  }

  /** Allocates memory for example e of the batch in the last of them. */
  widen({ offsets }: Batch, e: number): void {
    const [out] = this.#outs
    this.#outs[0] = withFeatures(out, 2 * out.features.length + offsets[e + 1] - offsets[e])
  }
}
