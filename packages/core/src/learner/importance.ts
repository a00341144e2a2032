import { weightOf, weightReader } from '@ol/fallback'
import { invalid, ruleOf } from '@ol/spec'
import type { LaneFactor } from '../lanes/linear.js'
import { heldRows, nextFlag } from '../model/row-blocks.js'
import { ownScales } from '../names/scales.js'
import type { Key } from '../table/feature-index.js'
import { checkLane, type InspectOptions } from './inspect.js'
import type { LearnerState } from './learner-state.js'

/** A feature and what it contributes to the score when it is present: a row of `inspect`. */
export interface FeatureImportance {
  /** the label of the class, if the model has classes */
  readonly class?: number | string
  /** its name, if known; if features share the slot, the name that appeared first */
  readonly name?: string
  /** names of further features in the same slot */
  readonly collisions?: readonly string[]
  /** the slot: the feature's hash modulo 2^bits; with bits 'grow', and for a rule with a matrix, the complete hash */
  readonly index: number
  /** in a growing table: the upper half of the feature's key */
  readonly upper?: number
  /**
   * the change of the score per change of the feature by 1; in a mixture, the sum over its lanes times their factors
   */
  readonly weight: number
  /** the size of the feature in its own unit: docs/library.md; absent: unknown */
  readonly scale?: number
  /** for a value of a categorical column: the mean weight of all values of the column */
  readonly baseline?: number
  /** |weight - baseline| times scale; an unknown scale counts as 1 */
  readonly importance: number
}

/** The lanes that make the score of a class, or of the model. */
export interface Scored {
  readonly label: number | string | undefined
  readonly lanes: readonly LaneFactor[]
}

/**
 * Returns the lanes of each class with the factors with which their scores add up to its score, as in a model for
 * predictions alone; or a single named lane.
 */
export function scoredLanes(state: LearnerState, lane?: number): readonly Scored[] {
  const { base, classes } = state
  const labelOf = (k: number): number | string | undefined => classes?.labelOf(k + 1)
  if (lane !== undefined) {
    checkLane(state, lane)
    return [{ label: labelOf(base.settings.laneClasses?.[lane] ?? 0), lanes: [{ lane, factor: 1 }] }]
  }
  return base.serving.groups.map(({ lanes }, g) => ({
    label: labelOf(g),
    lanes: lanes.filter(({ factor }) => factor !== 0),
  }))
}

/**
 * Returns the `top` features of the largest importance, of each class in turn, largest first; of equal ones the lower
 * index first.
 */
export function importances(state: LearnerState, options: InspectOptions): FeatureImportance[] {
  const { top = 20, lane, names = [], alternatives } = options
  if (!Number.isInteger(top) || top < 0) throw invalid('OL_PARAMETER', 'top', 'a whole number >= 0', top)
  const { plan, table, rows: own } = state.base
  const scaleIn = ownScales(plan, table) ?? trackedScales(state)
  const classes = scoredLanes(state, lane).map(
    (scored) => new LargestRows(state, scored, scaleIn, baselines(state, scored, alternatives), top),
  )
  for (const { start, held } of heldRows(table, own?.size ?? table.rows, state.backend)) {
    // empty slots, which are most of a large table, have no weight
    for (let k = nextFlag(held, 1, 0); k >= 0; k = nextFlag(held, 1, k + 1))
      for (const list of classes) list.add(start + k)
  }
  const rows = classes.flatMap(({ largest }) => largest)
  const named = namesBySlot(state, new Set(rows.map(({ slot }) => slot)), names)
  return rows.map(({ slot, index, upper, weight, scale, baseline, importance, label }) => {
    const [name, ...collisions] = named.get(slot) ?? []
    return {
      ...(label === undefined ? {} : { class: label }),
      ...(name === undefined ? {} : { name }),
      ...(collisions.length === 0 ? {} : { collisions }),
      index,
      ...(upper === undefined ? {} : { upper }),
      weight,
      ...(scale === undefined ? {} : { scale }),
      ...(baseline === undefined ? {} : { baseline }),
      importance,
    }
  })
}

