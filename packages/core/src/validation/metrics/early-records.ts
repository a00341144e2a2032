/** The records of the first examples of a run, up to a limit: how many of them a share leaves out is known only at the end. */
export class EarlyRecords {
  readonly #width: number
  readonly #most: number
  #records: Float64Array
  #length = 0

  /** `width`: the numbers of a record; `most`: the number of examples from which on records are not needed */
  constructor(width: number, most: number) {
    this.#width = width
    this.#most = most
    this.#records = new Float64Array(64 * width)
  }

  /** Adds `count` records, the first of which is at a place of a ring. */
  add(ring: Float64Array, place: number, count: number): void {
    const more = count * this.#width
    this.#reserve(this.#length + more)
    const untilEnd = Math.min(more, ring.length - place)
    this.#records.set(ring.subarray(place, place + untilEnd), this.#length)
    this.#records.set(ring.subarray(0, more - untilEnd), this.#length + untilEnd)
    this.#length += more
  }

  /** How many records there are. */
  get size(): number {
    return this.#length / this.#width
  }

  /** Whether there are enough examples to make the records unnecessary. */
  get full(): boolean {
    return this.size >= this.#most
  }

  get records(): Float64Array {
    return this.#records.subarray(0, this.#length)
  }

  /** Returns the records from a number on. */
  from(first: number): Float64Array {
    return this.records.subarray(first * this.#width)
  }

  restore(records: Float64Array): void {
    this.#records = records.slice()
    this.#length = records.length
  }

  #reserve(length: number): void {
    if (length <= this.#records.length) return
    const wider = new Float64Array(Math.max(length, 2 * this.#records.length))
    wider.set(this.records)
    this.#records = wider
  }
}
