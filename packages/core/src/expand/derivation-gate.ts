import { type Batch, type DerivationState, derivationScalars } from '@ol/spec'
import { realLabels } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'

/** The number of examples that are inspected, to decide whether they are rows of a table. */
const looks = 32
/** The smallest share of features in table columns for which derived features are worth their time. */
const leastOfTables = 0.25
/** After each inspection, the stream must grow by this factor before the next one. */
const patience = 8

const { begun, waits, pause, examples, columns } = derivationScalars

/**
 * Decides when to begin with derived features. With `expand: 'auto'` a classifier begins when its examples turn out to
 * be rows of a table. A model of real labels begins at once, because beginning late can cost any amount of loss, and
 * ends when its examples turn out to be something else. All others begin at once, for good. Words of text are not
 * columns: there is almost nothing to derive from them, and the experts would only take time.
 */
export class DerivationGate {
  readonly #always: boolean
  /** whether features are derived from the first inspected examples */
  readonly #early: boolean
  /** rows of the inspected examples; undefined: not known yet, as after loading */
  #rows: Set<number> | undefined

  constructor({ expand, loss, classes }: Pick<Settings, 'expand' | 'loss' | 'classes'>) {
    this.#always = expand !== 'auto'
    this.#early = !this.#always && realLabels(loss, classes)
  }

  /** Returns whether features are derived. */
  hasBegun({ scalars }: Pick<DerivationState, 'scalars'>): boolean {
    return this.#always || scalars[begun] > 0 || (this.#early && scalars[pause] === 0)
  }

  /** Returns whether the next examples are inspected. */
  isLooking({ scalars }: DerivationState): boolean {
    if (this.#always || scalars[begun] > 0 || scalars[waits] > 0) return false
    // models of real labels began for good before their first examples were inspected
    return !this.#early || scalars[pause] > 0 || scalars[examples] <= looks
  }

  /** Records the rows of an inspected batch: searching all rows would take longer. */
  look(state: DerivationState, { offsets, indices, size }: Batch): void {
    const rows = this.#rowsOf(state)
    for (let i = offsets[0]; i < offsets[size]; i++) rows.add(indices[i] & (state.rows - 1))
  }

  /** Returns whether this many examples are learned before the next inspection. */
  waitsFor({ scalars }: DerivationState, learned: number): boolean {
    return scalars[waits] > learned
  }

  /** Returns how many examples are learned until the next decision: at least one. */
  left({ scalars }: DerivationState): number {
    return scalars[waits] > 0 ? scalars[waits] : Math.max(1, looks - scalars[examples])
  }

  /** Counts this many learned examples. Returns the rows whose counts must be forgotten; undefined: none. */
  note(state: DerivationState, learned: number): Iterable<number> | undefined {
    const { scalars } = state
    if (scalars[waits] > 0) {
      scalars[waits] -= Math.min(scalars[waits], learned)
      return undefined
    }
    if (scalars[examples] < looks) return undefined
    const rows = this.#rowsOf(state)
    this.#rows = undefined
    if (shareOfTables(state, rows) >= leastOfTables) {
      scalars[begun] = 1
      return undefined
    }
    scalars[pause] = scalars[pause] === 0 ? (patience - 1) * looks : patience * scalars[pause]
    scalars[waits] = scalars[pause]
    return rows
  }

  #rowsOf({ scalars, rows, seen }: DerivationState): Set<number> {
    if (this.#rows !== undefined) return this.#rows
    this.#rows = new Set<number>()
    if (scalars[examples] > 0) for (let row = 0; row < rows; row++) if (seen[row] > 0) this.#rows.add(row)
    return this.#rows
  }
}

/**
 * Returns the share of features in table columns: columns that at least half of the examples have, with a single feature in each.
 */
function shareOfTables(
  { scalars, seen, column, columnCount }: DerivationState,
  rows: Iterable<number>,
): number {
  const features = new Float64Array(scalars[columns])
  let all = 0
  for (const row of rows) {
    // the constant has no column
    if (column[row] === 0) continue
    features[column[row] - 1] += seen[row]
    all += seen[row]
  }
  let ofTables = 0
  features.forEach((n, i) => {
    if (n === columnCount[i] && 2 * n >= scalars[examples]) ofTables += n
  })
  return all === 0 ? 0 : ofTables / all
}
