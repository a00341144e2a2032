/** Returns the bytes of pieces in the requested lengths. */
export class ByteQueue {
  readonly #pieces: AsyncIterator<Uint8Array>
  #piece: Uint8Array = new Uint8Array(0)
  /** bytes that the source has given */
  pulled = 0

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Returns whether there are no more bytes. */
  async atEnd(): Promise<boolean> {
    while (this.#piece.length === 0) {
      const { done, value } = await this.#pieces.next()
      if (done === true) return true
      this.#piece = value
      this.pulled += value.length
    }
    return false
  }

  /** Returns the next bytes; undefined: there are fewer. */
  async take(length: number): Promise<Uint8Array | undefined> {
    const taken = new Uint8Array(length)
    for (let at = 0; at < length; ) {
      if (await this.atEnd()) return undefined
      const part = this.#piece.subarray(0, length - at)
      taken.set(part, at)
      at += part.length
      this.#piece = this.#piece.subarray(part.length)
    }
    return taken
  }

  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}
