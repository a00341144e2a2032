import { plannedProbabilities } from '@ol/fallback'
import {
  type Batch,
  type LabelRanks,
  type LossId,
  type SetPlan,
  type SizedSets,
  status,
  type ThresholdCalls,
} from '@ol/spec'
import { areIndependent } from '../lanes/classes.js'
import { intervalLevels, thresholdAt, usualPlace } from './interval-levels.js'
import type { LabelIntervals, Predicted } from './label-intervals.js'
import { type CoverageSums, callsFor, LevelThresholds, mostTurns } from './level-thresholds.js'

const steps = { least: 0.05, first: 0.5 } as const
/** A set with a threshold of 0 has only the predicted class, with a threshold of 1 all classes; a step may go beyond. */
const range = [0, 2] as const

/** Which set of an example: see `NumberIntervals.at`. */
interface AskedSet {
  readonly level: number
  readonly following: boolean
}

/**
 * Learns sets of classes that contain the labels: the most probable ones, until their probabilities are more than a
 * threshold (Romano, Sesia, Candès: Classification with valid and adaptive coverage, 2020, without randomization). The
 * set always contains the predicted class.
 */
export class ClassSets implements LabelIntervals {
  #plan: SetPlan
  readonly #thresholds: LevelThresholds
  readonly #backend: ThresholdCalls
  #turns: SetTurns = newTurns(1, 2)

  /** `state`: as stored in a model file */
  constructor(loss: LossId, state: readonly Float64Array[] | undefined, backend: ThresholdCalls) {
    this.#plan = { classes: 2, binary: true, independent: areIndependent(loss) }
    this.#thresholds = new LevelThresholds(steps, range, intervalLevels, state, backend)
    this.#backend = backend
  }

  get state(): readonly Float64Array[] {
    return this.#thresholds.state
  }

  get coverage(): CoverageSums {
    return this.#thresholds.coverage
  }

  learn({ size, labels, weights }: Batch, outcome: Predicted): void {
    const thresholds = this.#thresholds
    for (let from = 0; from < size; from += mostTurns) {
      const to = Math.min(size, from + mostTurns)
      this.#rank(outcome, size, labels, from, to)
      const { above, thresholds: own, sizes, places } = this.#turns
      thresholds.begin(to - from)
      let n = 0
      for (let e = from; e < to; e++) {
        const score = above[e - from]
        if (outcome.status[e] !== status.learned || score !== score) continue
        const h = weights === undefined ? 1 : weights[e]
        thresholds.add(score, thresholds.count(h), h, 0)
        places[n++] = e - from
      }
      thresholds.move((usual) => {
        for (let i = 0; i < n; i++) own[places[i]] = usual[i]
        this.#size()
        for (let i = 0; i < n; i++) sizes[i] = sizes[places[i]]
        return sizes
      })
    }
  }

  measure({ size, labels, weights }: Batch, outcome: Predicted, into: CoverageSums): void {
    const thresholds = this.#thresholds
    for (let from = 0; from < size; from += mostTurns) {
      const to = Math.min(size, from + mostTurns)
      this.#rank(outcome, size, labels, from, to)
      const { above, thresholds: own, sizes } = this.#turns
      own.fill(thresholds.settled[usualPlace])
      this.#size()
      for (let e = from; e < to; e++) {
        const h = weights === undefined ? 1 : weights[e]
        const score = above[e - from]
        if (h !== 0 && score === score) thresholds.measure(score, h, sizes[e - from], into)
      }
    }
  }

  /** Ranks the labels of the examples [from, to) of an outcome of `all`. */
  #rank(outcome: Predicted, all: number, labels: Float64Array, from: number, to: number): void {
    const size = to - from
    const plan = this.#planOf(outcome.scores, all)
    if (this.#turns.above.length < size || this.#turns.probabilities.length < size * plan.classes)
      this.#turns = newTurns(size, plan.classes)
    const whole = outcome.scores ?? outcome.predictions
    const width = whole.length / all
    const scores = size === all ? whole : whole.subarray(from * width, to * width)
    const own = from === 0 ? labels : labels.subarray(from)
    callsFor(size, this.#backend).rankLabels(plan, { size, scores, labels: own }, this.#turns)
    this.#turns.size = size
    this.#turns.classes = plan.classes
  }

  /** Measures the sets of the examples of `#rank` by their thresholds. */
  #size(): void {
    callsFor(this.#turns.size, this.#backend).sizeSets(this.#turns, this.#turns.sizes)
  }

  /** Returns how the scores of `size` examples become probabilities; undefined: there is one of each. */
  #planOf(scores: Float64Array | undefined, size: number): SetPlan {
    const binary = scores === undefined
    const classes = binary ? 2 : scores.length / size
    if (this.#plan.classes !== classes || this.#plan.binary !== binary)
      this.#plan = { ...this.#plan, classes, binary }
    return this.#plan
  }

  /** Returns the numbers of the classes in the set of a level, from 0, the most probable first; none where no score is a number. */
  at(outcome: Omit<Predicted, 'status'>, e: number, size: number, { level, following }: AskedSet): number[] {
    const { predictions, scores } = outcome
    const plan = this.#planOf(scores, size)
    const p = new Float64Array(plan.classes)
    plannedProbabilities(plan, scores ?? predictions, e * (plan.binary ? 1 : plan.classes), p, 0)
    if (p[0] !== p[0]) return []
    const { settled, thresholds } = this.#thresholds
    const threshold = thresholdAt(level, following ? thresholds : settled, 0)
    const order = Array.from(p, (_, k) => k).sort((i, j) => p[j] - p[i] || i - j)
    let above = 0
    const outside = order.findIndex((_, i) => {
      if (i > 0) above += p[order[i - 1]]
      return !(above <= threshold)
    })
    return outside < 0 ? order : order.slice(0, outside)
  }
}

/** The examples whose labels were ranked: see `LabelRanks` and `SizedSets`. */
interface SetTurns extends LabelRanks, SizedSets {
  size: number
  classes: number
  readonly sizes: Float64Array
  /** which of them are learned from */
  readonly places: Uint32Array
}

function newTurns(size: number, classes: number): SetTurns {
  const array = (): Float64Array => new Float64Array(size)
  return {
    size: 0,
    classes,
    probabilities: new Float64Array(size * classes),
    above: array(),
    thresholds: array(),
    sizes: array(),
    places: new Uint32Array(size),
  }
}