interface Row {
  readonly slot: number
  readonly label: number | string | undefined
  readonly index: number
  readonly upper: number | undefined
  readonly weight: number
  readonly scale: number | undefined
  readonly baseline: number | undefined
  readonly importance: number
}

/** Returns the weight of a slot, over the lanes together, per unit in which the feature is learned. */
export function sharedWeight(
  { base }: Pick<LearnerState, 'base'>,
  lanes: readonly LaneFactor[],
  slot: number,
): number {
  const { plan, table } = base
  let sum = 0
  for (const { lane, factor } of lanes) sum += factor * weightOf(plan, table, slot, lane)
  return sum
}

/** Returns a function that does what `sharedWeight` does, for many slots; valid until the model learns. */
function sharedWeights(
  { base }: Pick<LearnerState, 'base'>,
  lanes: readonly LaneFactor[],
): (slot: number) => number {
  const weightIn = weightReader(base.plan, base.table)
  return (slot) => {
    let sum = 0
    for (const { lane, factor } of lanes) sum += factor * weightIn(slot, lane)
    return sum
  }
}

/**
 * The rows of the largest importance of a class. They are sorted and truncated at intervals, so that few are kept; from
 * then on rows that are smaller than all of them are skipped.
 */
class LargestRows {
  readonly #state: LearnerState
  readonly #label: number | string | undefined
  readonly #means: ReadonlyMap<number, number>
  readonly #top: number
  readonly #unit: number
  readonly #weightIn: (slot: number) => number
  readonly #scaleIn: (slot: number) => number | undefined
  #best: Row[] = []
  #least = 0

  constructor(
    state: LearnerState,
    { label, lanes }: Scored,
    scaleIn: (slot: number) => number | undefined,
    means: ReadonlyMap<number, number>,
    top: number,
  ) {
    this.#state = state
    this.#label = label
    this.#means = means
    this.#top = top
    this.#unit = state.base.unit
    this.#weightIn = sharedWeights(state, lanes)
    this.#scaleIn = scaleIn
  }

  add(slot: number): void {
    const weight = this.#weightIn(slot)
    if (weight === 0) return
    const { base, firstPass, wide } = this.#state
    const { rows } = base
    const unit = this.#unit
    const scale = this.#scaleIn(slot)
    const mean = this.#means.get(slot)
    const importance = Math.abs((weight - (mean ?? 0)) * unit) * (scale ?? 1)
    if (importance < this.#least) return
    const key = rows?.keyOf(slot)
    // a feature that the first pass did not see is not divided
    const found = firstPass?.byRow?.[slot] ?? 0
    const divisor = found > 0 ? found : 1
    this.#best.push({
      slot,
      label: this.#label,
      index: key?.index ?? slot,
      upper: wide ? key?.upper : undefined,
      weight: (weight * unit) / divisor,
      scale: scale === undefined ? undefined : scale * divisor,
      baseline: mean === undefined ? undefined : (mean * unit) / divisor,
      importance,
    })
    if (this.#best.length < 2 * this.#top + 1024) return
    this.#best = this.largest
    this.#least = this.#best.at(-1)?.importance ?? Number.POSITIVE_INFINITY
  }

  get largest(): Row[] {
    const bySize = (a: Row, b: Row): number =>
      b.importance - a.importance || a.index - b.index || (a.upper ?? 0) - (b.upper ?? 0)
    return this.#best.sort(bySize).slice(0, this.#top)
  }
}

/** Returns the mean weight of features that are alternatives, by slot. */
function baselines(
  state: LearnerState,
  { lanes }: Scored,
  alternatives: InspectOptions['alternatives'],
): ReadonlyMap<number, number> {
  const groups = new Map<string, Map<number, number>>()
  if (alternatives === undefined) return new Map()
  const weightIn = sharedWeights(state, lanes)
  for (const key of state.names?.entries() ?? []) {
    const group = alternatives(key.name)
    const slot = group === undefined ? undefined : slotOfKey(state, key)
    if (group === undefined || slot === undefined) continue
    const weights = groups.get(group) ?? new Map<number, number>()
    groups.set(group, weights.set(slot, weightIn(slot)))
  }
  const means = new Map<number, number>()
  for (const weights of groups.values()) {
    const mean = [...weights.values()].reduce((sum, weight) => sum + weight, 0) / weights.size
    for (const slot of weights.keys()) means.set(slot, mean)
  }
  return means
}

