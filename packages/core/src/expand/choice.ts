import { crossPlace, putCross } from '@ol/fallback'
import { type DerivationState, derivationScalars, derivationSizes } from '@ol/spec'

/** The largest average number of pairs, or triples, of an example. */
export function budgetOf(columns: number): number {
  return columns === 2 ? 24 : 48
}

/** The fraction of the remaining budget that may be chosen at a time. */
const part = 0.5
/** A gain must exceed chance by this many standard deviations. */
const sure = 2

/** A pair or a triple of columns (from 1) that was chosen, and the share of the examples that it occurs in. */
export interface Chosen {
  readonly columns: readonly number[]
  readonly rate: number
}

/** The smallest number of examples that are screened from one choice to the next, once not all are. */
const fewestScreened = 4000

interface Candidate extends Chosen {
  readonly gain: number
  /** the gain in standard deviations of chance */
  readonly sureness: number
}

/**
 * Chooses the pairs and triples that explain more than chance, best first, within the budget, and forgets the evidence.
 * `rows`: its number of examples. Sets how many of the next 2 `rows` examples are screened: all, unless the evidence
 * was more than the budget needed.
 */
export function choose(state: DerivationState, chosen: readonly Chosen[], rows: number): readonly Chosen[] {
  const { sizes, found } = candidatesOf(state, rows)
  const taken = sizes.map((size) => {
    const isOfSize = ({ columns }: Chosen): boolean => columns.length === size
    const used = chosen.filter(isOfSize).reduce((sum, { rate }) => sum + rate, 0)
    const candidates = found.filter(isOfSize)
    return { candidates, added: within(candidates, used, budgetOf(size)) }
  })
  state.cells.fill(0)
  state.candidateColumns.fill(0)
  state.candidateSums.fill(0)
  const { scalars } = state
  scalars[derivationScalars.candidates] = 0
  const screened = Math.max(1, scalars[derivationScalars.screenEvery])
  const firsts = taken.map(({ candidates, added }) => firstRefused(candidates, added))
  const refused = firsts.length === 0 ? 0 : Math.min(...firsts)
  const enough = Math.min((screened * refused) / sure, (2 * rows) / fewestScreened)
  scalars[derivationScalars.screenEvery] = 2 ** Math.floor(Math.log2(Math.max(1, enough)))
  return taken.flatMap(({ added }) => added.map(({ columns, rate }) => ({ columns, rate })))
}

/** Returns the certainty of the best candidate that did not fit into the budget; 0: all did, so more evidence could add more. */
function firstRefused(candidates: readonly Candidate[], added: readonly Candidate[]): number {
  return candidates.find((candidate, i) => candidate !== added[i])?.sureness ?? 0
}

/**
 * Returns the candidates whose gain is beyond chance, the largest first; `sizes`: the numbers of columns of all
 * candidates with evidence.
 */
function candidatesOf(
  { candidateColumns, candidateSums: sums }: DerivationState,
  rows: number,
): { readonly sizes: readonly number[]; readonly found: readonly Candidate[] } {
  const places = placesInUse(candidateColumns)
  const found: Candidate[] = []
  for (const place of places) {
    const cells = sums[3 * place + 1]
    const gain = sums[3 * place] - cells
    if (!(gain > sure * Math.sqrt(2 * cells))) continue
    const columns = [...candidateColumns.subarray(3 * place, 3 * place + 3)].filter((column) => column > 0)
    const sureness = gain / Math.sqrt(2 * cells)
    found.push({ columns, gain, sureness, rate: sums[3 * place + 2] / rows })
  }
  found.sort((a, b) => b.gain - a.gain || order(a.columns, b.columns))
  const isPair = (place: number): boolean => candidateColumns[3 * place + 2] === 0
  const sizes = [...(places.some(isPair) ? [2] : []), ...(places.every(isPair) ? [] : [3])]
  return { sizes, found }
}

/** Returns the places of candidates with evidence; most are free, and this loop would take longer with the work on the others in it. */
function placesInUse(candidateColumns: Uint32Array): number[] {
  const places: number[] = []
  for (let place = 0; place < derivationSizes.candidates; place++)
    if (candidateColumns[3 * place] !== 0) places.push(place)
  return places
}

function order(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((column, i) => column !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}

function within(candidates: readonly Candidate[], before: number, budget: number): readonly Candidate[] {
  const most = before + (budget - before) * part
  let used = before
  return candidates.filter(({ rate }) => {
    if (used + rate > most) return false
    used += rate
    return true
  })
}

/** Returns the state with the lists of the chosen crosses. */
export function withChosen(state: DerivationState, chosen: readonly Chosen[]): DerivationState {
  const ofPairs = chosen.map(({ columns }) => columns).filter((columns) => columns.length === 2)
  const ofTriples = chosen.map(({ columns }) => columns).filter((columns) => columns.length === 3)
  const both = ofPairs.flatMap(([a, b]) => [
    [a, b],
    [b, a],
  ])
  return {
    ...state,
    pairs: listed(both, state.pairStarts),
    triples: listed(ofTriples, state.tripleStarts),
    tripleColumns: placed(ofTriples),
  }
}

/** Returns, for each first column in turn, the list of the other columns (from 0); fills `starts` with the start of each list. */
function listed(entries: readonly (readonly number[])[], starts: Uint32Array): Uint32Array {
  const sorted = entries.toSorted(([a], [b]) => a - b)
  let column = 0
  sorted.forEach(([first], i) => {
    while (column < first) starts[column++] = i
  })
  starts.fill(sorted.length, column)
  return Uint32Array.from(sorted.flatMap(([, ...others]) => others.map((other) => other - 1)))
}

function placed(triples: readonly (readonly number[])[]): Uint32Array {
  let places = 1
  while (places < 2 * triples.length) places *= 2
  const all = new Uint32Array(3 * places)
  for (const [low, middle, high] of triples)
    putCross(all, crossPlace(all, low, middle, high), low, middle, high)
  return all
}
