const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Names one after another in one buffer, which become strings together. */
export class NameBytes {
  #bytes = new Uint8Array(1 << 14)
  #size = 0
  #from = 0
  #ascii = true
  /** of each name, its length in `#bytes` */
  readonly #lengths: number[] = []
  /** of each name, the string that it was */
  readonly #strings: (string | undefined)[] = []

  start(): void {
    this.#from = this.#size
  }

  append(bytes: Uint8Array, from: number, to: number): void {
    if (this.#size + to - from > this.#bytes.length) this.#grow(to - from)
    const own = this.#bytes
    let at = this.#size
    let all = 0
    for (let p = from; p < to; p++) {
      const c = bytes[p]
      own[at++] = c
      all |= c
    }
    if (all > 127) this.#ascii = false
    this.#size = at
  }

  appendByte(byte: number): void {
    if (this.#size === this.#bytes.length) this.#grow(1)
    this.#bytes[this.#size++] = byte
  }

  end(): void {
    this.#lengths.push(this.#size - this.#from)
    this.#strings.push(undefined)
  }

  /** Appends a name that is a string already. */
  add(name: string): void {
    this.#lengths.push(0)
    this.#strings.push(name)
  }

  /** Returns the names since it was called last. */
  take(): string[] {
    const { length } = this.#lengths
    const texts: string[] = []
    const bytes = this.#bytes.subarray(0, this.#size)
    const whole = this.#ascii ? decoder.decode(bytes) : undefined
    let at = 0
    for (let k = 0; k < length; k++) {
      const to = at + this.#lengths[k]
      texts.push(
        this.#strings[k] ??
          (whole === undefined ? decoder.decode(bytes.subarray(at, to)) : whole.slice(at, to)),
      )
      at = to
    }
    this.#lengths.length = 0
    this.#strings.length = 0
    this.#size = 0
    this.#ascii = true
    return texts
  }

  #grow(more: number): void {
    const wider = new Uint8Array(2 * (this.#bytes.length + more))
    wider.set(this.#bytes)
    this.#bytes = wider
  }
}
