import { checkShape, invalid } from '@ol/spec'
import { times } from '../bounds/symmetric-matrix.js'
import type { Penalty } from './penalties.js'
import { proximalStep } from './proximal-step.js'
import { squareRoot } from './square-root.js'

export interface FullAdagradOptions {
  /** `rda`: primal-dual, Eq. 5; `cmd`: composite mirror descent, Eq. 6 */
  readonly method: 'rda' | 'cmd'
  readonly eta: number
  /** H = delta I + (sum of g g^T)^(1/2); > 0 */
  readonly delta: number
  readonly penalty: Penalty
  /** the gap of each step, see `ProximalOptions` */
  readonly tolerance?: number | undefined
}

/**
 * AdaGrad with a full matrix (Duchi, Hazan, Singer 2010, Algorithm 2) under any penalty or in any set of `Penalty`, over dense
 * vectors: each step is solved to a gap. For research: a round costs O(dimension^3). OL_PARAMETER.
 */
export class FullAdagrad {
  readonly #options: FullAdagradOptions
  readonly #G: Float64Array
  readonly #sum: Float64Array
  #x: Float64Array
  #t = 0
  /** the largest gap of a step so far */
  gap = 0

  constructor(dimension: number, options: FullAdagradOptions) {
    checkShape('the options', options, { eta: 'number', delta: 'number', penalty: 'object' })
    if (!(Number.isInteger(dimension) && dimension >= 1 && dimension <= 1000))
      throw invalid('OL_PARAMETER', 'dimension', 'a whole number >= 1 and <= 1000', dimension)
    for (const name of ['eta', 'delta'] as const)
      if (!(options[name] > 0)) throw invalid('OL_PARAMETER', name, 'a number > 0', options[name])
    this.#options = options
    this.#G = new Float64Array(dimension * dimension)
    this.#sum = new Float64Array(dimension)
    this.#x = new Float64Array(dimension)
  }

  /** The weights of the next round: a copy. */
  get weights(): Float64Array {
    return this.#x.slice()
  }

  /** Trace of (sum of g g^T)^(1/2), the main quantity in the bounds of the paper's Theorem 8. */
  get trace(): number {
    const root = squareRoot(this.#G, this.#x.length)
    return this.#x.reduce((sum, _, i) => sum + root[i * this.#x.length + i], 0)
  }

  /** Updates the weights with the gradient of a round. */
  step(g: Float64Array): void {
    const size = this.#x.length
    if (g.length !== size) throw invalid('OL_BATCH', 'a gradient', `${size} numbers`, g.length)
    const { method, eta, delta, penalty, tolerance } = this.#options
    this.#t++
    for (let i = 0; i < size; i++) {
      this.#sum[i] += g[i]
      for (let j = 0; j < size; j++) this.#G[i * size + j] += g[i] * g[j]
    }
    const H = squareRoot(this.#G, size)
    for (let i = 0; i < size; i++) H[i * size + i] += delta
    const Hx = method === 'rda' ? undefined : times(H, this.#x)
    const v = Hx === undefined ? this.#sum.map((u) => eta * u) : g.map((u, i) => eta * u - Hx[i])
    const found = proximalStep(H, v, scaled(penalty, method === 'rda' ? eta * this.#t : eta), { tolerance })
    this.gap = Math.max(this.gap, found.gap)
    this.#x = found.x
  }
}

/** Returns a penalty multiplied by a factor; a set stays unchanged. */
function scaled(penalty: Penalty, by: number): Penalty {
  if (penalty.kind === 'elastic') return { ...penalty, l1: penalty.l1 * by, l2: penalty.l2 * by }
  return 'strength' in penalty ? { ...penalty, strength: penalty.strength * by } : penalty
}
