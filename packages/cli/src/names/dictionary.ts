/**
 * Names of the features that fall on a few rows of the table. Only these rows are remembered, so the memory does not
 * grow with the input.
 */
export class Dictionary {
  readonly #mask: number
  readonly #names = new Map<number, Set<string>>()

  /** `bits`: of the model; `rows`: those whose names are wanted */
  constructor(bits: number, rows: Iterable<number>) {
    this.#mask = 2 ** bits - 1
    for (const row of rows) this.#names.set(row, new Set())
  }

  /** `name` is called only where the row of `index` (a hash, 32 bits) is wanted. */
  add(index: number, name: () => string): void {
    this.#names.get((index & this.#mask) >>> 0)?.add(name())
  }

  /** The names met for a row, in the order they came; several have collided. */
  namesOf(row: number): readonly string[] {
    return [...(this.#names.get(row) ?? [])]
  }
}

/** How a line of an input names its features. Lines are latin1 text: one character per byte. */
export type NameFinder = (line: string, dictionary: Dictionary) => void

/** A name for people: the bytes of latin1 text read as UTF-8. */
export function readable(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8')
}
