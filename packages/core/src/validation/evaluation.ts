import { type Batch, invalid, type LossId, losses, type Task } from '@ol/spec'
import type { Outcome } from '../lanes/outcome.js'
import type { Accumulator, MetricFamily } from './metrics/accumulator.js'
import { type BinaryMetrics, binaryFamily } from './metrics/binary-metrics.js'
import { type CurvePoint, FigureCurve } from './metrics/curve.js'
import { type MainFigure, mainFigureOf, noteOf } from './metrics/main-figure.js'
import { type MulticlassMetrics, multiclassFamily } from './metrics/multiclass-metrics.js'
import { type RegressionMetrics, regressionFamily } from './metrics/regression-metrics.js'

/** The metrics of a task. */
export type Metrics = BinaryMetrics | MulticlassMetrics | RegressionMetrics

/** How a run is evaluated. */
export interface EvaluationOptions {
  /** the labelled examples of a new model that `sinceWarmUp` leaves out; default 1000 */
  readonly warmUp?: number | undefined
  /** the last labelled examples that `recent` covers; default 1000 */
  readonly window?: number | undefined
}

/** The evaluation of a run by its task. */
export interface EvaluationReport {
  readonly task: Task
  /** the name of the figure of the curve */
  readonly figure: string
  /** what the metrics mean, or which are left out, where the loss is not one that they measure */
  readonly note: string | undefined
  /** the labelled examples that `sinceWarmUp` leaves out */
  readonly warmUp: number
  /** the labelled examples that `recent` covers */
  readonly window: number
  /** examples with a label that are in no metric: their prediction was not finite */
  readonly unscored: number
  readonly overall: Metrics
  /** without the warm-up; undefined where that is none or all of the run */
  readonly sinceWarmUp: Metrics | undefined
  /** of the last examples; undefined where that is all of the run */
  readonly recent: Metrics | undefined
  readonly curve: readonly CurvePoint[]
}

/** The main figure of a run so far. */
export interface FigureValue {
  readonly name: string
  /** over all labelled examples */
  readonly overall: number
  /** since the last progress event */
  readonly sinceLast: number
}

/** What an evaluation is of. */
export interface Evaluated {
  readonly task: Task
  readonly loss: LossId
  /** the number of classes; of a task of several classes */
  readonly classes: number
}

/** The labelled examples that a new model warms up for. */
export const defaultWarmUp = 1000
const defaultWindow = 1000
const mostKept = 1_000_000

/**
 * Evaluates a run by its task: over everything, without the warm-up, and over the last examples. It belongs to the run
 * and not to the model, whose file keeps the sums of `ProgressiveValidation` alone.
 */
export class Evaluation {
  readonly #task: Task
  readonly #figure: MainFigure
  readonly #note: string | undefined
  readonly #family: MetricFamily<Metrics>
  readonly #warmUp: number
  readonly #window: number
  readonly #first: Accumulator<Metrics>
  readonly #rest: Accumulator<Metrics>
  readonly #curve: FigureCurve
  /** the records of the last examples, the oldest at the place of the next */
  readonly #recent: Float64Array
  #place = 0
  #labelled = 0
  #scored = 0
  #weight = 0
  #sum = 0
  #atMark: readonly [weight: number, sum: number] = [0, 0]
  #report: EvaluationReport | undefined

  constructor({ task, loss, classes }: Evaluated, options: EvaluationOptions = {}) {
    const { warmUp = defaultWarmUp, window = defaultWindow } = options
    checkCount('warmUp', warmUp, 0)
    checkCount('window', window, 1)
    this.#task = task
    this.#figure = mainFigureOf(task, loss)
    this.#note = noteOf(task, loss)
    this.#family = familyOf(task, loss, classes)
    this.#warmUp = warmUp
    this.#window = window
    this.#first = this.#family.accumulator()
    this.#rest = this.#family.accumulator()
    this.#curve = new FigureCurve(this.#figure.root)
    this.#recent = new Float64Array(window * this.#family.width)
  }

