import type { AnyLearnerOptions, ClipSetting } from '@ol/core'
import { divided, exampleOf, factorsByByte, impliedRule } from '@ol/core/internal'
import { lossTwins } from '@ol/numerics'
import {
  type Batch,
  checkShape,
  type Divisors,
  invalid,
  type LossId,
  losses,
  type ModifiedRule,
  OLError,
  type RuleId,
  ruleOf,
  rules,
} from '@ol/spec'
import type { Against, BoundedQuantity, RunSettings, Theorem, Watch } from '../bounds/theorem.js'
import { theoremOf } from '../bounds/theorems.js'
import { growingFloats } from '../comparator/growing.js'
import { Examples } from '../comparator/observed-examples.js'
import type { ComparatorSet } from '../comparator/sets.js'
import { bestFixed, type Comparator, type SolverOptions } from '../comparator/solver.js'
import { type IntervalReport, onIntervals } from './intervals.js'

/** The members of a learner that an observer needs; a `Learner` has them. */
export interface Observed {
  readonly rule: RuleId
  readonly loss: LossId
  readonly options: AnyLearnerOptions
  /** the models that it learns side by side: a theorem is about a single model */
  readonly lanes: readonly unknown[]
  /** the divisors of features before learning; undefined: there are none */
  readonly scales: Divisors | undefined
  /** the row of a feature, by the two halves of its key; undefined if it has none */
  slotOf(index: number, upper: number): number | undefined
  /** the current weight of a row, in the unit in which the feature is learned */
  weightOfSlot(slot: number): number
}

/** The result of a theorem for a run. */
export interface BoundReport {
  readonly paper: string
  readonly formula: string
  readonly measure: BoundedQuantity
  /** the measure of this run against the comparator */
  readonly measured: number
  /** undefined if a condition of the theorem does not hold */
  readonly bound: number | undefined
  /** the conditions that do not hold, in words */
  readonly unmet: readonly string[]
}

/** A run compared with the best fixed weights. */
export interface RegretReport {
  /** examples with a label and a weight */
  readonly examples: number
  /** sum of weight times loss of the predictions made before learning */
  readonly loss: number
  readonly comparator: Comparator
  /** `loss` minus the loss of the comparator; the regret against the exact optimum is larger by at most its gap */
  readonly regret: number
  /** for rules with a theorem */
  readonly theorem: BoundReport | undefined
  /** the reason why there is no theorem */
  readonly reason: string | undefined
  /**
   * for rules with a theorem about every interval: the largest regret on intervals whose length is halved repeatedly
   */
  readonly intervals?: readonly IntervalReport[] | undefined
}

/**
 * Returns whether a `RegretObserver` accepts a learner: theorems are about a single model with unchanged labels and
 * weights.
 */
export function observable(learner: Pick<Observed, 'lanes' | 'options'>): boolean {
  checkShape('learner', learner, { lanes: 'array', options: 'object' })
  const { lanes, options } = learner
  return lanes.length === 1 && options.labelScale !== 'spread' && options.classWeight === undefined
}

/**
 * Observes a learner and collects, in one pass, the quantities in its theorem's bound; keeps the examples in memory, to
 * find the best fixed weights afterwards.
 */
export class RegretObserver {
  readonly #learner: Observed
  readonly #examples: Examples
  readonly #scores = growingFloats()
  readonly #theorem: Theorem | undefined
  readonly #watch: Watch | undefined
  readonly #run: RunSettings
  readonly #clip: ClipSetting
  readonly #fresh: boolean
  #scales: Divisors | undefined
  #low = Number.POSITIVE_INFINITY
  #high = Number.NEGATIVE_INFINITY
  #clipped = 0
  #weighted = 0
  #offset = 0
  #loss = 0

