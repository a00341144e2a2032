/** What a feature is called in the text it was read from. */
export interface FeatureName {
  /** csv: the column, from 0; its name is not part of a row */
  readonly column?: number
  /** the namespaces that it lies in, from the outermost; empty: in none that has a name */
  readonly within: readonly string[]
  /** absent: the name is that of the column */
  readonly name?: string
  /** where the value is a text, which is part of what is hashed */
  readonly value?: string
}

/** Returns the name of a feature; only while the bytes of its chunk hold. */
export type NameOf = () => FeatureName

/** Where tokenizers leave the name of each feature, by its position; `names` undefined: nobody asks for them. */
export const tokenNames: { names: NameOf[] | undefined } = { names: undefined }

declare const TextDecoder: new (label: string, options: object) => { decode(bytes: Uint8Array): string }
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Returns bytes[start, end) for people to read. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}
