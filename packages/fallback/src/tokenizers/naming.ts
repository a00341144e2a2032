import type { Field } from './csv-field.js'

/** The name of a feature in the text it was read from. */
export interface FeatureName {
  /** csv: the column, from 0; its name is not part of a row */
  readonly column?: number
  /** the namespaces around it, from the outermost; empty: none has a name */
  readonly within: readonly string[]
  /** absent: the name is the column's */
  readonly name?: string
  /** if the value is a string: the string, which is hashed, too */
  readonly value?: string
}

/** Returns the name of a feature; valid only until the bytes of its chunk change. */
export type NameOf = () => FeatureName

/** Receives the name of each feature, by its position and by the kind of its source. */
export interface TokenNames {
  readonly found: NameOf[]
  /** a number in a column */
  column(n: number, column: number): void
  /** a string in a column */
  field(n: number, column: number, bytes: Uint8Array, field: Field, quote: number, escapeByte: number): void
  /** a word in a column */
  word(n: number, column: number, bytes: Uint8Array, start: number, end: number): void
  /** a feature of a namespace; `unnamed`: those without a name before it */
  member(
    n: number,
    bytes: Uint8Array,
    spaceStart: number,
    spaceEnd: number,
    start: number,
    end: number,
    unnamed: number,
  ): void
  /** the text that is the value of a feature whose name was taken */
  value(n: number, bytes: Uint8Array, start: number, end: number): void
}

/** The names that tokenizers collect; `names` undefined: no names are requested. */
export const tokenNames: { names: TokenNames | undefined } = { names: undefined }
