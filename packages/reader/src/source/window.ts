/** The longest time of a timer in milliseconds; more means no limit. */
const longest = 2 ** 31

/** The smallest number of bytes that are reserved for a piece before it arrives. */
const leastPiece = 1 << 16

/** The bytes before the first piece of a buffer, for a line that starts in the previous buffer. */
const lead = 2 * leastPiece

/** The largest capacity of buffers for smaller requests: a long line does not make all later buffers as long. */
const maxCapacity = 1 << 22

/** Padding on both sides of the bytes, so that the addon can read past them without a copy. */
const slack = 64

/**
 * The bytes of an input that have arrived and are not yet tokenized, in one sliding buffer. While earlier chunks are
 * still in use (`hold`), the bytes move to another buffer, and the old one is reused when it is free. A source that can
 * write into a given buffer gets as many bytes as the chunk lacks, or the next buffer if it lacks none: then only the
 * start of a line is copied from one buffer to the next.
 */
export class Window {
  bytes: Uint8Array<ArrayBuffer>
  start: number = slack
  end: number = slack
  /** whether the input has ended; a line feed then ends its last line */
  ended = false
  /** whether the reader appended that line feed */
  appendedNewline = false
  /**
   * milliseconds that complete lines wait for more to arrive; 0: only for data that are already there; Infinity: for
   * all that is missing
   */
  pause = 20
  readonly #pieces: AsyncIterator<Uint8Array, unknown, Uint8Array | undefined>
  /** the number of bytes in the last request, and the largest request so far */
  #least = 0
  #most = 0
  /** the buffer that was offered for the next piece, from `lead` on */
  #next: Uint8Array<ArrayBuffer> | undefined
  #coming: Promise<IteratorResult<Uint8Array, unknown>> | undefined
  /** the number of chunks in use in each buffer */
  readonly #held = new Map<Uint8Array<ArrayBuffer>, number>()
  readonly #spare: Uint8Array<ArrayBuffer>[] = []
  #closed = false

  constructor(pieces: AsyncIterable<Uint8Array>, capacity: number) {
    this.#pieces = pieces[Symbol.asyncIterator]()
    this.bytes = new Uint8Array(capacity + 2 * slack)
  }

