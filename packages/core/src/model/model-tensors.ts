import {
  engineLaneScalars,
  engineScalars,
  layoutOf,
  type Precision,
  type RuleEntry,
  ruleOf,
  type StateEntry,
  type StateRange,
  stateRanges,
} from '@ol/spec'
import { firstPassArrays } from '../examples/first-pass.js'
import { intervalArrays } from '../intervals/interval-arrays.js'
import { laneMemory } from '../lanes/lane-memory.js'
import { type LaneState, laneSums } from '../lanes/lane-sums.js'
import type { StoredNames } from '../names/name-store.js'
import { holdsScales } from '../names/scales.js'
import type { Settings } from '../options/settings.js'
import { refinementArrays } from '../refine/refinement-arrays.js'
import { ignoredArrays } from '../table/store.js'
import type { NamesHeader } from './model-names.js'

/**
 * The contents of a tensor: the keys of the rows, the numbers of the slots, state j of the lanes, a shared state, the scalars, a sum, names of
 * features, or filler for alignment.
 */
export type TensorSource =
  | { readonly kind: 'lane' | 'shared'; readonly state: number }
  | { readonly kind: 'keys' | 'slots' | 'scalars' }
  | { readonly kind: 'sum'; readonly number: number }
  | { readonly kind: 'names'; readonly part: keyof StoredNames }
  /** derived features: their numbers, or the model file of an expert */
  | { readonly kind: 'expansion' }
  | { readonly kind: 'expert'; readonly number: number }
  | { readonly kind: 'filler' }

export interface Tensor {
  readonly name: string
  readonly dtype: 'BF16' | 'F32' | 'F64' | 'U8' | 'U32' | 'U64'
  readonly shape: readonly number[]
  /** bytes from the start of the data */
  readonly start: number
  readonly end: number
  readonly source: TensorSource
  /** the ranges of equal parts of the tensor, one after another; none: it is checked as a whole */
  readonly ranges: readonly StateRange[]
}

/**
 * Returns the state of lanes next to the table, each a tensor of float64: sums of progressive validation, the mixture,
 * the values that were ignored, the first pass.
 */
export function sumsOf(settings: Settings, rows: number): readonly LaneState[] {
  const { classes, bootstrap } = settings
  const shape = { classes: classes?.count ?? 0, replicates: bootstrap?.replicates ?? 0 }
  return [
    ...laneSums(shape),
    ...laneMemory(settings),
    ...ignoredArrays(settings),
    ...firstPassArrays(settings, rows),
    ...refinementArrays(settings),
    ...intervalArrays(settings),
  ]
}

/** The part of a header that determines the tensors. */
export interface TensorHeader {
  readonly settings: Settings
  readonly rows: number
  /** in a file with only the touched slots: their number */
  readonly slots?: number | undefined
  readonly names?: NamesHeader | undefined
  /** whether the shared states that are optional are in the file */
  readonly missing?: boolean | undefined
  readonly expansion?: ExpansionHeader | undefined
}

/** The part of a header about derived features. */
export interface ExpansionHeader {
  readonly numbers: number
  /** bytes of the model file of each expert; 0: it was dropped */
  readonly experts: readonly number[]
  /** levels of bins: `binLevels` */
  readonly bins: readonly number[]
  /** the version of keys: `derivedKeys` */
  readonly keys: number
}

/**
 * Returns the tensors of a model, in the order of the file: keys of a growing table or numbers of slots, lane states, shared states,
 * scalars.
 */
export function tensorsOf(
  { settings, rows, slots, names, missing, expansion }: TensorHeader,
  scalars: number,
): readonly Tensor[] {
  const { bits, lanes, precision, storedPrecision } = settings
  const entry = ruleOf(settings)
  const { laneStep } = layoutOf(entry, rows, lanes, precision)
  const held = slots ?? rows
  const tensors: Tensor[] = []
  let position = 0
  const add = (
    name: string,
    dtype: Tensor['dtype'],
    shape: number[],
    source: TensorSource,
    ranges: readonly StateRange[],
  ): void => {
    const bytes = shape.reduce((product, n) => product * n, widthOf(dtype))
    tensors.push({ name, dtype, shape, start: position, end: position + bytes, source, ranges })
    position += bytes
  }
  const align = (): void => {
    // safetensors allows no gaps, so padding is a tensor itself; only tables under 2^4 rows and growing ones need it
    const rest = position % 64
    if (rest !== 0)
      add(`filler_${tensors.length}`, 'U8', [64 - rest], { kind: 'filler' }, [{ min: 0, max: 0 }])
  }
  if (bits === 'grow') add('key', 'U64', [rows], { kind: 'keys' }, [])
  if (slots !== undefined) add('slot', 'U32', [slots], { kind: 'slots' }, [])
  entry.lane.forEach((state: StateEntry, j) => {
    align()
    const shape = state.matrix === true ? [rows, rows * laneStep] : lanes === 1 ? [held] : [held, lanes]
    add(
      state.name,
      storedPrecision === undefined ? dtypeOf(precision) : 'BF16',
      shape,
      { kind: 'lane', state: j },
      [state.range],
    )
  })
  entry.shared.forEach((state: StateEntry, j) => {
    if (state.optional === true && missing !== true) return
    align()
    add(state.name, 'F64', [held], { kind: 'shared', state: j }, [state.range])
  })
  align()
  add('scalars', 'F64', [scalars], { kind: 'scalars' }, scalarRanges(entry, lanes))
  sumsOf(settings, rows).forEach(({ name, shape, ranges }, i) => {
    align()
    add(name, 'F64', [...shape], { kind: 'sum', number: i }, ranges)
  })
  const part = (name: string, dtype: Tensor['dtype'], length: number, of: keyof StoredNames): void => {
    align()
    add(name, dtype, [length], { kind: 'names', part: of }, of === 'scales' ? [stateRanges.magnitude] : [])
  }
  if (names !== undefined && names.count > 0) {
    part('name_key', 'U64', names.count, 'keys')
    part('name_end', 'U64', names.count, 'ends')
    part('name_text', 'U8', names.bytes, 'text')
    if (holdsScales(settings, names)) part('name_scale', 'F64', names.count, 'scales')
  }
  if (expansion !== undefined) {
    align()
    add('expansion', 'F64', [expansion.numbers], { kind: 'expansion' }, [])
    expansion.experts.forEach((bytes, number) => {
      align()
      add(`expert_${number + 1}`, 'U8', [bytes], { kind: 'expert', number }, [])
    })
  }
  return tensors
}

/** Returns the bytes of a number of a tensor. */
export function widthOf(dtype: Tensor['dtype']): number {
  if (dtype === 'U8') return 1
  if (dtype === 'BF16') return 2
  return dtype === 'F32' || dtype === 'U32' ? 4 : 8
}

/** Returns the places of the scalars, in the order of `Table.scalars`. */
export function scalarRanges({ scalars, laneScalars }: RuleEntry, lanes: number): StateRange[] {
  const ofLanes = [...engineLaneScalars, ...laneScalars]
  return [
    ...[...engineScalars, ...scalars].map(({ range }) => range),
    ...ofLanes.flatMap(({ range }) => new Array<StateRange>(lanes).fill(range)),
  ]
}

function dtypeOf(precision: Precision): 'F32' | 'F64' {
  return precision === 'float32' ? 'F32' : 'F64'
}
