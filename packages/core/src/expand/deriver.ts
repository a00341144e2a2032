import { type DerivedOrigin, type NamedFeatures, namedBefore, noteColumns, originsOf } from '@ol/fallback'
import {
  type Backend,
  type Batch,
  constantIndex,
  type DerivationPlan,
  type DerivationState,
  type DerivedBatch,
  type DerivesAsync,
  derivationDepths,
  derivationScalars,
  type Residuals,
} from '@ol/spec'
import { type Chosen, choose, withChosen } from './choice.js'
import { Columns } from './columns.js'
import { forget, newState, withCapacity } from './derivation-capacity.js'
import { DerivedOutputs } from './derived-outputs.js'

/** Examples at the first choice; each later one has twice as many. */
const firstChoice = 250

/** The numbers that an expander is built from. */
export interface StoredDeriver {
  readonly state: DerivationState
  /** see `Columns.stored` */
  readonly columns: ArrayLike<number>
  readonly chosen: readonly Chosen[]
}

/**
 * Derives features from the features of examples: bins of columns, and pairs and triples of columns that it chooses by
 * the remaining error.
 */
export class Deriver {
  readonly #backend: Pick<Backend, 'expand' | 'screen' | 'advise' | 'hashColumns'>
  #state: DerivationState
  readonly #columns: Columns
  #chosen: readonly Chosen[]
  readonly #constant: number
  readonly #outputs = new DerivedOutputs()
  /** the names of the current batch */
  #named: NamedFeatures = {}

  constructor(
    backend: Pick<Backend, 'expand' | 'screen' | 'advise' | 'hashColumns'>,
    rows: number,
    constant: boolean,
    stored?: StoredDeriver,
  ) {
    this.#backend = backend
    this.#state = stored === undefined ? newState(rows, backend) : withChosen(stored.state, stored.chosen)
    this.#columns = new Columns(backend, stored?.columns)
    this.#chosen = stored?.chosen ?? []
    this.#constant = constant ? constantIndex : -1
  }

  get stored(): StoredDeriver {
    return { state: this.#state, columns: this.#columns.stored, chosen: this.#chosen }
  }

  get state(): DerivationState {
    return this.#state
  }

  get columns(): Columns {
    return this.#columns
  }

  /** Returns the origins of the derived features of a batch's only example, in their order. */
  originsOf(batch: Batch, depth: number): DerivedOrigin[] {
    return originsOf({ depth, constant: this.#constant, keep: false }, this.#state, batch)
  }

  /** Examples that are part of the state. */
  get examples(): number {
    return this.#state.scalars[derivationScalars.examples]
  }

  get chosen(): readonly Chosen[] {
    return this.#chosen
  }

  /** Forgets everything except the columns of features, before anything was chosen; `rows`: the rows in use. */
  forget(rows: Iterable<number>): void {
    this.#state = forget(this.#state, rows)
  }

  /** Returns a new deriver, which begins without an inspection. */
  ended(): Deriver {
    const empty = new Deriver(this.#backend, this.#state.rows, this.#constant === constantIndex)
    empty.#state.scalars[derivationScalars.begun] = 1
    return empty
  }

  /** Finds the columns that a batch's names determine; its parts are expanded, or skipped, until the next batch. */
  begin(batch: Batch): void {
    this.#named = this.#columns.namedIn(this.#state, batch)
  }

  /** Records the columns of the features in a part of the batch that is not expanded. */
  pass({ offsets, indices, size }: Batch): void {
    let next = namedBefore(this.#named, offsets[0])
    for (let e = 0; e < size; e++) next = noteColumns(this.#named, this.#state, { offsets, indices }, e, next)
  }

  /**
   * Returns a batch with derived features, valid until the third after it on these outputs; `keep`: its examples become part of the
   * state.
   */
  expand(batch: Batch, depth: number, keep: boolean, outputs: DerivedOutputs = this.#outputs): DerivedBatch {
    const plan = this.#planOf(batch, depth, keep, outputs)
    for (let from = 0; ; this.#widen(batch, from, outputs)) {
      from = this.#backend.expand(plan, this.#state, batch, outputs.last, from)
      if (from === batch.size) return outputs.last
    }
  }

  /** Does the same as `expand` on the threads of a stream; with `keep`, the findings of `begin` are in use until it resolves. */
  async expandAsync(
    batch: Batch,
    depth: number,
    keep: boolean,
    work: Pick<DerivesAsync, 'expandAsync'> | undefined,
    outputs: DerivedOutputs = this.#outputs,
  ): Promise<DerivedBatch> {
    if (work?.expandAsync === undefined) return this.expand(batch, depth, keep, outputs)
    const plan = this.#planOf(batch, depth, keep, outputs)
    for (let from = 0; ; this.#widen(batch, from, outputs)) {
      from = await work.expandAsync(plan, this.#state, batch, outputs.last, from)
      if (from === batch.size) return outputs.last
    }
  }

  #planOf(batch: Batch, depth: number, keep: boolean, outputs: DerivedOutputs): DerivationPlan {
    outputs.makeRoom(batch)
    return { depth, constant: this.#constant, keep, ...(keep ? this.#named : undefined) }
  }

  /** Makes room for example e. */
  #widen(batch: Batch, e: number, outputs: DerivedOutputs): void {
    const wider = withCapacity(this.#state)
    if (wider !== this.#state) this.#state = wider
    else outputs.widen(batch, e)
  }

  /** Screens a batch by its residuals; returns a promise if that is done off the main thread. */
  screen(
    depth: number,
    derived: DerivedBatch,
    residuals: Residuals,
    work?: DerivesAsync,
  ): Promise<void> | undefined {
    if (depth < derivationDepths.pairs) return undefined
    if (work?.screenAsync !== undefined) return work.screenAsync(depth, this.#state, derived, residuals)
    this.#backend.screen(depth, this.#state, derived, residuals)
    return undefined
  }

  /** Whether crosses are chosen after the last expanded batch is screened. */
  get choosesNow(): boolean {
    return isChoice(this.examples)
  }

  /** Chooses crosses if it is time: only after the last part of a batch cut at `nextChoice` was screened. */
  choose(): void {
    const { examples } = this
    if (!isChoice(examples)) return
    const added = choose(this.#state, this.#chosen, examples === firstChoice ? examples : examples / 2)
    this.#chosen = [...this.#chosen, ...added]
    this.#state = withChosen(this.#state, this.#chosen)
  }
}

function isChoice(examples: number): boolean {
  return examples >= firstChoice && Number.isInteger(Math.log2(examples / firstChoice))
}

/** Returns the number of examples at which pairs and triples are chosen next. */
export function nextChoice(examples: number): number {
  let next = firstChoice
  while (next <= examples) next *= 2
  return next
}