/** Returns the slot of a feature; undefined if it has none. */
export function slotOfKey({ base, wide }: LearnerState, { index, upper }: Key): number | undefined {
  const { rows, table } = base
  if (rows === undefined) return index % table.rows
  return rows.rowOf(index, wide ? upper : 0)
}

/** Returns the function for the largest |x| of the features of a slot, if the rule has no scales. */
function trackedScales(state: LearnerState): (slot: number) => number | undefined {
  const scales = new Map<number, number>()
  let number = 0
  for (const key of state.names?.keys() ?? []) {
    const scale = state.names?.scaleOf(number++)
    const slot = scale === undefined ? undefined : slotOfKey(state, key)
    if (slot !== undefined && scale !== undefined) scales.set(slot, Math.max(scale, scales.get(slot) ?? 0))
  }
  return (slot) => scales.get(slot)
}

/** Returns the names of features by slot, for some slots; `more`: names for features without a name in the model. */
function namesBySlot(
  state: LearnerState,
  slots: ReadonlySet<number>,
  more: Iterable<NamedKey>,
): ReadonlyMap<number, readonly string[]> {
  const known = state.names
  const found = new Map<number, string[]>()
  const add = (key: Key, nameOf: () => string): void => {
    const slot = slotOfKey(state, key)
    if (slot === undefined || !slots.has(slot)) return
    const names = found.get(slot) ?? []
    const name = nameOf()
    if (!names.includes(name)) names.push(name)
    found.set(slot, names)
  }
  let number = 0
  for (const key of known?.keys() ?? []) {
    const own = number++
    add(key, () => known?.nameAt(own) ?? '')
  }
  for (const key of more) if (known?.nameOf(key.index, key.upper) === undefined) add(key, () => key.name)
  return found
}

/** The key of a feature and its name. */
export type NamedKey = Key & { readonly name: string }

/** The names that a model has. */
export interface NamesInfo {
  /** the maximum number of names */
  readonly limit: number
  readonly known: number
  /** whether the model learned features with unknown names before it had `limit` names */
  readonly incomplete: boolean
}

/** Returns how many names belong to features that share a slot with another. */
export function nameCollisions(state: LearnerState): number {
  const counts = new Map<number, number>()
  for (const key of state.names?.keys() ?? []) {
    const slot = slotOfKey(state, key)
    if (slot !== undefined) counts.set(slot, (counts.get(slot) ?? 0) + 1)
  }
  let collisions = 0
  for (const count of counts.values()) if (count > 1) collisions += count
  return collisions
}

/** How much of a table is in use. */
export interface Sparsity {
  /** nonzero weights, over all lanes */
  readonly nonzero: number
  /** used slots: slots of learned features */
  readonly touched: number
}

/** Counts the weights that are not 0, and the slots in use. */
export function sparsityOf({ base }: LearnerState): Sparsity {
  const { plan, table, rows } = base
  const known = rows?.size ?? table.rows
  const { laneStride, sharedStart, sharedStride } = table.layout
  const shared = ruleOf(plan).shared.length
  let nonzero = 0
  let touched = 0
  for (let row = 0; row < known; row++) {
    const at = sharedStart + row * sharedStride
    const used =
      holds(table.lane, row * laneStride, (row + 1) * laneStride) || holds(table.shared, at, at + shared)
    if (!used) continue
    touched++
    for (let l = 0; l < table.lanes; l++) if (weightOf(plan, table, row, l) !== 0) nonzero++
  }
  return { nonzero, touched }
}

function holds(numbers: Float32Array | Float64Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (numbers[i] !== 0) return true
  return false
}
