import { errorWeights } from '@ol/fallback'
import { log } from '@ol/numerics'
import type { Backend, ErrorMixingPlan, ErrorMixingState, MixingTurns } from '@ol/spec'
import type { EnsembleMixture, LinearMixture, Shape, Trial } from './ensemble-mixture.js'

/**
 * Mixes the numbers that lanes predict: weights C^(-n/2), C the sum of squared errors of a lane over n examples. This is the
 * posterior of lanes with Gaussian errors of unknown variance. Its arithmetic is `Backend.mixErrors`.
 */
export class ErrorMixture implements EnsembleMixture {
  readonly #backend: Pick<Backend, 'mixErrors'>
  readonly #plan: ErrorMixingPlan
  readonly #state: ErrorMixingState

  constructor(
    { lanes, prior, fading = 0 }: Shape,
    backend: Pick<Backend, 'mixErrors'>,
    state?: readonly Float64Array[],
  ) {
    this.#backend = backend
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

  answer(turns: MixingTurns, out: Float64Array, trial?: Trial): void {
    const { errors, sums, laneWeights } = this.#state
    const state = { errors, sums, laneWeights, skipped: trial?.skipped, trial: trial?.lost }
    this.#backend.mixErrors(this.#plan, state, turns, out)
  }

  weights(): Float64Array {
    return this.#state.laneWeights.slice()
  }

  linear(): LinearMixture {
    return { factors: this.weights(), offsets: new Float64Array(1) }
  }

  deficits(): Float64Array {
    const { errors, sums } = this.#state
    const least = Math.min(...errors)
    return errors.map((error) => {
      if (error === least) return 0
      return least > 0 ? 0.5 * sums[0] * log(error / least) : Number.POSITIVE_INFINITY
    })
  }

  selected(lanes: readonly number[]): readonly Float64Array[] {
    const { errors, sums } = this.#state
    return [Float64Array.from(lanes, (l) => errors[l]), sums.slice()]
  }
}
