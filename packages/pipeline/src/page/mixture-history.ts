import type { LaneInfo } from '@ol/core'
import { stretch } from '@ol/core/internal'
import { type Batch, batchPart } from '@ol/spec'

/** The weights of a mixture after a number of examples. */
export interface MixturePoint {
  readonly examples: number
  /** by learning rate, followed by ` rms` for lanes of that scaling: its share of the weight, over all classes */
  readonly shares: ReadonlyMap<string, number>
}

/** The first number of examples at which a point is due. */
const first = 16
/** The least growth from one point to the next, 2^(1/4). */
const growth = 1.189207115002721

/** A point as JSON. */
export type StoredPoint = readonly [examples: number, shares: readonly (readonly [string, number])[]]

/**
 * Collects the weights of a mixture as it learns: after 16, 32, ... 1,024 examples, and then at multiples of 1,024, where
 * models with derived features end a part of a batch anyway.
 */
export class MixtureHistory {
  readonly points: MixturePoint[] = []
  /** the number of examples in the parts so far, and at the last added point */
  #given = 0
  #learned = 0
  /** the next numbers of examples at which to end a part, and to add a point */
  #cut = first
  #due = first

  /** Returns a batch in parts that end where a point is due, so that points do not depend on the ends of batches. */
  parts(batch: Batch): readonly Batch[] {
    const { size } = batch
    const parts: Batch[] = []
    let from = 0
    for (let to = this.#cut - this.#given; to < size; to = this.#cut - this.#given) {
      parts.push(batchPart(batch, from, to))
      from = to
      this.#cut = after(this.#cut)
    }
    if (this.#given + size === this.#cut) this.#cut = after(this.#cut)
    this.#given += size
    return from === 0 ? [batch] : [...parts, batchPart(batch, from, size)]
  }

  /** Adds a point if one is due after the examples of a part and lanes are weighed. `lanesOf`: called only then. */
  add({ size }: Batch, lanesOf: () => readonly LaneInfo[]): void {
    this.#learned += size
    if (this.#learned < this.#due) return
    this.#due = after(this.#due)
    const lanes = lanesOf()
    if (lanes.some(({ weight }) => weight !== undefined))
      this.points.push({ examples: this.#learned, shares: sharesOf(lanes) })
  }

  /** Returns the points as JSON, after the number of examples. */
  state(): { readonly examples: number; readonly points: readonly StoredPoint[] } {
    const points = this.points.map(({ examples, shares }): StoredPoint => [examples, [...shares]])
    return { examples: this.#learned, points }
  }

  restore({ examples, points }: ReturnType<MixtureHistory['state']>): void {
    for (const [at, shares] of points) this.points.push({ examples: at, shares: new Map(shares) })
    this.#given = this.#learned = examples
    while (this.#due <= examples) this.#due = after(this.#due)
    this.#cut = this.#due
  }
}

/** Returns the number of examples at which a point is due after this one. */
function after(examples: number): number {
  return examples < stretch ? 2 * examples : stretch * Math.ceil((examples * growth) / stretch)
}

function sharesOf(lanes: readonly LaneInfo[]): Map<string, number> {
  const sums = new Map<number | undefined, number>()
  for (const lane of lanes)
    sums.set(lane.class as never, (sums.get(lane.class as never) ?? 0) + (lane.weight ?? 0))
  const shares = new Map<string, number>()
  for (const lane of lanes) {
    const { learningRate, scaling } = lane.parameters
    const rate = scaling === 'rms' ? `${learningRate} rms` : String(learningRate)
    const share = (lane.weight ?? 0) / (sums.get(lane.class as never) ?? 1) / sums.size
    shares.set(rate, (shares.get(rate) ?? 0) + share)
  }
  return shares
}
