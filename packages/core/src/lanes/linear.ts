import type { Settings } from '../options/settings.js'
import type { LaneGroup } from './mixture/lane-groups.js'
import type { LinearMixture } from './mixture/weigher.js'

/** What a model is for predictions alone. */
export interface Serving {
  /** the scores of the classes (or the only one) as sums of those of their lanes */
  readonly groups: readonly LinearGroup[]
  /** the smallest and the largest label, in units of the lanes */
  readonly range: readonly [number, number]
  /** the numbers of the scale of the labels, where they are learned in units of their spread: see `LabelScale` */
  readonly labels: Float64Array | undefined
}

/** A lane, and the factor of its score in that of its class or model. */
export interface LaneFactor {
  readonly lane: number
  readonly factor: number
}

/** The score of a class, or of the model, as a sum. */
export interface LinearGroup {
  readonly offset: number
  readonly lanes: readonly LaneFactor[]
}

/** Returns the scores of groups as sums of those of their lanes. `mixed`: the weights of the lanes of each in a mixture; `models`: of a mixture of whole models. */
export function linearGroups(
  groups: readonly LaneGroup[],
  { bootstrap }: Pick<Settings, 'bootstrap'>,
  mixed: readonly Float64Array[] | undefined,
  models: LinearMixture | undefined,
): readonly LinearGroup[] {
  return groups.map(({ from, to }, g) => {
    const weights = mixed?.[g] ?? new Float64Array(to - from).fill(1)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    // lane 0 is the model, the others are its replicates
    const own = bootstrap !== undefined ? Float64Array.of(1) : weights.map((weight) => weight / sum)
    const factors = models?.factors ?? own
    return {
      offset: models?.offsets[g] ?? 0,
      lanes: Array.from(factors, (factor, l) => ({ lane: from + l, factor })),
    }
  })
}
