import { totalPlaces } from '@ol/spec'
import { Confusion } from '../../lanes/confusion.js'
import type { Accumulator, ExampleResults, MetricFamily } from './accumulator.js'
import { matthews } from './matthews.js'

/** Precision, recall and F1 of one class against the others. */
export interface ClassMetrics {
  /** weight of its examples */
  readonly support: number
  readonly precision: number
  readonly recall: number
  /** NaN for a class that neither occurred nor was predicted */
  readonly f1: number
}

/** The share of examples whose class has one of the k largest scores. */
export interface TopAccuracy {
  readonly k: number
  readonly accuracy: number
}

/** Metrics of several classes. All are weighted. */
export interface MulticlassMetrics {
  readonly task: 'multiclass'
  /** examples with a label and a prediction */
  readonly examples: number
  readonly weight: number
  /** -ln of the probability of the label */
  readonly logLoss: number
  readonly accuracy: number
  /** mean recall of the classes that occurred */
  readonly balancedAccuracy: number
  /** Matthews correlation coefficient, -1 to 1; 0 if every example has one label, or one prediction */
  readonly mcc: number
  /** mean F1 of the classes that occurred or were predicted */
  readonly macroF1: number
  /** for k = 2, 3, 5, 10 below the number of classes; if scores are equal, the lower class comes first */
  readonly topK: readonly TopAccuracy[]
  /** by number of the class */
  readonly classes: readonly ClassMetrics[]
  /** confusion matrix: weights by class of the label, then by predicted class */
  readonly confusion: readonly (readonly number[])[]
}

const tops = [2, 3, 5, 10] as const
const mostTop = 10
const predictedField = 3
const rankField = 4

const width = 5

/** Returns the family of several classes; `classes`: their number at the start. */
export function multiclassFamily(classes: number): MetricFamily<MulticlassMetrics, MulticlassAccumulator> {
  return {
    width,
    accumulator: () => new MulticlassAccumulator(classes),
    add: (examples, { totals, recent }, into, from, to, until) => {
      const { labels, weights } = examples
      let e = from
      for (; e < to && totals[totalPlaces.labelled] < until; e++) {
        const label = labels[e]
        const weight = weights === undefined ? 1 : weights[e]
        if (label !== label || weight === 0) continue
        totals[totalPlaces.labelled]++
        const place = totals[totalPlaces.place]
        if (!record(examples, e, label, weight, recent, place)) continue
        into.add(recent, place)
        const logLoss = recent[place + 2]
        totals[totalPlaces.place] = place + width === recent.length ? 0 : place + width
        totals[totalPlaces.scored]++
        totals[totalPlaces.weight] += weight
        // an example that diverged
        if (logLoss - logLoss === 0) totals[totalPlaces.sum] += weight * logLoss
      }
      return e
    },
    addRecords: (records, into) => {
      for (let at = 0; at < records.length; at += width) into.add(records, at)
    },
  }
}

/**
 * Writes the record of an example: weight, label, log loss (NaN: none), prediction, rank. Returns false if its
 * prediction is not valid.
 */
function record(
  { predictions, scores, logLosses }: ExampleResults,
  e: number,
  label: number,
  weight: number,
  records: Float64Array,
  at: number,
): boolean {
  const predicted = predictions[e]
  if (!(predicted >= 0) || scores === undefined) return false
  records[at] = weight
  records[at + 1] = label
  records[at + 2] = logLosses === undefined ? Number.NaN : logLosses[e]
  records[at + predictedField] = predicted
  const count = scores.length / predictions.length
  records[at + rankField] = predicted === label ? 0 : rankOf(scores, count * e, label, count)
  return true
}

/** Returns how many classes come before the label's: classes with larger scores, and lower classes with equal scores. */
function rankOf(scores: Float64Array, from: number, label: number, count: number): number {
  const own = scores[from + label]
  if (own !== own) return count
  let rank = 0
  for (let k = 0; k < count; k++) {
    const score = scores[from + k]
    if (score > own || (score === own && k < label)) rank++
  }
  return rank
}

/** Sums of `MulticlassMetrics`. */
export class MulticlassAccumulator implements Accumulator<MulticlassMetrics> {
  #confusion: Confusion
  /** weight, weight times log loss */
  readonly #sums = new Float64Array(2)
  /** weights by rank of the label; the last entry has all ranks beyond the largest k */
  readonly #ranks = new Float64Array(mostTop + 1)
  #examples = 0

  constructor(classes: number) {
    this.#confusion = new Confusion(classes)
  }

  /** Adds the record at an offset. */
  add(records: Float64Array, at: number): void {
    const weight = records[at]
    const label = records[at + 1]
    const logLoss = records[at + 2]
    const predicted = records[at + predictedField]
    const rank = records[at + rankField]
    this.#confusion.grow(Math.max(label, predicted) + 1)
    this.#examples++
    this.#sums[0] += weight
    // the probability of a class whose score is not a number is 0; its example is counted as diverged
    if (logLoss - logLoss === 0) this.#sums[1] += weight * logLoss
    this.#confusion.add(label, predicted, weight)
    this.#ranks[rank < mostTop ? rank : mostTop] += weight
  }

  merge(other: MulticlassAccumulator): void {
    const { classes } = other.#confusion
    this.#confusion.grow(classes)
    this.#examples += other.#examples
    for (let i = 0; i < this.#sums.length; i++) this.#sums[i] += other.#sums[i]
    for (let i = 0; i < this.#ranks.length; i++) this.#ranks[i] += other.#ranks[i]
    for (let y = 0; y < classes; y++)
      for (let k = 0; k < classes; k++) this.#confusion.add(y, k, other.#confusion.at(y, k))
  }

  state(): readonly Float64Array[] {
    return [
      Float64Array.of(this.#examples, this.#confusion.classes),
      this.#sums.slice(),
      this.#ranks.slice(),
      this.#confusion.toArray(),
    ]
  }

  restore([[examples, count], sums, ranks, confusion]: readonly Float64Array[]): void {
    this.#examples = examples
    this.#sums.set(sums)
    this.#ranks.set(ranks)
    this.#confusion = new Confusion(count, confusion)
  }

  metrics(): MulticlassMetrics {
    const { classes: count } = this.#confusion
    const [weight, logLosses] = this.#sums
    const confusion = Array.from({ length: count }, (_, y) =>
      Array.from({ length: count }, (__, k) => this.#confusion.at(y, k)),
    )
    const classes = classMetrics(confusion)
    const recalls = classes.flatMap(({ support, recall }) => (support > 0 ? [recall] : []))
    const known = classes.map(({ f1 }) => f1).filter((f1) => !Number.isNaN(f1))
    return {
      task: 'multiclass',
      examples: this.#examples,
      weight,
      logLoss: logLosses / weight,
      accuracy: this.#ranks[0] / weight,
      balancedAccuracy: sum(recalls) / recalls.length,
      mcc: matthews(confusion),
      macroF1: sum(known) / known.length,
      topK: tops.flatMap((k) =>
        k < count ? [{ k, accuracy: sum(this.#ranks.subarray(0, k)) / weight }] : [],
      ),
      classes,
      confusion,
    }
  }
}

function classMetrics(confusion: readonly (readonly number[])[]): ClassMetrics[] {
  const predicted = confusion.map((_, k) => sum(confusion.map((row) => row[k])))
  return confusion.map((row, k) => {
    const support = sum(row)
    return {
      support,
      precision: row[k] / predicted[k],
      recall: row[k] / support,
      f1: (2 * row[k]) / (support + predicted[k]),
    }
  })
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
