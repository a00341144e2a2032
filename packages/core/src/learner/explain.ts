import { isPresent } from '@ol/fallback'
import { type Batch, invalid, ruleOf } from '@ol/spec'
import { isBatch } from '../examples/check-batch.js'
import type { Features } from '../examples/features.js'
import type { DerivedModel } from '../expand/derived-model.js'
import { explained } from '../lanes/explained.js'
import type { LaneFactor } from '../lanes/linear.js'
import type { LaneScores } from '../lanes/outcome.js'
import type { TableModel } from '../lanes/table-model.js'
import type { FeatureDictionary } from '../names/feature-dictionary.js'
import type { BatchOptions } from '../stream/streams.js'
import { type ExpandedParts, expandedParts } from './explain-expanded.js'
import { headOf, refinedScore } from './explained-score.js'
import type { ExplainOptions, Explanation, FeatureContribution, FurtherContribution } from './explanation.js'
import { type NamedKey, sharedWeight, slotOfKey } from './importance.js'
import type { LearnerState } from './learner-state.js'

/** Explains the score of features, or of the only example of a batch: OL_PARAMETER if there are several. */
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
  if (expansion?.derives) return expandedExplanation(state, expansion, batch, coded, options)
  const lanes = explained(state.base, coded)
  const { told, plain, refined } = refinedScore(state, lanes.outcome, coded, options)
  const { score } = told
  const own = told.lanesOf(state.base)
  const contributions = contributionsOf(state, lanes, own)
  const further = [...furtherOf(state, lanes, own, plain, told.against !== undefined), ...refined]
  return {
    ...headOf(told),
    features: featuresOf(state, batch, lanes, contributions, [{ model: state.base, factor: 1, lanes: own }]),
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
  const { told, plain, refined } = refinedScore(state, experts.predict(coded), coded, options)
  const { score } = told
  const {
    features,
    contributions,
    derived,
    labelMean: mean,
  } = expandedParts(state, experts, coded, told.lanesOf)
  const parts = [...contributions, ...derived.map(({ contribution }) => contribution)]
  // an addition to both scores is not in their difference
  const [initial, labelMean] = told.against === undefined ? [batch.initial?.[0] ?? 0, mean] : [0, 0]
  const known = parts.reduce((sum, part) => sum + part, initial + labelMean)
  const further: FurtherContribution[] = [
    { part: 'initial', contribution: initial },
    { part: 'labels', contribution: labelMean },
    { part: 'mixture', contribution: plain - known },
    ...refined,
  ]
  const members = experts.members.map(({ model, factor }) => ({
    model,
    factor,
    lanes: told.lanesOf(model),
  }))
  return {
    ...headOf(told),
    features: featuresOf(state, batch, features, contributions, members),
    derived,
    further: rounded(
      parts,
      further.filter(({ contribution }) => contribution !== 0),
      score,
    ),
  }
}

/** Returns the further parts, including the rounding that the order of the sum leaves. */
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

/** Returns what each feature adds, in units of the label; for several lanes, the sum with their factors. */
function contributionsOf(
  { base }: LearnerState,
  { parts }: LaneScores,
  lanes: readonly LaneFactor[],
): Float64Array {
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
  lanes: readonly LaneFactor[],
  score: number,
  difference: boolean,
): FurtherContribution[] {
  const { unit, labelMean, table } = base
  const start = labelMean + initial
  // an addition to both scores is not in their difference
  const [ownInitial, ownMean] = difference ? [0, 0] : [initial, labelMean]
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
    { part: 'initial', contribution: ownInitial },
    { part: 'labels', contribution: ownMean },
    { part: 'clip', contribution: total((l) => predictions[l] - (start + unit * raw[l])) },
    {
      part: 'mixture',
      contribution: mixed ? score - (ownMean + ownInitial) - total((l) => predictions[l] - start) : 0,
    },
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
            // experts have tables of different sizes, and their features share slots
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
