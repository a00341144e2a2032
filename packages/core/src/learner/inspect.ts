import { engineScalars, invalid, OLError, paramText, ruleOf, type Table } from '@ol/spec'
import { ensembleParams, learningRule } from '../options/ensemble-options.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { resolveOptions } from '../options/resolve-options.js'
import type { Settings } from '../options/settings.js'
import { isStream } from '../stream/streams.js'
import type { LearnerState } from './learner-state.js'

/** One of the models that a learner trains side by side. */
export interface LaneInfo {
  /** the label of its class, if there are classes */
  readonly class?: number | string
  /** its weight in the mixture relative to the largest, if there is a mixture */
  readonly weight?: number
  /** the mixture dropped it, because it fell behind or diverged */
  readonly pruned?: true
  /** its parameters, by name */
  readonly parameters: Readonly<Record<string, number | string>>
}

/** Returns a description of the lanes of these settings. */
export function laneInfos(
  settings: Settings,
  mixtureWeights: readonly Float64Array[] | undefined,
  classes: readonly (number | string)[] | undefined,
  table?: Pick<Table, 'scalars'>,
): LaneInfo[] {
  const { lanes, laneClasses } = settings
  const weights = mixtureWeights?.flatMap((group) => [...group])
  const params = ensembleParams(settings)
  const dropped = engineScalars.length + ruleOf(settings).scalars.length
  const own = learningRule(settings).params
  return Array.from({ length: lanes }, (_, l) => ({
    ...(laneClasses === undefined ? {} : { class: classes?.[laneClasses[l]] ?? laneClasses[l] }),
    ...(weights === undefined ? {} : { weight: weights[l] }),
    ...(weights !== undefined && (table?.scalars[dropped + l] ?? 0) !== 0 ? { pruned: true as const } : {}),
    parameters: Object.fromEntries(own.map((p, j) => [p.name, paramText(p, params[j * lanes + l])])),
  }))
}

/** Returns the lanes that a mixture began with and has pruned. `model`: a learner. */
export function prunedLanes({
  options,
  lanes,
  classes,
}: {
  readonly options: AnyLearnerOptions
  readonly lanes: readonly LaneInfo[]
  readonly classes: readonly (number | string)[] | undefined
}): LaneInfo[] {
  const keyOf = ({ class: label, parameters }: LaneInfo): string => JSON.stringify([label, parameters])
  const kept = new Set(lanes.map(keyOf))
  return laneInfos(resolveOptions(options), undefined, classes)
    .filter((lane) => !kept.has(keyOf(lane)))
    .map((lane) => ({ ...lane, pruned: true }))
}

/** Which features `inspect` returns. */
export interface InspectOptions {
  /** how many for each class: an integer >= 0; default 20 */
  readonly top?: number | undefined
  /** a single lane; default: the model as it predicts, with the current weights of the lanes of a mixture */
  readonly lane?: number | undefined
  /**
   * Returns the name of the group of a feature, by the name of the feature, if each example has one feature of the
   * group. The mean weight of the group says nothing about a single feature, so it does not count for importance.
   */
  readonly alternatives?: ((name: string) => string | undefined) | undefined
  /** additional names of features, besides the ones that the model keeps */
  readonly names?:
    | Iterable<{ readonly index: number; readonly upper: number; readonly name: string }>
    | undefined
}

/** Throws OL_PARAMETER for names that are not an iterable of features. */
export function checkNamedKeys(names: unknown): void {
  if (names === undefined || isStream(names)) return
  throw invalid('OL_PARAMETER', 'names', 'an iterable of { index, upper, name }', names)
}

/** Throws OL_PARAMETER if there is no such lane. */
export function checkLane({ base }: LearnerState, lane: number): void {
  const { lanes } = base.settings
  if (!Number.isInteger(lane) || lane < 0 || lane >= lanes)
    throw invalid('OL_PARAMETER', 'lane', `a whole number >= 0 and < ${lanes}`, lane)
}

/** Throws OL_PARAMETER if numbers are not halves of a key. */
export function checkKey(index: number, upper: number): void {
  for (const [name, half] of Object.entries({ index, upper }))
    if (!(Number.isInteger(half) && half >= 0 && half <= 0xffffffff))
      throw invalid('OL_PARAMETER', name, 'a whole number >= 0 and < 2^32', half)
}

/** Returns the slot of a feature; undefined if it has none yet: OL_PARAMETER or OL_KEYS if the key is not one. */
export function slotOf({ base, wide }: LearnerState, index: number, upper?: number): number | undefined {
  const { table, rows } = base
  checkKey(index, upper ?? 0)
  if (rows === undefined) return index % table.rows
  if (!wide) return rows.rowOf(index)
  if (upper === undefined) {
    const text =
      "Expected both halves of the key of a feature, which a model with bits 'grow' needs, but received one: pass `upper`"
    throw new OLError('OL_KEYS', text, { value: index })
  }
  return rows.rowOf(index, upper)
}
