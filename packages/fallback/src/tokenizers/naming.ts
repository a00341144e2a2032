import type { Field } from './csv-field.js'

/** The name of a feature in the text it was read from. */
export interface FeatureName {
  /** csv: the column, from 0; its name is not part of a row */
  readonly column?: number
  /** the namespaces that it lies in, from the outermost; empty: in none that has a name */
  readonly within: readonly string[]
  /** absent: the name is the column's */
  readonly name?: string
  /** if the value is a string: the string, which is part of what is hashed */
  readonly value?: string
}

/** Returns the name of a feature; only while the bytes of its chunk hold. */
export type NameOf = () => FeatureName

/** Takes the name of each feature, by its position: of those that a page may read without names, by what they are. */
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

/** The names that tokenizers collect; `names` undefined: nobody asks for them. */
export const tokenNames: { names: TokenNames | undefined } = { names: undefined }