  /** Adds examples `from` to `to` of a batch with their results; examples without label or weight are in no metric. */
  add(
    { labels, weights }: Pick<Batch, 'labels' | 'weights'>,
    outcome: Outcome,
    from: number,
    to: number,
  ): void {
    const records = this.#recent
    const family = this.#family
    const { width } = family
    let place = this.#place
    let labelled = this.#labelled
    let scored = this.#scored
    let weightSum = this.#weight
    let termSum = this.#sum
    for (let e = from; e < to; e++) {
      const label = labels[e]
      const weight = weights === undefined ? 1 : weights[e]
      if (label !== label || weight === 0) continue
      labelled++
      if (family.record(outcome, e, label, weight, records, place)) {
        if (labelled > this.#warmUp) this.#rest.add(records, place)
        else this.#first.add(records, place)
        const term = records[place + 2]
        weightSum += weight
        // of a diverged example
        if (term - term === 0) termSum += weight * term
        scored++
        place = place + width === records.length ? 0 : place + width
      }
      if (labelled >= this.#curve.next) this.#curve.add(labelled, weightSum, termSum)
    }
    this.#place = place
    this.#labelled = labelled
    this.#scored = scored
    this.#weight = weightSum
    this.#sum = termSum
    this.#report = undefined
  }

  /** Starts a new interval for `sinceLast` of the main figure. */
  mark(): void {
    this.#atMark = [this.#weight, this.#sum]
  }

  get figure(): FigureValue {
    const [weight, sum] = this.#atMark
    const { name, root } = this.#figure
    const value = (average: number): number => (root ? Math.sqrt(average) : average)
    return {
      name,
      overall: value(this.#sum / this.#weight),
      sinceLast: value((this.#sum - sum) / (this.#weight - weight)),
    }
  }

  /** Returns all that the evaluation is, so that one can go on with it. */
  state(): readonly Float64Array[] {
    const own = [this.#place, this.#labelled, this.#scored, this.#weight, this.#sum, ...this.#atMark]
    return [
      Float64Array.of(this.#warmUp, this.#window),
      Float64Array.from(own),
      this.#curve.state(),
      this.#recent.slice(),
      ...this.#first.state(),
      ...this.#rest.state(),
    ]
  }

  /** Returns the evaluation that goes on with a state. */
  static continued(evaluated: Evaluated, state: readonly Float64Array[]): Evaluation {
    const [[warmUp, window], own, curve, recent, ...sums] = state
    const evaluation = new Evaluation(evaluated, { warmUp, window })
    const [place, labelled, scored, weight, sum, weightAtMark, sumAtMark] = own
    evaluation.#place = place
    evaluation.#labelled = labelled
    evaluation.#scored = scored
    evaluation.#weight = weight
    evaluation.#sum = sum
    evaluation.#atMark = [weightAtMark, sumAtMark]
    evaluation.#curve.restore(curve)
    evaluation.#recent.set(recent)
    evaluation.#first.restore(sums.slice(0, sums.length / 2))
    evaluation.#rest.restore(sums.slice(sums.length / 2))
    return evaluation
  }

  /** Returns the metrics of all examples so far. */
  report(): EvaluationReport {
    this.#report ??= this.#reportOf()
    return this.#report
  }

  #reportOf(): EvaluationReport {
    const overall = this.#family.accumulator()
    overall.merge(this.#first)
    overall.merge(this.#rest)
    const warm = this.#warmUp > 0 && this.#labelled > this.#warmUp
    return {
      task: this.#task,
      figure: this.#figure.name,
      note: this.#note,
      warmUp: this.#warmUp,
      window: this.#window,
      unscored: this.#labelled - this.#scored,
      overall: overall.metrics(),
      sinceWarmUp: warm ? this.#rest.metrics() : undefined,
      recent: this.#scored > this.#window ? this.#ofRecent() : undefined,
      curve: this.#curve.points(this.#labelled, this.#weight, this.#sum),
    }
  }

  #ofRecent(): Metrics {
    const sums = this.#family.accumulator()
    const { length } = this.#recent
    for (let at = this.#place; at < length; at += this.#family.width) sums.add(this.#recent, at)
    for (let at = 0; at < this.#place; at += this.#family.width) sums.add(this.#recent, at)
    return sums.metrics()
  }
}

function familyOf(task: Task, loss: LossId, classes: number): MetricFamily<Metrics> {
  if (task === 'multiclass') return multiclassFamily(classes)
  return task === 'binary' ? binaryFamily(losses[loss].link === 'logistic') : regressionFamily(loss)
}

function checkCount(name: string, value: unknown, least: number): void {
  if (!(Number.isInteger(value) && (value as number) >= least && (value as number) <= mostKept))
    throw invalid('OL_PARAMETER', name, `a whole number >= ${least} and <= ${mostKept}`, value)
}
