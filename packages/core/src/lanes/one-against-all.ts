import type { Settings } from '../options/settings.js'
import { settleClasses } from './classes.js'
import type { Combiner } from './combiner.js'
import { type LinearGroup, linearGroups } from './linear.js'
import type { Combining, LaneTurns } from './mixture/weigher.js'

/** One lane of each class, which learns it against all others. */
export class OneAgainstAll implements Combiner {
  readonly memory: readonly Float64Array[] = []
  #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  weights(): undefined {
    return undefined
  }

  linearGroups(): readonly LinearGroup[] {
    return linearGroups(this.#settings, undefined, undefined)
  }

  combine(
    { size, scores: lanes, losses: laneLosses = lanes, labels }: LaneTurns,
    combining: Combining,
  ): void {
    const { outcome, from, before } = combining
    const { scores, predictions, logLosses, losses } = outcome
    if (scores === undefined || logLosses === undefined) return
    const { loss, lanes: groups } = this.#settings
    const outcomes = { scores, predictions, logLosses }
    scores.set(lanes, from * groups)
    for (let e = 0; e < size; e++) {
      const to = from + e
      let lossSum = 0
      for (let g = 0; g < groups; g++) lossSum += laneLosses[e * groups + g]
      losses[to] = lossSum / groups
      settleClasses(outcomes, to, labels[e], loss, groups, e === 0 ? before : undefined)
    }
  }

  grow(settings: Settings): void {
    this.#settings = settings
  }
}
