import { OLError } from '@ol/spec'

/** Splits bytes into lines without their line feeds, whatever pieces they arrive in. */
export class LineSplitter {
  readonly #most: number
  #rest: Buffer = Buffer.alloc(0)

  /** @param most the largest number of bytes of a line; a longer line throws OL_LINE_LONG */
  constructor(most: number) {
    this.#most = most
  }

  /** Returns the complete lines so far as one piece that ends with a line feed; empty: there are none. */
  push(piece: Buffer): Buffer {
    const end = piece.lastIndexOf(10) + 1
    if (end === 0) {
      this.#keep(this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]))
      return Buffer.alloc(0)
    }
    const head = piece.subarray(0, end)
    const whole = this.#rest.length === 0 ? head : Buffer.concat([this.#rest, head])
    this.#keep(piece.subarray(end))
    return whole
  }

  /** Returns the last line, which has no line feed. */
  end(): Buffer {
    const rest = this.#rest
    this.#rest = Buffer.alloc(0)
    return rest
  }

  #keep(rest: Buffer): void {
    this.#rest = rest
    if (rest.length > this.#most)
      throw new OLError('OL_LINE_LONG', `Expected lines of at most ${this.#most} bytes but one has more`)
  }
}

/** Yields the lines of a piece that ends with a line feed. */
export function* linesIn(piece: Buffer): Generator<Buffer, void, void> {
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf(10, start)
    const stop = end < 0 ? piece.length : end
    yield piece.subarray(start, stop > start && piece[stop - 1] === 13 ? stop - 1 : stop)
    start = stop + 1
  }
}
