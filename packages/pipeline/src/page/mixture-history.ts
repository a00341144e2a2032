import type { LaneInfo } from '@ol/core'

/** The weights of a mixture after a number of examples. */
export interface MixturePoint {
  readonly examples: number
  /** by learning rate, with ` rms` behind it for lanes of that scaling: its share of the weight, over all classes */
  readonly shares: ReadonlyMap<string, number>
}

const growth = 1.189207115002721

/** Collects the weights of a mixture as it learns, four times for each doubling of the examples. */
export class MixtureHistory {
  readonly points: MixturePoint[] = []
  #next = 1

  /** Adds a point where one is due and lanes are weighed. `lanesOf`: called only then. */
  add(examples: number, lanesOf: () => readonly LaneInfo[]): void {
    if (examples < this.#next) return
    this.#next = examples * growth
    const lanes = lanesOf()
    if (lanes.some(({ weight }) => weight !== undefined))
      this.points.push({ examples, shares: sharesOf(lanes) })
  }
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