  /**
   * `fresh`: whether the learner has not learned yet, as theorems assume; default true. Throws OL_PARAMETER for a
   * learner of several models (classes, several rates), or one that scales labels or weights classes: theorems are
   * about unchanged labels and weights.
   */
  constructor(learner: Observed, options: { readonly fresh?: boolean } = {}) {
    checkShape('learner', learner, { lanes: 'array', options: 'object', rule: 'string', loss: 'string' })
    checkShape('the options', options, { fresh: 'boolean?' })
    const { fresh = true } = options
    if (learner.lanes.length !== 1)
      throw invalid('OL_PARAMETER', 'a learner whose regret is observed', '1 model', learner.lanes)
    if (learner.options.labelScale === 'spread')
      throw invalid('OL_PARAMETER', 'labelScale of a learner whose regret is observed', "'none'", 'spread')
    if (learner.options.classWeight !== undefined)
      throw invalid('OL_PARAMETER', 'classWeight of a learner whose regret is observed', 'none', 'weights')
    this.#learner = learner
    this.#run = settingsOf(learner)
    this.#clip = learner.options.clip as ClipSetting
    this.#fresh = fresh
    this.#examples = new Examples((index, upper) => {
      const row = learner.slotOf(index, upper)
      if (row !== undefined) return row
      throw new OLError(
        'OL_BATCH',
        `The learner has not seen the feature of index ${index}: add a batch after learning from it`,
        {
          value: index,
        },
      )
    })
    const entry = theoremOf(modifiedRule(learner))
    if ('watch' in entry) {
      this.#theorem = entry
      this.#watch = entry.watch(this.#run)
    }
  }

  /** Whether the examples must be added one by one: in batches of one, each added right after it was learned. */
  get oneByOne(): boolean {
    return this.#theorem?.weights !== undefined
  }

  /** Yields the batches to learn from: the batch itself, or one for each example. */
  *batches(batch: Batch): Generator<Batch, void, void> {
    if (!this.oneByOne) yield batch
    else for (let e = 0; e < batch.size; e++) yield exampleOf(batch, e)
  }

  /** Adds a batch that was just learned from, with the scores made before; throws OL_BATCH if they do not fit. */
  add(batch: Batch, scores: Float64Array): void {
    if (scores.length !== batch.size)
      throw invalid('OL_BATCH', 'the scores of a batch', `${batch.size} numbers`, scores)
    if (this.oneByOne && batch.size > 1)
      throw new OLError(
        'OL_BATCH',
        `The theorem of rule ${this.#learner.rule} needs batches of one example: take them from \`observer.batches(batch)\``,
      )
    // a copy of an entire table: made once, after the first pass that computes the scales
    this.#scales ??= this.#learner.scales
    const learned = withoutMissing(divided(batch, this.#scales))
    for (let e = 0; e < batch.size; e++) this.#add(learned, e, scores[e])
  }

  #add(batch: Batch, e: number, score: number): void {
    const examples = this.#examples
    if (!examples.add(batch, e)) return
    this.#scores.push(score)
    const label = batch.labels[e]
    const weight = batch.weights === undefined ? 1 : batch.weights[e]
    const { value, derivative } = lossTwins[this.#run.loss]
    const slope = derivative(score, label, this.#run.lossParam)
    this.#loss += weight * value(score, label, this.#run.lossParam)
    if (weight !== 1) this.#weighted++
    if (batch.initial !== undefined && batch.initial[e] !== 0) this.#offset++
    if (this.#beyond(score, slope, label)) this.#clipped++
    this.#low = Math.min(this.#low, label)
    this.#high = Math.max(this.#high, label)
    if (this.#watch === undefined) return
    const { offsets, columns, values, size } = examples
    const from = offsets[size - 1]
    const to = offsets[size]
    this.#watch.see({
      columns,
      values,
      from,
      to,
      label,
      score,
      weight,
      derivative: weight * slope,
      round: size,
    })
    const { rows } = examples
    const which = this.#theorem?.weights
    const moved = which === 'all' ? rows.keys() : which === 'present' ? columns.subarray(from, to) : []
    for (const column of moved) this.#watch.move?.(column, this.#learner.weightOfSlot(rows[column]))
  }

  /**
   * Returns whether a score at the end of its range would move past the end: its derivative then differs from the
   * derivative at the rule's unclipped score.
   */
  #beyond(score: number, slope: number, label: number): boolean {
    if (this.#clip === 'none') return false
    const [low, high] =
      this.#clip === 'labels'
        ? [this.#low, this.#high]
        : this.#clip === 'vw'
          ? [Math.min(0, this.#low, label), Math.max(0, this.#high, label)]
          : this.#clip
    return (score <= low && slope > 0) || (score >= high && slope < 0)
  }

  /** Returns the report against the best weights of a set. */
  report(set: ComparatorSet, options: SolverOptions = {}): RegretReport {
    const { loss: id, lossParam: param } = this.#run
    const report = this.against(bestFixed(this.#examples, { id, param }, set, options))
    const watch = this.#watch
    if (watch?.boundOn === undefined) return report
    const scores = this.#scores.view()
    return {
      ...report,
      intervals: onIntervals(this.#examples, scores, { id, param }, set, watch, options),
    }
  }

  /** Returns the report against weights that were found before. */
  against(comparator: Comparator): RegretReport {
    const entry = theoremOf(modifiedRule(this.#learner))
    return {
      examples: this.#examples.size,
      loss: this.#loss,
      comparator,
      regret: this.#loss - comparator.loss,
      theorem: this.#bound(comparator),
      reason: 'reason' in entry ? entry.reason : undefined,
    }
  }

  /** The examples so far. */
  get examples(): Examples {
    return this.#examples
  }

  #bound(comparator: Comparator): BoundReport | undefined {
    const theorem = this.#theorem
    const watch = this.#watch
    if (theorem === undefined || watch === undefined) return undefined
    const against: Against = {
      examples: this.#examples,
      scores: this.#scores.view(),
      u: comparator.weights,
      uScores: this.#examples.scores(comparator.weights),
    }
    const unmet = [...this.#unmet(theorem), ...watch.unmet(against)]
    const { paper, formula, measure } = theorem
    const measured = measure === 'regret' ? this.#loss - comparator.loss : measureOf(measure, against)
    return {
      paper,
      formula,
      measure,
      measured,
      bound: unmet.length > 0 ? undefined : watch.bound(against),
      unmet,
    }
  }

  #unmet({ measure, losses: about }: Theorem): string[] {
    const { rule } = this.#learner
    const unmet: string[] = []
    const rated = rules[rule].updates.includes('invariant')
    if (!this.#fresh) unmet.push('the model had learned before')
    if (rated && this.#run.update !== 'plain')
      unmet.push('the theorem is about plain updates (--update plain)')
    if (this.#weighted > 0 && (rated || measure !== 'regret'))
      unmet.push(`${this.#weighted} examples have a weight other than 1`)
    if (rules[rule].reach !== undefined && this.#learner.options.outliers !== 'keep')
      unmet.push('values far off were bounded (--outliers keep)')
    if (this.#offset > 0 && measure !== 'regret')
      unmet.push(`${this.#offset} examples have an initial prediction`)
    if (this.#clipped > 0)
      unmet.push(`${this.#clipped} predictions were clipped away from their labels (--clip none)`)
    if (this.#examples.shared > 0)
      unmet.push(`${this.#examples.shared} features share a row with another of their example (more --bits)`)
    if (about !== undefined && !about.includes(this.#run.loss))
      unmet.push(`the theorem is about ${about.join(', ')} loss`)
    return unmet
  }
}

function measureOf(
  measure: Exclude<BoundedQuantity, 'regret'>,
  { examples, scores, uScores }: Against,
): number {
  const { labels, size } = examples
  let sum = 0
  for (let e = 0; e < size; e++) {
    const margin = labels[e] * scores[e]
    if (measure === 'mistakes') sum += margin <= 0 ? 1 : 0
    else if (measure === 'updates') sum += margin < 1 ? 1 : 0
    else if (measure === 'squared-hinge') sum += lossTwins.hinge.value(scores[e], labels[e], 0) ** 2
    else sum += (scores[e] - uScores[e]) ** 2
  }
  return sum
}

/** Returns the rule of a learner, with the modifiers that its parameters imply. */
function modifiedRule({ rule, options }: Observed): ModifiedRule {
  return impliedRule({ ...options, rule })
}

function settingsOf(learner: Observed): RunSettings {
  const { loss, options } = learner
  const params: Record<string, number | string> = {}
  for (const { name } of ruleOf(modifiedRule(learner)).params) {
    const value = options[name]
    if (typeof value === 'number' || typeof value === 'string') params[name] = value
  }
  const [first] = losses[loss].params
  const lossParam = first === undefined ? 0 : Number(options[first.name])
  const { groupFactors } = options
  return {
    loss,
    lossParam,
    update: options.update as RunSettings['update'],
    params,
    ...(groupFactors === undefined ? {} : { groupFactors: factorsByByte(groupFactors) }),
  }
}

/**
 * Returns a batch with 0 for missing values: no rule with a theorem centres, and other rules treat missing values as
 * absent.
 */
function withoutMissing(batch: Batch): Batch {
  if (!batch.values.includes(Number.NaN)) return batch
  return { ...batch, values: batch.values.map((x) => (x === x ? x : 0)) }
}
