const blockBits = 12
const within = 2 ** blockBits - 1
const none = new Uint32Array(0)

/**
 * The place of each page that was copied, from 1 on; 0: it was not. In blocks that are made when a page of theirs is copied: one array for
 * all pages of a large table is tens of megabytes, which an operating system with huge pages fills with zeros megabytes at a time.
 */
export class PagePlaces {
  readonly #blocks: Uint32Array[]

  constructor(pages: number) {
    this.#blocks = new Array<Uint32Array>(Math.ceil(pages / 2 ** blockBits)).fill(none)
  }

  get(page: number): number {
    const block = this.#blocks[page >>> blockBits]
    return block === none ? 0 : block[page & within]
  }

  set(page: number, place: number): void {
    const b = page >>> blockBits
    if (this.#blocks[b] === none) this.#blocks[b] = new Uint32Array(2 ** blockBits)
    this.#blocks[b][page & within] = place
  }

  /** Returns whether a page from `first` to `last` was copied. */
  hasWithin(first: number, last: number): boolean {
    for (let b = first >>> blockBits; b <= last >>> blockBits; b++) {
      if (this.#blocks[b] === none) continue
      const from = Math.max(first, b << blockBits)
      const to = Math.min(last, (b << blockBits) + within)
      for (let page = from; page <= to; page++) if (this.get(page) !== 0) return true
    }
    return false
  }
}
