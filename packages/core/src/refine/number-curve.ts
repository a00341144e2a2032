import { bendNumbers } from '@ol/fallback'
import type { BendingCalls } from '@ol/spec'
import { bent } from './bent.js'
import { CurvePoints } from './curve-points.js'
import { cuts, numberScalars } from './refinement-sizes.js'
import type { RefinedTurns, Refiner } from './refiner.js'

/** The number of examples that a point starts with. */
const start = 30
const few = { bendNumbers }

/** Learns a curve over a predicted number: the average error at each prediction, within the range of the labels. */
export class NumberCurve implements Refiner {
  readonly #points: CurvePoints
  readonly #numbers: Float64Array
  readonly #backend: Pick<BendingCalls, 'bendNumbers'>

  constructor(backend: Pick<BendingCalls, 'bendNumbers'>, state?: readonly Float64Array[]) {
    this.#backend = backend
    this.#points = new CurvePoints(1, cuts.number, start, state)
    this.#numbers = state?.[3].slice() ?? new Float64Array(numberScalars)
  }

  get state(): readonly Float64Array[] {
    return [...this.#points.stored, this.#numbers.slice()]
  }

  grown(): Refiner {
    return this
  }

  refine({ size, outcome, labels, weights, moves }: RefinedTurns, out: Float64Array): number {
    const turns = { size, given: outcome.predictions, labels, weights, moves }
    return bent(this.#points, turns, few, this.#backend, (work, from) =>
      work.bendNumbers(this.#points.plan(false), this.#points.state, this.#numbers, turns, from, out),
    )
  }
}
