import { upperSeed, writeText } from '@ol/numerics'
import type { TokenPlan, Tokens } from '@ol/spec'
import { absent, cell, putMissing, takeCell, taken } from './csv-cells.js'
import type { Field } from './csv-field.js'
import { NamedTokens } from './named-tokens.js'
import { type NameOf, tokenNames } from './naming.js'
import { createTokens, reserveTokens } from './tokens.js'

const nothingNamed: readonly NameOf[] = []
/** The result of a cell that does not fit its column, or is not text that UTF-8 can represent. */
export const unfit = -1

/** Reads single cells of a table, each as if it were quoted. */
export class CellReader {
  readonly #plan: TokenPlan
  readonly #upperPlan: TokenPlan | undefined
  readonly #tokens: Tokens = createTokens()
  readonly #field: Field = { start: 0, end: 0, next: 0, quoted: true, doubled: false, spans: false }
  #bytes = new Uint8Array(256)
  /** the names of the features of the last cell, if requested */
  names: readonly (NameOf | undefined)[] = nothingNamed

  /** @param plan of CSV, with its columns */
  constructor(plan: TokenPlan) {
    this.#plan = plan
    if (plan.wide) this.#upperPlan = { ...plan, seed: upperSeed(plan.seed), columnHashes: plan.columnUppers }
  }

  /** The features of the last cell: their keys and values, as many as `read` returned. */
  get features(): Pick<Tokens, 'indices' | 'upper' | 'values'> {
    return this.#tokens
  }

  /**
   * Reads the text of a cell, or a missing one (undefined); returns how many features it has, or `unfit`.
   *
   * @param named whether the names of its features are requested
   */
  read(column: number, text: string | undefined, named: boolean): number {
    const length = text === undefined ? 0 : this.#encode(text)
    if (length < 0) return unfit
    this.#field.end = length
    reserveTokens(this.#tokens, length + 1, this.#plan)
    if (this.#upperPlan !== undefined)
      this.#take(this.#upperPlan, column, { ...this.#tokens, indices: this.#tokens.upper })
    if (!named) {
      this.names = nothingNamed
      return this.#take(this.#plan, column, this.#tokens)
    }
    const names = new NamedTokens()
    tokenNames.names = names
    try {
      return this.#take(this.#plan, column, this.#tokens)
    } finally {
      tokenNames.names = undefined
      this.names = names.found
    }
  }

  #take(plan: TokenPlan, column: number, out: Tokens): number {
    const role = plan.roles[column]
    const result = takeCell(plan, this.#bytes, this.#field, role, column, plan.decimal, out, 0, 0)
    if (result === absent) putMissing(plan, role, column, out, 0)
    else if (result !== taken) return unfit
    return cell.n
  }

  /** Writes text as UTF-8, followed by a line feed, to the start of `#bytes`; returns its length, or -1: see `writeText`. */
  #encode(text: string): number {
    const most = 3 * text.length + 1
    if (most > this.#bytes.length) this.#bytes = new Uint8Array(2 * most)
    const length = writeText(text, this.#bytes)
    if (length >= 0) this.#bytes[length] = 10
    return length
  }
}
