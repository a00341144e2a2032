import { isPresent } from '@ol/fallback'
import { type Batch, invalid, ruleOf } from '@ol/spec'
import { isBatch } from '../examples/check-batch.js'
import type { Features } from '../examples/features.js'
import type { DerivedModel } from '../expand/derived-model.js'
import { explained } from '../lanes/explained.js'
import type { LaneFactor } from '../lanes/linear.js'
import type { LaneScores, Outcome } from '../lanes/outcome.js'
import type { TableModel } from '../lanes/table-model.js'
import type { FeatureDictionary } from '../names/feature-dictionary.js'
import type { BatchOptions } from '../stream/streams.js'
import { type DerivedContribution, type ExpandedParts, expandedParts } from './explain-expanded.js'
import { type NamedKey, type Scored, scoredLanes, sharedWeight, slotOfKey } from './importance.js'
import type { LearnerState } from './learner-state.js'
import { predictionOf } from './predicting.js'

/** What a feature adds to the score of one example. */
export interface FeatureContribution {
  /** its name, where that is known */
  readonly name?: string
  /** names of other features that the model knows in the same slot */
  readonly collisions?: readonly string[]
  /** the slot: the feature's hash modulo 2^bits; with bits 'grow' and of a rule with a matrix the whole hash */
  readonly index: number
  /** of a growing table: the upper half of the feature's key */
  readonly upper?: number
  /** NaN: it is missing */
  readonly value: number
  /** what a change of the value by 1 adds, as far as scales do not move with it: contribution / value, but for centred rules */
  readonly weight: number
  readonly contribution: number
}

/** What is added to the score beside the features: see `Explanation`. */
export interface FurtherContribution {
  readonly part: 'initial' | 'labels' | 'rule' | 'clip' | 'mixture' | 'stack' | 'curve' | 'rounding'
  readonly contribution: number
}

/**
 * A score as a sum. From 0 on, the contributions of the features, in their order in the example, then those of `derived` and of
 * `further`, in theirs, add up to the score exactly, bit for bit. Rules that centre features (std, auto) add them up in
 * an order of their own, with those that count though they are absent: their value is 0. To these rules features of one
 * slot are one feature, and the first of them has the contribution.
 */
export interface Explanation<P = number | string> {
  /** of which class the score is, where there are classes */
  readonly class?: number | string
  /** as `scores` returns it */
  readonly score: number
  /** as `predict` returns it */
  readonly prediction: P
  readonly features: readonly FeatureContribution[]
  /** of a model with derived features: what those of each column and of each cross add; absent: it has none */
  readonly derived?: readonly DerivedContribution[]
  /**
   * `initial`: the initial prediction of the example; `labels`: the mean of the labels, where they are learned in units
   * of their spread; `rule`: what the rule makes of the sum; `clip`: the range of predictions; `mixture`: what the score
   * of a mixture has beside the sum of its lanes, with the factors of `inspect`; `stack`, `curve`: what these add; `rounding`: what the order of the sum left
   */
  readonly further: readonly FurtherContribution[]
}

/** Options of an explanation. */
export interface ExplainOptions {
  /** whose score is explained, of a model with classes: its label; default: the class that is predicted */
  readonly class?: number | string | undefined
}

/** Explains the score of features, or of the only example of a batch: OL_PARAMETER where there are several. */
export function explain(
  state: LearnerState,
  input: Features | Batch,
  options: ExplainOptions & BatchOptions,
): Explanation {
  if (!isBatch(input)) {
    const builder = state.builder()
    builder.addUnlabelled(input, 0, { wants: () => true })
    return explanationOf(state, builder.take(), options)
  }
  state.checkUnlabelled(input, options)
  if (input.size !== 1) throw invalid('OL_PARAMETER', 'the size of a batch to explain', '1', input.size)
  return explanationOf(state, input, options)
}

function explanationOf(state: LearnerState, batch: Batch, options: ExplainOptions): Explanation {
  const coded = state.divided(batch)
  const { expansion } = state
  if (expansion?.hasBegun) return expandedExplanation(state, expansion, batch, coded, options)
  const lanes = explained(state.base, coded)
  const { prediction, scored, score, own, refined } = explainedScore(state, lanes.outcome, coded, options)
  const contributions = contributionsOf(state, lanes, scored)
  const further = [...furtherOf(state, lanes, scored, own), ...refined]
  return {
    ...(scored.label === undefined ? {} : { class: scored.label }),
    score,
    prediction,
    features: featuresOf(state, batch, lanes, contributions, [
      { model: state.base, factor: 1, lanes: scored.lanes },
    ]),
    further: rounded(contributions, further, score),
  }
}

