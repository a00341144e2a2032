import { lossTwins } from '@ol/numerics'
import { type Batch, batchPart, checkShape, invalid, type LossId, losses } from '@ol/spec'
import type { ComparatorSet } from '../comparator/sets.js'
import { type Compared, type Kept, lossesOfBest, lossOfScores } from './best-of-sample.js'

/** The best lane of a mixture, as in `Learner.bestLane`. */
export interface MixedLane {
  /** the sum of the log losses of the best lane */
  readonly loss: number
  /** bound on the additional loss of the mixture; undefined: no bound holds */
  readonly over: number | undefined
}

/** The regret after this many examples. */
export interface RegretPoint {
  /** examples with a label and a weight */
  readonly examples: number
  /**
   * sum of weight times loss of the predictions made before learning; for several classes, their softmax loss, or the
   * sum of the losses of each class against the others
   */
  readonly loss: number
  /**
   * The bounds of the best fixed weights' loss, up to `error` and the gap of the solver. Equal if the sample has all
   * examples
   */
  readonly best: readonly [low: number, high: number]
  /** two standard errors of the sample; 0 if it has all examples */
  readonly error: number
  /** `loss` minus the middle of `best` */
  readonly regret: number
  /** for a mixture: its best lane after these examples */
  readonly lane?: MixedLane | undefined
}

export interface LiveOptions {
  /** the number of examples that are kept; default 4096 */
  readonly sample?: number | undefined
  /** the seed of their choice; default 1 */
  readonly seed?: number | undefined
  /** whether labels are the numbers of classes, 1, 2, ..., and there is a score for each class so far; default false */
  readonly classed?: boolean | undefined
}

/**
 * Follows the regret of any learner while it runs, in constant memory: each example is in a uniform sample with the
 * same probability (reservoir sampling, Vitter 1985). On average, the best fixed weights of the sample have a lower
 * loss on it than the best weights for all examples, and the best weights of one half have a higher loss on the other
 * half. The true loss lies between. There is a point at 1, 2, 4, ... examples.
 */
export class LiveRegret {
  readonly #loss: { readonly id: LossId; readonly param: number }
  readonly #set: ComparatorSet
  readonly #most: number
  readonly #classed: boolean
  readonly #sample: Kept[] = []
  readonly #points: RegretPoint[] = []
  #state: number
  #examples = 0
  #sum = 0
  #weight = 0
  #unweighted = true
  #due = 1
  /** the number of examples that `parts` was given, and the next number at which it ends a part */
  #given = 0
  #cut = 1
  /** the number of models: one for each class */
  #width = 1

  /** Throws OL_PARAMETER for an invalid loss or sample. */
  constructor(
    loss: { readonly id: LossId; readonly param?: number | undefined },
    set: ComparatorSet,
    options: LiveOptions = {},
  ) {
    checkShape('loss', loss, { id: 'string' })
    if (!Object.hasOwn(lossTwins, loss.id)) throw invalid('OL_PARAMETER', 'loss', 'a loss', loss.id)
    const { sample = 4096, seed = 1, classed = false } = options
    if (!(Number.isInteger(sample) && sample >= 2 && sample <= 1e7))
      throw invalid('OL_PARAMETER', 'sample', 'a whole number >= 2 and <= 10000000', sample)
    this.#classed = classed
    this.#loss = { id: loss.id, param: loss.param ?? 0 }
    this.#set = set
    this.#most = sample
    this.#state = seed >>> 0
  }

  /** The points so far. */
  get points(): readonly RegretPoint[] {
    return this.#points
  }

  /** Returns the last point at or before a number of examples; undefined: there is none. */
  at(examples: number): RegretPoint | undefined {
    return this.#points.findLast((point) => point.examples <= examples)
  }

