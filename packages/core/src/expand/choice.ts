import { type DerivationState, derivationScalars, derivationSizes } from '@ol/spec'

/** Pairs, or triples: how many of their features an example has on average. */
export const budget = 48
/** Of what is left of it, the part that may be chosen at a time. */
const part = 0.5
/** How many standard deviations of chance a gain must be beyond. */
const sure = 2

/** A pair or a triple of columns (from 1) that was chosen, and the share of the examples that it occurs in. */
export interface Chosen {
  readonly columns: readonly number[]
  readonly rate: number
}

interface Candidate extends Chosen {
  readonly gain: number
}

/**
 * Chooses the pairs and triples that explain more than chance, best first, as far as the budget goes, and forgets the evidence.
 * `rows`: how many examples it is from.
 */
export function choose(state: DerivationState, chosen: readonly Chosen[], rows: number): readonly Chosen[] {
  const all = candidatesOf(state, rows)
  const added = [2, 3].flatMap((size) => {
    const used = chosen
      .filter(({ columns }) => columns.length === size)
      .reduce((sum, { rate }) => sum + rate, 0)
    return within(
      all.filter(({ columns }) => columns.length === size),
      used,
    )
  })
  state.cells.fill(0)
  state.candidateColumns.fill(0)
  state.candidateSums.fill(0)
  state.scalars[derivationScalars.candidates] = 0
  return added
}

/** Returns the candidates whose gain is beyond chance, the largest first. */
function candidatesOf(
  { candidateColumns: of, candidateSums: sums }: DerivationState,
  rows: number,
): Candidate[] {
  const found: Candidate[] = []
  for (let place = 0; place < derivationSizes.candidates; place++) {
    if (of[3 * place] === 0) continue
    const [explained, cells, occurs] = sums.subarray(3 * place, 3 * place + 3)
    const gain = explained - cells
    if (!(gain > sure * Math.sqrt(2 * cells))) continue
    const columns = [...of.subarray(3 * place, 3 * place + 3)].filter((column) => column > 0)
    found.push({ columns, gain, rate: occurs / rows })
  }
  return found.sort((a, b) => b.gain - a.gain || order(a.columns, b.columns))
}

function order(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((column, i) => column !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}

function within(candidates: readonly Candidate[], before: number): Chosen[] {
  const most = before + (budget - before) * part
  let used = before
  return candidates
    .filter(({ rate }) => {
      if (used + rate > most) return false
      used += rate
      return true
    })
    .map(({ columns, rate }) => ({ columns, rate }))
}

/** Returns the state with the lists of what was chosen. */
export function withChosen(state: DerivationState, chosen: readonly Chosen[]): DerivationState {
  const pairs = chosen.filter(({ columns }) => columns.length === 2)
  const triples = chosen.filter(({ columns }) => columns.length === 3)
  const both = pairs.flatMap(({ columns: [a, b] }) => [
    [a, b],
    [b, a],
  ])
  state.pairHead.fill(0)
  state.tripleHead.fill(0)
  return {
    ...state,
    pairs: listed(both, state.pairHead),
    triples: listed(
      triples.map(({ columns }) => columns),
      state.tripleHead,
    ),
  }
}

/** Returns the entries of lists by their first column, each with the other columns (from 0) and the next of its list. */
function listed(entries: readonly (readonly number[])[], head: Uint32Array): Uint32Array {
  const width = entries.length === 0 ? 0 : entries[0].length
  const all = new Uint32Array(width * entries.length)
  const last = new Map<number, number>()
  entries.forEach(([first, ...others], i) => {
    all.set(
      others.map((column) => column - 1),
      width * i,
    )
    const before = last.get(first)
    if (before === undefined) head[first - 1] = i + 1
    else all[width * before + width - 1] = i + 1
    last.set(first, i)
  })
  return all
}