/** Explains a model with derived features: as a sum of its members. */
function expandedExplanation(
  state: LearnerState,
  experts: DerivedModel,
  batch: Batch,
  coded: Batch,
  options: ExplainOptions,
): Explanation {
  const outcome = experts.predict(coded)
  const { prediction, group, scored, score, own, refined } = explainedScore(state, outcome, coded, options)
  const { features, contributions, derived, labelMean } = expandedParts(state, experts, coded, group)
  const parts = [...contributions, ...derived.map(({ contribution }) => contribution)]
  const initial = batch.initial?.[0] ?? 0
  const known = parts.reduce((sum, part) => sum + part, initial + labelMean)
  const further: FurtherContribution[] = [
    { part: 'initial', contribution: initial },
    { part: 'labels', contribution: labelMean },
    { part: 'mixture', contribution: own - known },
    ...refined,
  ]
  const members = experts.members.map(({ model, factor }) => ({
    model,
    factor,
    lanes: model.serving.groups[group].lanes,
  }))
  return {
    ...(scored.label === undefined ? {} : { class: scored.label }),
    score,
    prediction,
    features: featuresOf(state, batch, features, contributions, members),
    derived,
    further: rounded(
      parts,
      further.filter(({ contribution }) => contribution !== 0),
      score,
    ),
  }
}

/** The score that is explained. */
interface ExplainedScore {
  readonly prediction: number | string
  readonly group: number
  readonly scored: Scored
  readonly score: number
  /** that of the model without refinements, and what each of them adds */
  readonly own: number
  readonly refined: readonly FurtherContribution[]
}

/** Returns the score that is explained. `plain`: the outcome of the model without refinements */
function explainedScore(
  state: LearnerState,
  plain: Outcome,
  coded: Batch,
  options: ExplainOptions,
): ExplainedScore {
  const outcomes = [plain, ...state.refinements.map((model) => model.predict(coded))]
  const prediction = predictionOf(state, outcomes[outcomes.length - 1])
  const { group, scored } = groupFor(state, options.class ?? prediction)
  const scores = outcomes.map(({ scores, predictions }) =>
    scores === undefined ? predictions[0] : scores[group],
  )
  const refined = state.refinements.map(({ part }, k) => ({ part, contribution: scores[k + 1] - scores[k] }))
  return {
    prediction,
    group,
    scored,
    score: scores[scores.length - 1],
    own: scores[0],
    refined: refined.filter(({ contribution }) => contribution !== 0),
  }
}

/** Returns what is added beside the parts, with what the order of the sum left. */
function rounded(
  parts: Iterable<number>,
  further: readonly FurtherContribution[],
  score: number,
): readonly FurtherContribution[] {
  const all = [...further]
  let sum = 0
  for (const contribution of parts) sum += contribution
  for (const { contribution } of further) sum += contribution
  // the difference of neighbouring doubles is exact, so one is nearly always enough
  for (let k = 0; k < 8 && sum !== score && Number.isFinite(score - sum); k++) {
    all.push({ part: 'rounding', contribution: score - sum })
    sum += score - sum
  }
  return all
}

/** Returns the class of a label, and the lanes of its score. */
function groupFor(
  state: LearnerState,
  label: number | string,
): { readonly group: number; readonly scored: Scored } {
  const all = scoredLanes(state)
  if (state.classes === undefined) return { group: 0, scored: all[0] }
  const group = all.findIndex((scored) => String(scored.label) === String(label))
  if (group < 0)
    throw invalid('OL_PARAMETER', 'class', `one of ${all.map((scored) => scored.label).join(', ')}`, label)
  return { group, scored: all[group] }
}

/** Returns what each feature adds, in units of the label: of several lanes the sum with their factors. */
function contributionsOf({ base }: LearnerState, { parts }: LaneScores, { lanes }: Scored): Float64Array {
  const { unit, table } = base
  const contributions = new Float64Array(parts.length / table.lanes)
  for (let i = 0; i < contributions.length; i++) {
    let sum = 0
    for (const { lane, factor } of lanes) sum += factor * parts[i * table.lanes + lane]
    contributions[i] = unit * sum
  }
  return contributions
}

