import { checkKind, checkShape, invalid } from '@ol/spec'

/** The diagonal S of least volume whose ball contains all inputs. */
export interface MinimumDeterminant {
  /** diagonal of S: ||S^(1/2) x||_p <= 1 for every input; Infinity for a feature that is 0 in all inputs */
  readonly S: Float64Array
  /** sum of ln S_i over the features that are not 0 */
  readonly logDeterminant: number
  /** no S whose ball contains all inputs has a log determinant larger by more than this */
  readonly gap: number
  readonly iterations: number
  /** by input: its weight in the optimum; inputs of weight 0 are inside, or not needed */
  readonly weights: Float64Array
}

export interface DeterminantOptions {
  /** the gap to stop at; default 1e-8 */
  readonly tolerance?: number | undefined
  /** default 100,000 */
  readonly iterations?: number | undefined
  /** weights to start from, such as the weights of a solution for fewer inputs; default: equal weights */
  readonly start?: Float64Array | undefined
}

/**
 * Finds the diagonal S of least volume with ||S^(1/2) x_t||_p <= 1 for all inputs (Ross, Mineiro, Langford 2013,
 * section 5.2), 1 <= p < infinity. With a_i = S_i^(p/2) and c_ti = |x_ti|^p this maximizes the sum of ln a_i under
 * sum_i a_i c_ti <= 1. The dual is over weights of the inputs: it maximizes sum_i ln m_i, m_i = sum_t l_t c_ti, and a_i
 * = 1 / (d m_i). Weight moves from the input that needs it least to the input that is farthest out, by exact line
 * search; between such steps each weight is multiplied by how far out its input is (Cover 1984). Dividing a solution by
 * how far out the farthest input is makes it feasible, which gives the gap. Errors: OL_PARAMETER.
 */
export function minimumDeterminant(
  inputs: readonly Float64Array[],
  p: number,
  options: DeterminantOptions = {},
): MinimumDeterminant {
  checkShape('the options', options, { tolerance: 'number?', iterations: 'number?', start: 'numbers?' })
  checkKind('inputs', inputs, 'array')
  for (const x of inputs) checkKind('an input', x, 'numbers')
  checkKind('p', p, 'number')
  const { tolerance = 1e-8, iterations = 100_000, start } = options
  if (!(p >= 1 && p < Number.POSITIVE_INFINITY))
    throw invalid('OL_PARAMETER', 'p', 'a number >= 1 and < Infinity', p)
  if (!(tolerance > 0)) throw invalid('OL_PARAMETER', 'tolerance', 'a number > 0', tolerance)
  if (inputs.length === 0) throw invalid('OL_PARAMETER', 'inputs', 'at least one', 0)
  const size = inputs[0].length
  if (inputs.some((x) => x.length !== size || !x.every(Number.isFinite)))
    throw invalid('OL_PARAMETER', 'inputs', `finite vectors of ${size} numbers`, 'others')
  const scales = new Float64Array(size)
  for (const x of inputs)
    x.forEach((v, i) => {
      scales[i] = Math.max(scales[i], Math.abs(v))
    })
  const present = [...scales.keys()].filter((i) => scales[i] > 0)
  const weighing = new Weighing(
    // in units of the largest value, so that no power under- or overflows
    inputs.map((x) => Float64Array.from(present, (i) => Math.abs(x[i] / scales[i]) ** p)),
    start,
  )
  let k = 0
  while (present.length > 0 && weighing.gap * (2 / p) > tolerance && k < iterations) {
    weighing.step(k % 4 === 3)
    k++
  }
  const S = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  let logDeterminant = 0
  present.forEach((i, j) => {
    S[i] = weighing.a(j) ** (2 / p) / scales[i] ** 2
    logDeterminant += Math.log(S[i])
  })
  const gap = present.length === 0 ? 0 : weighing.gap * (2 / p)
  return { S, logDeterminant, gap, iterations: k, weights: weighing.weights }
}

/** Weights of the inputs, and how far out each input is with these weights. */
class Weighing {
  readonly weights: Float64Array
  readonly #c: readonly Float64Array[]
  readonly #size: number
  readonly #m: Float64Array
  /** sum_i c_ti / (d m_i): more than 1 is outside */
  readonly #out: Float64Array
  #farthest = 0