  /**
   * Reads pieces until the window has this many bytes or the input has ended; requests the next piece ahead. With
   * `patience`, in milliseconds, this many lines are enough if nothing more arrives in that time, so that lines from a
   * terminal or a slow pipe are not delayed; with 0, if nothing more has arrived.
   */
  async fill(least: number, patience?: number, lines = 1): Promise<void> {
    this.#least = least
    this.#most = Math.max(this.#most, least)
    while (!this.ended && this.end - this.start < least) {
      if (patience !== undefined && patience < longest && this.#hasLines(lines)) {
        if (!(await comesWithin(this.#request(), patience))) return
      }
      const { done, value } = await this.#request()
      this.#coming = undefined
      if (this.#closed) return
      if (done === true) {
        this.ended = true
        if (this.end > this.start && this.bytes[this.end - 1] !== 10) {
          this.#append(lineFeed)
          this.appendedNewline = true
        }
        return
      }
      this.#append(value)
      // the next fill sees a rejection; until then it must not count as unhandled
      this.#request().catch(() => undefined)
    }
  }

  /**
   * Requests the next piece, unless one is requested already. The source may write it directly into the window; bytes
   * move before the request or after the piece has arrived, never in between.
   */
  #request(): Promise<IteratorResult<Uint8Array, unknown>> {
    this.#coming ??= this.#pieces.next(this.#nextBuffer())
    return this.#coming
  }

  /** Returns the place of the next piece: after the bytes, or in the next buffer if these already satisfy the request. */
  #nextBuffer(): Uint8Array {
    const held = this.end - this.start
    const lacking = this.#capacity() - held
    const over = held - this.#least
    if (over >= 0 && lacking < leastPiece) {
      this.#next ??= this.#buffer(0)
      // minus the rest that remains when a chunk is taken, which would become longer with each chunk
      return this.#next.subarray(lead, lead + Math.max(this.#capacity() - over, leastPiece))
    }
    const bytes = Math.max(lacking, leastPiece)
    this.#reserve(bytes)
    return this.bytes.subarray(this.end, this.end + bytes)
  }

  /** The bytes that a buffer is filled with. */
  #capacity(): number {
    return Math.max(this.#least, Math.min(this.#most, maxCapacity))
  }

  /** Skips the line at the start, which may not have ended yet. */
  async dropLine(): Promise<void> {
    for (;;) {
      const at = this.bytes.subarray(this.start, this.end).indexOf(10)
      if (at >= 0) {
        this.start += at + 1
        return
      }
      this.start = this.end
      if (this.ended) return
      await this.fill(1)
    }
  }

  /** Keeps the bytes of the buffer unchanged until it is released as often as it was held; returns the buffer. */
  hold(): Uint8Array {
    this.#held.set(this.bytes, (this.#held.get(this.bytes) ?? 0) + 1)
    return this.bytes
  }

  release(buffer: Uint8Array): void {
    const own = buffer as Uint8Array<ArrayBuffer>
    const count = (this.#held.get(own) ?? 1) - 1
    if (count > 0) {
      this.#held.set(own, count)
      return
    }
    this.#held.delete(own)
    if (own !== this.bytes) this.#keep(own)
  }

  #hasLines(lines: number): boolean {
    let p = this.start
    for (; lines > 0; lines--) {
      p = this.bytes.indexOf(10, p) + 1
      if (p === 0 || p > this.end) return false
    }
    return true
  }

  /** Releases the bytes and closes the source, however far it was read; does not wait for a source that stalls. */
  async close(): Promise<void> {
    this.#closed = true
    this.#next = undefined
    this.bytes = new Uint8Array(0)
    this.start = 0
    this.end = 0
    const idle = this.#coming !== undefined && !(await comesWithin(this.#coming, 100))
    const returned = Promise.resolve(this.#pieces.return?.())
    if (idle) returned.catch(() => undefined)
    else await returned
  }

  #append(piece: Uint8Array): void {
    const held = this.end - this.start
    if (this.#next !== undefined && isAt(piece, this.#next, lead) && held <= lead - slack) {
      this.#moveOn(this.#next, lead - held)
      this.#next = undefined
    } else if (!isAt(piece, this.bytes, this.end)) {
      this.#reserve(piece.length)
      this.bytes.set(piece, this.end)
    }
    this.end += piece.length
  }

  #reserve(bytes: number): void {
    if (this.end + bytes + slack <= this.bytes.length) return
    const held = this.end - this.start
    const need = held + bytes + 2 * slack
    if (need > this.bytes.length || this.#held.has(this.bytes)) {
      this.#moveOn(this.#buffer(need), slack)
      return
    }
    this.bytes.copyWithin(slack, this.start, this.end)
    this.start = slack
    this.end = slack + held
  }

  /** Moves the bytes to another buffer. */
  #moveOn(next: Uint8Array<ArrayBuffer>, start: number): void {
    const old = this.bytes
    next.set(old.subarray(this.start, this.end), start)
    this.end = start + this.end - this.start
    this.start = start
    this.bytes = next
    if (!this.#held.has(old)) this.#keep(old)
  }

  /** Returns a buffer of at least this many bytes, and of the usual length if that is enough. */
  #buffer(least: number): Uint8Array<ArrayBuffer> {
    const usual = this.#usual()
    const spare = this.#spare.pop()
    if (spare !== undefined && spare.length >= Math.max(usual, least)) return spare
    // half as much more, so that a line that grows piece by piece is not copied for each piece
    return new Uint8Array(least > usual ? least + (least >> 1) : usual)
  }

  /** Keeps a free buffer for reuse, if it is long enough. */
  #keep(buffer: Uint8Array<ArrayBuffer>): void {
    if (buffer.length >= this.#usual()) this.#spare.push(buffer)
  }

  #usual(): number {
    return lead + this.#capacity() + leastPiece + slack
  }
}

/** Returns whether a piece is in a buffer already, from a place on. */
function isAt(piece: Uint8Array, { buffer, byteOffset }: Uint8Array, place: number): boolean {
  return piece.buffer === buffer && piece.byteOffset === byteOffset + place
}

/** Returns whether a promise settles within this many milliseconds; whoever awaits the promise sees a rejection. */
function comesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = (): void => resolve(false)
    const cancel = milliseconds > 0 ? after(milliseconds, late) : afterTurn(late)
    const settled = () => {
      cancel()
      resolve(true)
    }
    promise.then(settled, settled)
  })
}

function after(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}

/** Calls back when the event loop has polled its sources once more: an immediate runs before it polls, the second after. */
function afterTurn(call: () => void): () => void {
  // browsers have no immediates
  if (typeof setImmediate === 'undefined') return after(0, call)
  let immediate = setImmediate(() => {
    immediate = setImmediate(call)
  })
  return () => clearImmediate(immediate)
}

const lineFeed = Uint8Array.of(10)
