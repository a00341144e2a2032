import { bendClasses } from '@ol/fallback'
import type { BendingCalls } from '@ol/spec'
import { bent } from './bent.js'
import { CurvePoints } from './curve-points.js'
import { cuts } from './refinement-sizes.js'
import type { RefinedTurns, Refiner } from './refiner.js'

/** The start of the sums of squared gradients. */
const start = 0.25
const few = { bendClasses }

/**
 * Learns a curve over the score of each class by AdaGrad on the log loss (Duchi, Hazan and Singer, 2011): if the
 * probabilities of a model are too bold, too timid or skewed, the curve bends them. For two classes there is one curve
 * over the log odds.
 */
export class ClassCurve implements Refiner {
  readonly #binary: boolean
  readonly #points: CurvePoints
  readonly #backend: Pick<BendingCalls, 'bendClasses'>

  /** `classes`: 1 for the log odds of two */
  constructor(
    classes: number,
    binary: boolean,
    backend: Pick<BendingCalls, 'bendClasses'>,
    state?: readonly Float64Array[],
  ) {
    this.#binary = binary
    this.#backend = backend
    this.#points = new CurvePoints(classes, binary ? cuts.binary : cuts.several, start, state)
  }

  get state(): readonly Float64Array[] {
    return this.#points.stored
  }

  grown(classes: number): Refiner {
    return new ClassCurve(classes, false, this.#backend, this.#points.grown(classes).stored)
  }

  refine({ size, outcome, labels, weights, moves }: RefinedTurns, out: Float64Array): number {
    const given = this.#binary ? outcome.predictions : (outcome.scores as Float64Array)
    const turns = { size, given, labels, weights, moves }
    return bent(this.#points, turns, few, this.#backend, (work, from) =>
      work.bendClasses(this.#points.plan(this.#binary), this.#points.state, turns, from, out),
    )
  }
}