  /**
   * Yields a batch in parts that end where a point is due, so that facts that are only known between batches are known
   * there.
   */
  *parts(batch: Batch): Generator<Batch, void, void> {
    let from = 0
    for (let e = 0; e < batch.size; e++) {
      if (Number.isNaN(batch.labels[e]) || batch.weights?.[e] === 0) continue
      if (++this.#given < this.#cut) continue
      this.#cut *= 2
      if (e + 1 < batch.size || from > 0) yield batchPart(batch, from, e + 1)
      else yield batch
      from = e + 1
    }
    if (from < batch.size) yield from === 0 ? batch : batchPart(batch, from, batch.size)
  }

  /**
   * Adds a batch with the scores made before it was learned, one for each class; throws OL_BATCH if they do not fit.
   * `lane`: for a mixture, its best lane after the batch, for a point at its end
   */
  add(batch: Batch, scores: Float64Array, lane?: MixedLane | undefined): void {
    if (batch.size === 0) return
    const width = scores.length / batch.size
    if (!(this.#classed ? Number.isInteger(width) && width >= this.#width : width === 1))
      throw invalid('OL_BATCH', 'the scores of a batch', `${batch.size * this.#width} numbers`, scores)
    this.#widen(width)
    const compared = this.#compared
    for (let e = 0; e < batch.size; e++) {
      const label = batch.labels[e]
      const weight = batch.weights === undefined ? 1 : batch.weights[e]
      if (Number.isNaN(label) || weight === 0) continue
      this.#examples++
      this.#weight += weight
      if (weight !== 1) this.#unweighted = false
      const own = scores.slice(e * width, (e + 1) * width)
      // a new class was not predicted
      for (let c = 0; c < width; c++) if (own[c] === Number.NEGATIVE_INFINITY) own[c] = 0
      this.#sum += weight * lossOfScores(compared, own, label)
      this.#keep(batch, e, weight)
      if (this.#examples < this.#due) continue
      this.#due *= 2
      this.#points.push(this.now(e === batch.size - 1 ? lane : undefined))
    }
  }

  /** A new class had the score 0 before; if the classes are one distribution, it had no probability. */
  #widen(width: number): void {
    const { id, param } = this.#loss
    if (losses[id].across === undefined)
      this.#sum += (width - this.#width) * this.#weight * lossTwins[id].value(0, -1, param)
    this.#width = width
  }

  #keep(batch: Batch, e: number, weight: number): void {
    const { offsets, labels, initial } = batch
    let place = this.#sample.length
    if (place === this.#most) place = Math.floor(this.#uniform() * this.#examples)
    if (place >= this.#most) return
    this.#sample[place] = {
      indices: batch.indices.slice(offsets[e], offsets[e + 1]),
      upper: batch.upper?.slice(offsets[e], offsets[e + 1]),
      values: batch.values.slice(offsets[e], offsets[e + 1]).map((x) => (x === x ? x : 0)),
      label: labels[e],
      weight,
      initial: initial === undefined ? 0 : initial[e],
    }
  }

  /** Whether all examples so far have the weight 1, as bounds of mixtures assume. */
  get unweighted(): boolean {
    return this.#unweighted
  }

  /** Returns the regret so far, without adding a point. `lane`: for a mixture, its current best lane */
  now(lane?: MixedLane | undefined): RegretPoint {
    return { ...this.#compare(), ...(lane === undefined ? {} : { lane }) }
  }

  #compare(): RegretPoint {
    const loss = this.#sum
    const examples = this.#examples
    const all = this.#solve(this.#sample, this.#sample)
    const whole = this.#sample.length === examples
    if (whole) return { examples, loss, best: [all.sum, all.sum], error: 0, regret: loss - all.sum }
    const halves = [0, 1].map((half) => this.#sample.filter((_, k) => k % 2 === half))
    const others = [this.#solve(halves[0], halves[1]), this.#solve(halves[1], halves[0])]
    const held = this.#weight / (others[0].weight + others[1].weight)
    const low = (this.#weight / all.weight) * all.sum
    const high = held * (others[0].sum + others[1].sum)
    const size = this.#sample.length
    const mean = (others[0].sum + others[1].sum) / size
    const variance = (others[0].squares + others[1].squares) / size - mean * mean
    const error = 2 * examples * Math.sqrt((Math.max(0, variance) / size) * (1 - size / examples))
    return { examples, loss, best: [Math.min(low, high), high], error, regret: loss - (low + high) / 2 }
  }

  /** Finds the best fixed weights for some examples, and their loss on others. */
  #solve(of: readonly Kept[], on: readonly Kept[]): { sum: number; squares: number; weight: number } {
    const found = { sum: 0, squares: 0, weight: 0 }
    lossesOfBest(of, on, this.#compared).forEach((lost, e) => {
      found.sum += lost
      found.squares += lost * lost
      found.weight += on[e].weight
    })
    return found
  }

  get #compared(): Compared {
    return { loss: this.#loss, set: this.#set, classes: this.#classed ? this.#width : undefined }
  }

  /** mulberry32 */
  #uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let z = this.#state
    z = Math.imul(z ^ (z >>> 15), z | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32
  }
}
