import { textOf } from '@ol/spec'
import { type Field, undouble } from './csv-field.js'
import type { NameOf, TokenNames } from './naming.js'

/** The names of the features of a chunk, which tokenizers record. */
export class NamedTokens implements TokenNames {
  readonly found: NameOf[] = []

  column(n: number, column: number): void {
    this.found[n] = () => ({ column, within: [] })
  }

  field(n: number, column: number, bytes: Uint8Array, field: Field, quote: number, escapeByte: number): void {
    const { start, end, doubled } = field
    this.found[n] = () => {
      const text = doubled ? undouble(bytes, start, end, quote, escapeByte) : undefined
      const value = text === undefined ? textOf(bytes, start, end) : textOf(text.bytes, 0, text.length)
      return { column, within: [], value }
    }
  }

  word(n: number, column: number, bytes: Uint8Array, start: number, end: number): void {
    this.found[n] = () => ({ column, within: [], value: textOf(bytes, start, end) })
  }

  member(
    n: number,
    bytes: Uint8Array,
    spaceStart: number,
    spaceEnd: number,
    start: number,
    end: number,
    unnamed: number,
  ): void {
    this.found[n] = () => ({
      within: spaceEnd > spaceStart ? [textOf(bytes, spaceStart, spaceEnd)] : [],
      name: end > start ? textOf(bytes, start, end) : `:${unnamed}`,
    })
  }

  value(n: number, bytes: Uint8Array, start: number, end: number): void {
    const before = this.found[n]
    this.found[n] = () => ({ ...before(), value: textOf(bytes, start, end) })
  }
}
