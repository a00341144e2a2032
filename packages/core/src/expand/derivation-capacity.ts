import {
  type Backend,
  type DerivationState,
  type DerivedBatch,
  derivationScalars,
  derivationSizes,
} from '@ol/spec'
import { allocate } from '../table/allocate.js'

const { tokens, level, levels, bounds, candidates, cells } = derivationSizes

/**
 * Returns the state of a new expansion, for a table of this many rows; `backend`: the backend that will use it, if known.
 */
export function newState(rows: number, backend?: Pick<Backend, 'advise'>): DerivationState {
  return {
    rows,
    scalars: new Float64Array(derivationScalars.count),
    seen: new Float64Array(rows),
    first: new Float64Array(rows),
    flags: new Uint8Array(rows),
    column: new Uint32Array(rows),
    sketch: new Uint32Array(rows),
    dense: new Uint32Array(rows),
    columnCount: new Float64Array(rows),
    columnLast: new Float64Array(rows),
    ...newSketches(0, 0),
    pairStarts: new Uint32Array(rows + 1),
    pairs: new Uint32Array(0),
    tripleStarts: new Uint32Array(rows + 1),
    triples: new Uint32Array(0),
    tripleColumns: new Uint32Array(3),
    cells: newCells(backend),
    candidateColumns: new Uint32Array(3 * candidates),
    candidateSums: new Float64Array(3 * candidates),
  }
}

/** Any cell may be next, so with small pages most time goes into page lookups. */
function newCells(backend: Pick<Backend, 'advise'> | undefined): Float32Array {
  const { buffer, start } = allocate(8 * cells, 'Evidence for pairs and triples of columns', backend, true)
  return new Float32Array(buffer, start, 2 * cells)
}

/**
 * Forgets everything except the column of each feature, which names determine only once. Nothing was chosen yet. It
 * works in place, because allocating the empty arrays again would take most of the time.
 */
export function forget(state: DerivationState, seenRows: Iterable<number>): DerivationState {
  const { scalars, seen, first, flags, sketch } = state
  for (const row of seenRows) {
    seen[row] = first[row] = 0
    flags[row] = sketch[row] = 0
  }
  state.columnCount.fill(0, 0, scalars[derivationScalars.columns])
  state.columnLast.fill(0, 0, scalars[derivationScalars.columns])
  if (scalars[derivationScalars.screened] > 0)
    for (const evidence of [state.cells, state.candidateColumns, state.candidateSums]) evidence.fill(0)
  for (const name of [
    'examples',
    'dense',
    'sketches',
    'levels',
    'screened',
    'candidates',
    'screenEvery',
  ] as const)
    scalars[derivationScalars[name]] = 0
  return { ...state, ...newSketches(0, 0) }
}

type Sketches = Pick<DerivationState, 'counts' | 'toggles' | 'bounds' | 'levels' | 'fills' | 'items'>

/** Allocates this many sketches, and this many of their levels. */
export function newSketches(sketches: number, lists: number): Sketches {
  return {
    counts: new Float64Array(2 * sketches),
    toggles: new Uint32Array(sketches),
    bounds: new Float64Array(bounds * sketches),
    levels: new Uint32Array(levels * sketches),
    fills: new Uint8Array(levels * sketches),
    items: new Float64Array(level * lists),
  }
}

/** Returns the state with capacity for one more example's additions to sketches: the state itself if it has the capacity. */
export function withCapacity(state: DerivationState): DerivationState {
  const { scalars, toggles, items } = state
  const sketches = grown(toggles.length, scalars[derivationScalars.sketches] + tokens)
  const lists = grown(items.length / level, scalars[derivationScalars.levels] + tokens)
  if (sketches === toggles.length && lists * level === items.length) return state
  const wider = newSketches(sketches, lists)
  for (const name of Object.keys(wider) as (keyof Sketches)[]) wider[name].set(state[name])
  return { ...state, ...wider }
}

function grown(capacity: number, needed: number): number {
  return needed <= capacity ? capacity : Math.max(needed, 2 * capacity)
}

/** Allocates memory for examples with their derived features. */
export function newExpanded(size: number, features: number): DerivedBatch {
  return {
    starts: new Uint32Array(size + 1),
    features: new Uint32Array(features),
    amounts: new Float64Array(features),
    derived: new Uint32Array(size),
    binsEnd: new Uint32Array(size),
    pairsEnd: new Uint32Array(size),
    tokenOffsets: new Uint32Array(size + 1),
    tokenColumns: new Uint32Array(size * tokens),
    tokenKeys: new Uint32Array(size * tokens),
  }
}

/** Returns the same examples with capacity for more features. */
export function withFeatures(expanded: DerivedBatch, capacity: number): DerivedBatch {
  const features = new Uint32Array(capacity)
  const amounts = new Float64Array(capacity)
  features.set(expanded.features)
  amounts.set(expanded.amounts)
  return { ...expanded, features, amounts }
}
