import type { Backend } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import type { Combiner } from './combiner.js'
import { settle } from './finalize.js'
import { type LinearGroup, linearGroups } from './linear.js'
import type { Combining, LaneTurns } from './mixture/weigher.js'

/** One lane of each class, which learns it against all others. */
export class OneAgainstAll implements Combiner {
  readonly memory: readonly Float64Array[] = []
  readonly #backend: Pick<Backend, 'settleClasses'>
  #settings: Settings

  constructor(settings: Settings, backend: Pick<Backend, 'settleClasses'>) {
    this.#settings = settings
    this.#backend = backend
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
    const { scores, losses } = outcome
    if (scores === undefined) return
    const { loss, lanes: groups } = this.#settings
    scores.set(lanes, from * groups)
    for (let e = 0; e < size; e++) {
      let lossSum = 0
      for (let g = 0; g < groups; g++) lossSum += laneLosses[e * groups + g]
      losses[from + e] = lossSum / groups
    }
    settle(this.#backend, loss, { size, from, before, labels }, outcome)
  }

  grow(settings: Settings): void {
    this.#settings = settings
  }
}
