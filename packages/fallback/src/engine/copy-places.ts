const slotWords = 3

/**
 * The places of copied rows: a hash table, which a new turn empties without writing to it. Twin:
 * native/core/engine/copy-places.h.
 */
export class Places {
  /** row, turn and place of each slot */
  #slots: Uint32Array = new Uint32Array(0)
  #shift = 28
  #turn = 0
  #size = 0

  /** Forgets all rows; there will be at most `rows`. */
  begin(rows: number): void {
    this.#shift = 28
    while (2 ** (32 - this.#shift) < 2 * rows) this.#shift--
    const words = slotWords * 2 ** (32 - this.#shift)
    if (this.#slots.length < words) this.#slots = new Uint32Array(words)
    this.#turn = (this.#turn + 1) >>> 0
    if (this.#turn === 0) {
      this.#slots.fill(0)
      this.#turn = 1
    }
    this.#size = 0
  }

  get size(): number {
    return this.#size
  }

  /** Returns the place of a row; a new row gets the next place. */
  of(row: number): number {
    const slots = this.#slots
    const turn = this.#turn
    const shift = this.#shift
    const mask = 2 ** (32 - shift) - 1
    let i = Math.imul(row, 0x9e3779b1) >>> shift
    let k = slotWords * i
    for (; slots[k + 1] === turn; k = slotWords * i) {
      if (slots[k] === row) return slots[k + 2]
      i = (i + 1) & mask
    }
    slots[k] = row
    slots[k + 1] = turn
    slots[k + 2] = this.#size
    return this.#size++
  }
}
