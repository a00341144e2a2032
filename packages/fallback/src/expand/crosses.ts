import { type DerivationState, derivationSizes } from '@ol/spec'

// Which tokens of an example have columns that were chosen together. Twin: native/core/expand/crosses.h

const { tokens: most } = derivationSizes

/** The tokens of an example by column, and their chosen pairs: one object, reused. */
export class Crosses {
  tokens = 0
  columns: Uint32Array = new Uint32Array(0)
  /** by column: its first token, from 1 */
  head: Uint32Array = new Uint32Array(0)
  /** the next token of the same column, from 1 */
  readonly next: Uint32Array = new Uint32Array(most)
  pairs = 0
  first: Uint32Array = new Uint32Array(256)
  second: Uint32Array = new Uint32Array(256)
  /** whether tokens a and b, at 128 a + b, are a chosen pair */
  readonly chosen: Uint8Array = new Uint8Array(most * most)
  triples = 0
  members: Uint32Array = new Uint32Array(768)

  /** Places tokens; `columns`: of each, from 1. */
  place(s: DerivationState, columns: Uint32Array, tokens: number): void {
    if (this.head.length < s.rows) this.head = new Uint32Array(s.rows)
    this.tokens = tokens
    this.columns = columns
    for (let a = tokens - 1; a >= 0; a--) {
      const column = columns[a] - 1
      this.next[a] = this.head[column]
      this.head[column] = a + 1
    }
  }

  /** Finds the chosen pairs: by their first token, then in the order in which they were chosen. */
  findPairs({ pairStarts, pairs }: DerivationState): void {
    this.pairs = 0
    for (let a = 0; a < this.tokens; a++) {
      const end = pairStarts[this.columns[a]]
      for (let i = pairStarts[this.columns[a] - 1]; i < end; i++)
        for (let b = this.head[pairs[i]]; b > 0; b = this.next[b - 1]) if (b - 1 > a) this.#addPair(a, b - 1)
    }
  }

  /** Finds the chosen triples: by the token of the lowest column. */
  findTriples({ tripleStarts, triples }: DerivationState): void {
    this.triples = 0
    for (let a = 0; a < this.tokens; a++) {
      const end = tripleStarts[this.columns[a]]
      for (let i = tripleStarts[this.columns[a] - 1]; i < end; i++)
        for (let b = this.head[triples[2 * i]]; b > 0; b = this.next[b - 1])
          for (let c = this.head[triples[2 * i + 1]]; c > 0; c = this.next[c - 1])
            this.#addTriple(a, b - 1, c - 1)
    }
  }

  /** Removes the marks. */
  release(): void {
    for (let i = 0; i < this.pairs; i++) {
      this.chosen[this.first[i] * most + this.second[i]] = 0
      this.chosen[this.second[i] * most + this.first[i]] = 0
    }
    for (let a = 0; a < this.tokens; a++) this.head[this.columns[a] - 1] = 0
  }

  #addPair(a: number, b: number): void {
    if (this.pairs === this.first.length) {
      this.first = longer(this.first)
      this.second = longer(this.second)
    }
    this.first[this.pairs] = a
    this.second[this.pairs++] = b
    this.chosen[a * most + b] = 1
    this.chosen[b * most + a] = 1
  }

  #addTriple(a: number, b: number, c: number): void {
    if (3 * this.triples === this.members.length) this.members = longer(this.members)
    const at = 3 * this.triples++
    this.members[at] = a
    this.members[at + 1] = b
    this.members[at + 2] = c
  }
}

function longer(array: Uint32Array): Uint32Array {
  const twice = new Uint32Array(array.length * 2)
  twice.set(array)
  return twice
}