function furtherOf(
  { base }: LearnerState,
  { parts, raw, initial, predictions }: LaneScores,
  { lanes }: Scored,
  score: number,
): FurtherContribution[] {
  const { unit, labelMean, table } = base
  const start = labelMean + initial
  const total = (of: (lane: number) => number): number => {
    let sum = 0
    for (const { lane, factor } of lanes) {
      const value = of(lane)
      // a lane that diverged does not count
      if (value === value) sum += factor * value
    }
    return sum
  }
  const summed = (lane: number): number => {
    let sum = 0
    for (let at = lane; at < parts.length; at += table.lanes) sum += parts[at]
    return sum
  }
  const mixed = base.mixtureWeights !== undefined
  const all: FurtherContribution[] = [
    { part: 'rule', contribution: unit * total((l) => raw[l] - summed(l)) },
    { part: 'initial', contribution: initial },
    { part: 'labels', contribution: labelMean },
    { part: 'clip', contribution: total((l) => predictions[l] - (start + unit * raw[l])) },
    { part: 'mixture', contribution: mixed ? score - start - total((l) => predictions[l] - start) : 0 },
  ]
  return all.filter(({ contribution }) => contribution !== 0)
}

function featuresOf(
  state: LearnerState,
  { indices, upper, values, names, offsets }: Batch,
  { places, rows }: ExpandedParts['features'],
  contributions: Float64Array,
  weighed: readonly {
    readonly model: TableModel
    readonly factor: number
    readonly lanes: readonly LaneFactor[]
  }[],
): FeatureContribution[] {
  const { base, firstPass, wide, names: known } = state
  const { plan, table } = base
  const texts = new Map(Array.from(names?.at ?? [], (i, k) => [i, names?.texts[k]]))
  const shared = namesInSlots(state)
  const centred = ruleOf(plan).standardizes === true
  return Array.from(contributions, (contribution, k) => {
    const absent = places[k] < 0
    const i = offsets[0] + places[k]
    const key = absent
      ? (shared.get(rows[k])?.[0] ?? keyOfRow(state, rows[k]))
      : { index: indices[i], upper: upper?.[i] ?? 0 }
    const value = absent ? 0 : values[i]
    const slot = absent ? rows[k] : slotOfKey(state, key)
    const inSlot = slot === undefined ? [] : (shared.get(slot) ?? [])
    const name = absent ? inSlot[0]?.name : (texts.get(i) ?? known?.nameOf(key.index, key.upper))
    const others = inSlot.filter((other) => other.name !== name)
    const found = slot === undefined ? 0 : (firstPass?.byRow?.[slot] ?? 0)
    const slope = (): number =>
      slot === undefined
        ? 0
        : weighed.reduce((sum, { model: of, factor, lanes }) => {
            // experts have tables of their own sizes, and features no slots of their own
            const own = of === base ? slot : key.index & (of.table.rows - 1)
            return sum + factor * of.unit * sharedWeight({ base: of }, lanes, own)
          }, 0) / (found > 0 ? found : 1)
    return {
      ...(name === undefined ? {} : { name }),
      ...(others.length === 0 ? {} : { collisions: others.map((other) => other.name) }),
      index: base.rows === undefined ? key.index % table.rows : key.index,
      ...(wide ? { upper: key.upper } : {}),
      value,
      weight: centred ? slope() : isPresent(value) ? contribution / value : 0,
      contribution,
    }
  })
}

/** Returns the key of a row. */
function keyOfRow({ base }: LearnerState, row: number): { readonly index: number; readonly upper: number } {
  const key = base.rows?.keyOf(row)
  return { index: key?.index ?? row, upper: key?.upper ?? 0 }
}

type SlotNames = ReadonlyMap<number, readonly NamedKey[]>
const slotNames = new WeakMap<FeatureDictionary, { readonly size: number; readonly bySlot: SlotNames }>()

/** Returns the names of each slot; made again when the model has learned further names. */
function namesInSlots(state: LearnerState): SlotNames {
  const { names } = state
  if (names === undefined) return new Map()
  const made = slotNames.get(names)
  if (made?.size === names.size) return made.bySlot
  const bySlot = new Map<number, NamedKey[]>()
  for (const key of names.entries()) {
    const slot = slotOfKey(state, key)
    if (slot !== undefined) bySlot.set(slot, [...(bySlot.get(slot) ?? []), key])
  }
  slotNames.set(names, { size: names.size, bySlot })
  return bySlot
}
