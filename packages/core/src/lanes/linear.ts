import type { Settings } from '../options/settings.js'
import { groupsOf } from './mixture/lane-groups.js'
import type { LinearMixture } from './mixture/weigher.js'

/** A model for predictions alone. */
export interface Serving {
  /** the scores of the classes (or the only one) as sums over their lanes */
  readonly groups: readonly LinearGroup[]
  /** the smallest and the largest label, in units of the lanes */
  readonly range: readonly [number, number]
  /** the numbers of the scale of the labels, if they are learned in units of their spread: see `LabelScale` */
  readonly labels: Float64Array | undefined
}

/** A lane, and the factor of its score in the score of its class or model. */
export interface LaneFactor {
  readonly lane: number
  readonly factor: number
}

/** The score of a class, or of the model, as a sum. */
export interface LinearGroup {
  readonly offset: number
  readonly lanes: readonly LaneFactor[]
}

/**
 * Returns the scores of classes (or of the model) as sums over their lanes. `weights`: by class, for a mixture;
 * `models`: for a mixture of complete models.
 */
export function linearGroups(
  settings: Settings,
  weights: readonly Float64Array[] | undefined,
  models: LinearMixture | undefined,
): readonly LinearGroup[] {
  return groupsOf(settings).map(({ from, to }, g) => {
    const own = weights?.[g] ?? new Float64Array(to - from).fill(1)
    const sum = own.reduce((total, weight) => total + weight, 0)
    const factors = models?.factors ?? own.map((weight) => weight / sum)
    return {
      offset: models?.offsets[g] ?? 0,
      lanes: Array.from(factors, (factor, l) => ({ lane: from + l, factor })),
    }
  })
}