  constructor(c: readonly Float64Array[], start: Float64Array | undefined) {
    this.#c = c
    this.#size = c[0].length
    this.#m = new Float64Array(this.#size)
    this.#out = new Float64Array(c.length)
    this.weights = new Float64Array(c.length).fill(1 / c.length)
    // a small weight for all others: m must not be 0
    if (start !== undefined)
      for (let t = 0; t < c.length; t++) this.weights[t] = 0.9 * (start[t] ?? 0) + 0.1 / c.length
    this.#normalize()
    this.#look()
  }

  /** The gap in the sum of ln a. */
  get gap(): number {
    return Math.max(0, this.#size * Math.log(this.#out[this.#farthest]))
  }

  a(i: number): number {
    return 1 / (this.#size * this.#m[i] * Math.max(1, this.#out[this.#farthest]))
  }

  step(all: boolean): void {
    if (all) for (let t = 0; t < this.weights.length; t++) this.weights[t] *= this.#out[t]
    else this.#exchange()
    this.#normalize()
    this.#look()
  }

  #exchange(): void {
    const { weights } = this
    let nearest = -1
    for (let t = 0; t < weights.length; t++)
      if (weights[t] > 0 && (nearest < 0 || this.#out[t] < this.#out[nearest])) nearest = t
    if (nearest === this.#farthest) return
    const [more, less] = [this.#c[this.#farthest], this.#c[nearest]]
    const direction = more.map((x, i) => x - less[i])
    const slope = (by: number): number => {
      let sum = 0
      for (let i = 0; i < this.#size; i++) sum += direction[i] / (this.#m[i] + by * direction[i])
      return sum
    }
    const most = weights[nearest]
    let [low, high] = [0, most]
    if (slope(most) >= 0) low = most
    else
      for (let k = 0; k < 60; k++) {
        const middle = (low + high) / 2
        if (slope(middle) > 0) low = middle
        else high = middle
      }
    weights[this.#farthest] += low
    weights[nearest] = low === most ? 0 : most - low
  }

  /** Recomputes from the weights, so that rounding errors do not accumulate. */
  #normalize(): void {
    const { weights } = this
    const sum = weights.reduce((s, w) => s + w, 0)
    this.#m.fill(0)
    for (let t = 0; t < weights.length; t++) {
      weights[t] /= sum
      if (weights[t] === 0) continue
      const c = this.#c[t]
      for (let i = 0; i < this.#size; i++) this.#m[i] += weights[t] * c[i]
    }
  }

  #look(): void {
    this.#farthest = 0
    for (let t = 0; t < this.#out.length; t++) {
      const c = this.#c[t]
      let sum = 0
      for (let i = 0; i < this.#size; i++) sum += c[i] / this.#m[i]
      this.#out[t] = sum / this.#size
      if (this.#out[t] > this.#out[this.#farthest]) this.#farthest = t
    }
  }
}

/**
 * S^(t), for the inputs so far, one by one: solved again only if an input is outside the last S. Keeps all inputs,
 * because an input that was inside may be outside a later S: for p < infinity S is not monotone in each coordinate,
 * only its determinant is.
 */
export class StreamingDeterminant {
  readonly #p: number
  readonly #options: DeterminantOptions
  readonly #inputs: Float64Array[] = []
  #solution: MinimumDeterminant | undefined
  /** the number of solutions so far */
  solved = 0

  constructor(p: number, options: DeterminantOptions = {}) {
    this.#p = p
    this.#options = options
  }

  /** Adds an input, and returns S for all inputs so far. */
  add(x: Float64Array): MinimumDeterminant {
    this.#inputs.push(x.slice())
    const last = this.#solution
    if (last !== undefined && this.#inside(x, last.S)) return last
    const start = last?.weights
    this.#solution = minimumDeterminant(this.#inputs, this.#p, { ...this.#options, start })
    this.solved++
    return this.#solution
  }

  #inside(x: Float64Array, S: Float64Array): boolean {
    let sum = 0
    x.forEach((v, i) => {
      if (v !== 0) sum += (Math.sqrt(S[i]) * Math.abs(v)) ** this.#p
    })
    return sum <= 1
  }
}
