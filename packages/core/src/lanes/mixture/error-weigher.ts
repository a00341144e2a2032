import { errorWeights } from '@ol/fallback'
import { log } from '@ol/numerics'
import type { ErrorMixingPlan, ErrorMixingState, MixingTurns } from '@ol/spec'
import type { Settings } from '../../options/settings.js'
import type { Trial } from './inspections.js'
import { type MixingBackend, ModelWeigher } from './model-weigher.js'
import type { LinearMixture, Shape } from './weigher.js'

/**
 * Mixes the numbers that lanes predict: weights C^(-n/2), C the sum of squared errors of a lane over n examples. This is the
 * posterior of lanes with Gaussian errors of unknown variance. Its arithmetic is `Backend.mixErrors`.
 */
export class ErrorWeigher extends ModelWeigher {
  readonly #plan: ErrorMixingPlan
  readonly #state: ErrorMixingState

  constructor(settings: Settings, shape: Shape, backend: MixingBackend, state?: readonly Float64Array[]) {
    super(settings, shape, backend)
    const { lanes, prior, fading = 0 } = shape
    this.#plan = { lanes, kept: 1 - fading, prior }
    this.#state = {
      errors: state?.[0].slice() ?? new Float64Array(lanes),
      sums: state?.[1].slice() ?? new Float64Array(2),
      laneWeights: new Float64Array(lanes),
    }
    errorWeights(this.#plan, this.#state)
  }

  get state(): readonly Float64Array[] {
    return [this.#state.errors.slice(), this.#state.sums.slice()]
  }

  mix(turns: MixingTurns, out: Float64Array, trial?: Trial): void {
    const { errors, sums, laneWeights } = this.#state
    const state = { errors, sums, laneWeights, skipped: trial?.skipped, trial: trial?.lost }
    this.backend.mixErrors(this.#plan, state, turns, out)
  }

  shares(): Float64Array {
    return this.#state.laneWeights.slice()
  }

  linear(): LinearMixture {
    return { factors: this.shares(), offsets: new Float64Array(1) }
  }

  deficits(): Float64Array {
    const { errors, sums } = this.#state
    const least = Math.min(...errors)
    return errors.map((error) => {
      if (error === least) return 0
      return least > 0 ? 0.5 * sums[0] * log(error / least) : Number.POSITIVE_INFINITY
    })
  }

  stateOf(lanes: readonly number[]): readonly Float64Array[] {
    const { errors, sums } = this.#state
    return [Float64Array.from(lanes, (l) => errors[l]), sums.slice()]
  }
}
