/** Joins bytes in a buffer that grows. */
export class ByteBuilder {
  #bytes: Uint8Array<ArrayBuffer>
  length = 0

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity)
  }

  byte(byte: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = byte
  }

  /** Adds ASCII. */
  text(text: string): void {
    this.#reserve(text.length)
    const own = this.#bytes
    const at = this.length
    for (let i = 0; i < text.length; i++) own[at + i] = text.charCodeAt(i)
    this.length = at + text.length
  }

  /** Adds bytes[start, end). */
  range(bytes: Uint8Array, start = 0, end: number = bytes.length): void {
    this.#reserve(end - start)
    const own = this.#bytes
    let p = this.length
    // for a few bytes the loop is faster than a call
    if (end - start < 48) for (let i = start; i < end; i++) own[p++] = bytes[i]
    else {
      own.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), p)
      p += end - start
    }
    this.length = p
  }

  all(other: ByteBuilder): void {
    this.range(other.#bytes, 0, other.length)
  }

  /** Returns a copy of the bytes and empties the builder. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.length)
    this.length = 0
    return taken
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return
    const wider = new Uint8Array(2 * (this.length + more))
    wider.set(this.#bytes.subarray(0, this.length))
    this.#bytes = wider
  }
}
