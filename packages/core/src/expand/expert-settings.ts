import { type DerivedBatch, derivationDepths, type LocatedBatch, limits } from '@ol/spec'
import { realLabels } from '../options/ensemble-options.js'
import { withLanes } from '../options/lane-options.js'
import type { Settings } from '../options/settings.js'

/** The number of additional bits of the tables of crosses. */
const wider = 2
/** Among lanes that centre features the rates .1, .3, 1, 3 for real labels, and .3, 1, 3, 10 for classes. */
const rates = { number: [1, 2, 3, 4], classes: [2, 3, 4, 5] } as const

/** Returns the depth of an option: the number of experts besides the one without derived features, each with one more kind. */
export function depthOf({ expand }: Pick<Settings, 'expand'>): number {
  if (expand === 'off') return derivationDepths.none
  return expand === 'auto' ? derivationDepths.triples : derivationDepths[expand]
}

/**
 * Returns the settings of the expert of a depth, for a model that may have pruned the rates of experts: all classes
 * have the same lanes.
 */
export function expertSettings(settings: Settings, depth: number): Settings {
  const groups = settings.classes?.count ?? 1
  const each = settings.lanes / groups
  const own = realLabels(settings.loss, settings.classes) ? rates.number : rates.classes
  const like = Array.from({ length: groups * own.length }, (_, l) => each * Math.floor(l / own.length))
  return {
    ...withLanes(settings, like),
    models: own,
    expand: 'off',
    curve: 'off',
    stack: 'off',
    intervals: 'off',
    keepLanes: true,
    bits: bitsOf(settings, depth),
    prenormalize: 'none',
    names: limits.defaultNames,
    input: undefined,
  }
}

function bitsOf({ bits }: Settings, depth: number): number {
  return Math.min((bits as number) + (depth === derivationDepths.bins ? 0 : wider), limits.maxBits)
}

/** The settings from which the settings of all tables of a model follow. */
const common = [
  'rule',
  'loss',
  'bits',
  'precision',
  'lanes',
  'labelScale',
  'outliers',
  'constant',
  'expand',
] as const satisfies readonly (keyof Settings)[]

/**
 * Returns the name of the first setting of a table that differs from the expected one; `more`: settings to compare
 * besides those that all tables share.
 */
export function differing(
  table: Settings,
  expected: Settings,
  more: readonly (keyof Settings)[] = [],
): string | undefined {
  return [...common, ...more].find((name) => table[name] !== expected[name])
}

/** Returns the name of a setting in which a model cannot be the expert of a depth; undefined: it can. */
export function unlikeExpert(expert: Settings, settings: Settings, depth: number): string | undefined {
  const lanes = rates.classes.length * (settings.classes?.count ?? 1)
  const expected: Settings = { ...settings, bits: bitsOf(settings, depth), lanes, expand: 'off' }
  const differs = differing(expert, expected)
  // classes had the rates of real labels at first
  const known = Object.values(rates).some((own) => String(own) === String(expert.models))
  return differs ?? (known ? undefined : 'models')
}

/** Returns the batch of the expert of a depth. */
export function batchOf(batch: LocatedBatch, expanded: DerivedBatch, depth: number): LocatedBatch {
  const { size } = batch
  const { starts, features, amounts, derived, binsEnd, pairsEnd } = expanded
  const ends =
    depth === derivationDepths.bins ? binsEnd : depth === derivationDepths.pairs ? pairsEnd : undefined
  return {
    size,
    offsets: starts.subarray(0, size + 1),
    indices: features,
    values: amounts,
    derived: derived.subarray(0, size),
    ends: ends?.subarray(0, size),
    labels: batch.labels,
    weights: batch.weights,
    initial: batch.initial,
  }
}
