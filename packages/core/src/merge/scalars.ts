import { engineLaneScalars, engineScalars, ruleOf, type StateEntry } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { scalesOutside } from '../targets/label-scale.js'
import { type ModelHead, namedSums, scalarsNamed } from './model-part.js'

/** The scalars of a rule, each once for every number of the table. */
function entriesOf(settings: Settings): readonly StateEntry[] {
  const { lanes } = settings
  const ofLanes = [...engineLaneScalars, ...ruleOf(settings).laneScalars]
  return [
    ...engineScalars,
    ...ruleOf(settings).scalars,
    ...ofLanes.flatMap((entry) => new Array<StateEntry>(lanes).fill(entry)),
  ]
}

/** Returns the scalars of merged models: sums, except for the range of the labels, their moments, and dropped lanes. */
export function mergedScalars(settings: Settings, all: readonly Float64Array[]): Float64Array {
  const entries = entriesOf(settings)
  const merged = Float64Array.from(entries, ({ name }, i) => {
    const values = all.map((scalars) => scalars[i])
    if (name === 'min_label') return Math.min(...values)
    if (name === 'max_label') return Math.max(...values)
    if (name === 'dropped')
      return Math.min(...values.map((round) => (round === 0 ? Number.POSITIVE_INFINITY : round)))
    return values.reduce((sum, value) => sum + value, 0)
  }).map((value, i) => (entries[i].name === 'dropped' && value === Number.POSITIVE_INFINITY ? 0 : value))
  const labels = entries.findIndex(({ name }) => name === 'label_weight')
  if (labels >= 0)
    merged.set(mergedMoments(all.map((s) => [s[labels], s[labels + 1], s[labels + 2]])), labels)
  return merged
}

/** Scalars that a share has whole. */
const whole = ['min_label', 'max_label', 'label_mean', 'first_dense']

/** Returns the scalars of shard k of `shares`. */
export function splitScalars(
  settings: Settings,
  scalars: Float64Array,
  shares: number,
  k: number,
): Float64Array {
  const entries = entriesOf(settings)
  const examples = entries.findIndex(({ name }) => name === 'examples')
  const counted = shareOf(scalars[examples], shares, k)
  return Float64Array.from(entries, ({ name, range }, i) => {
    if (whole.includes(name)) return scalars[i]
    // no lane stops after more examples than there are
    if (name === 'dropped') return Math.min(scalars[i], counted + 1)
    return range.integer === true ? shareOf(scalars[i], shares, k) : scalars[i] / shares
  })
}

/** Returns share k of an integer, which does not decrease with the integer. */
export function shareOf(count: number, shares: number, k: number): number {
  const each = Math.floor(count / shares)
  return k < count - each * shares ? each + 1 : each
}

/** Returns the unit of the weights of a model: the standard deviation of labels that are learned in units of it, or 1. */
export function labelDeviation(head: ModelHead): number {
  const { settings, scalars } = head
  if (settings.labelScale !== 'spread') return 1
  const [weight, , squares] =
    ruleOf(settings).standardizes === true
      ? scalars.subarray(scalarsNamed(settings, 'label_weight')?.at)
      : scalesOutside(settings)
        ? (namedSums(head).get('label_scale') ?? [])
        : [1, 0, 1]
  return weight > 0 ? Math.sqrt(squares / weight) : 0
}

/**
 * Adds up weights, weighted means and sums of squared distances from them (Chan, Golub, LeVeque: Updating Formulae and a
 * Pairwise Algorithm for Computing Sample Variances, 1983), in order.
 */
export function mergedMoments(
  parts: readonly (readonly [weight: number, mean: number, squares: number])[],
): [number, number, number] {
  let weight = 0
  let mean = 0
  let squares = 0
  for (const [own, ownMean, ownSquares] of parts) {
    if (!(own > 0)) continue
    const both = weight + own
    const off = ownMean - mean
    mean += off * (own / both)
    squares += ownSquares + off * off * (weight * (own / both))
    weight = both
  }
  return [weight, mean, squares]
}
