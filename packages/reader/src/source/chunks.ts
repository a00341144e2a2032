import { createTokens, reserveTokens } from '@ol/fallback'
import {
  type BackendStream,
  type Chunk,
  counts,
  type OLError,
  type ReadOptions,
  readingOptions,
  type TokenPlan,
  type Tokens,
} from '@ol/spec'
import type { Window } from './window.js'

/**
 * The bytes of the first chunk if the caller names no size; later chunks are larger, because each costs several calls.
 */
export const defaultChunkBytes: number = 1 << 18
const largeChunkBytes = 1 << 21
export const defaultMaxLineBytes: number = readingOptions.maxLineBytes.default

/** A chunk that has been tokenized; `tokens` and `bytes` are valid until it is released. */
export interface Tokenized {
  readonly tokens: Tokens
  readonly bytes: Uint8Array
  readonly plan: TokenPlan
  /** its start */
  readonly start: number
}

/** An error that ends the reading within a chunk, after the examples of the lines before. */
export interface ChunkStop {
  /** the line within the chunk, 0 for its first one */
  readonly line: number
  readonly error: OLError
}

/** Options that a reader gives its chunks. */
export interface ChunksOptions extends Pick<ReadOptions, 'chunkBytes'> {
  /** returns a new plan if the last one lacks something for a chunk, which is then tokenized again */
  readonly missing?: ((chunk: Tokenized) => TokenPlan | undefined) | undefined
  /**
   * returns how many more examples are requested, not counting the chunks before the last returned one. No chunk has
   * more lines than that, so that nothing after the last example is read; absent: all
   */
  readonly left?: (() => number) | undefined
}

/** A chunk that is being tokenized. */
interface Pending {
  readonly tokens: Tokens
  readonly chunk: Chunk
  plan: TokenPlan
  done: Promise<void>
  /** a record may continue past its end, so the start of the next chunk is not known yet */
  readonly open: boolean
  /** counted only if the number of examples is limited */
  readonly lines: number
}

/**
 * Cuts the bytes of a window into chunks of complete lines and tokenizes them: several at once if the backend has
 * threads, returned in order. The arrays that tokenizers fill are reused for a later chunk.
 */
export class Chunks {
  readonly #window: Window
  #plan: TokenPlan
  readonly #missing: ((chunk: Tokenized) => TokenPlan | undefined) | undefined
  readonly #backend: BackendStream
  readonly #left: (() => number) | undefined
  /** the lines of the last returned chunk, whose examples `#left` may not count yet */
  #handedOut = 0
  /** more lines for a chunk, if a record has more lines than there are examples left */
  #moreLines = 0
  #size: number
  /** whether chunks become larger as the input continues */
  readonly #grows: boolean
  #consumed = 0
  /** chunks that are tokenized before they are requested */
  readonly #ahead: number
  /** the number of bytes for the next chunk; larger where a record does not fit */
  #want: number
  readonly #pending: Pending[] = []
  readonly #free: Tokens[] = []
  /** starts chunks as their bytes arrive; calls `#woken` at each, and at the end */
  #starting: Promise<void> | undefined
  #woken: (() => void) | undefined
  /** the error that ended `#starting`, to be thrown when it is its turn */
  #failure: { readonly cause: unknown } | undefined

  constructor(
    window: Window,
    plan: TokenPlan,
    backend: BackendStream,
    { chunkBytes, missing, left }: ChunksOptions,
  ) {
    this.#window = window
    this.#missing = missing
    this.#left = left
    this.#plan = plan
    this.#backend = backend
    this.#size = chunkBytes ?? defaultChunkBytes
    this.#grows = chunkBytes === undefined
    this.#ahead = backend.ahead
    this.#want = this.#size
  }

  /**
   * Returns the next chunk, to be released when it is no longer used; 'long' if the window starts with a line longer
   * than the limit; undefined at the end.
   */
  async next(): Promise<Tokenized | 'long' | undefined> {
    const window = this.#window
    this.#handedOut = 0
    for (;;) {
      const [first] = this.#pending
      if (first === undefined) {
        if (this.#failure !== undefined) throw this.#failure.cause
        if (this.#starting !== undefined) {
          await new Promise<void>((resolve) => {
            this.#woken = resolve
          })
          continue
        }
        if (this.#mostLines() <= 0) return undefined
        await window.fill(this.#want, window.pause)
        if (window.start === window.end) return undefined
        if (!this.#start()) {
          if (window.end - window.start > this.#plan.maxLineBytes) {
            this.#want = this.#size
            return 'long'
          }
          this.#want = Math.max(window.end - window.start + 1, this.#size)
        }
        continue
      }
      this.#startAhead()
      await first.done
      const { tokens, chunk, plan } = first
      const { bytes, start, end } = chunk
      if (plan !== this.#plan) {
        this.#tokenize(first)
        continue
      }
      const consumed = tokens.counts[counts.consumed]
      if (consumed === start && first.open) {
        this.#pending.shift()
        this.release({ tokens, bytes, plan, start })
        if (first.lines < this.#mostLines()) this.#want = Math.max(this.#want, end - start) * 2
        else this.#moreLines++
        continue
      }
      const tokenized = { tokens, bytes, plan, start }
      const grown = this.#missing?.(tokenized)
      if (grown !== undefined) {
        this.#plan = grown
        continue
      }
      this.#pending.shift()
      this.#handedOut = first.lines
      this.#moreLines = 0
      if (first.open) {
        this.#grow(consumed - start)
        this.#want = this.#size
        window.start = consumed
      }
      this.#startAhead()
      return tokenized
    }
  }

  /** Takes back the arrays of a chunk. */
  release({ tokens, bytes }: Tokenized): void {
    this.#window.release(bytes)
    this.#free.push(tokens)
  }

  /** Starts chunks, as many as are to be tokenized ahead, as their bytes arrive. */
  #startAhead(): void {
    if (this.#ahead === 0 || this.#starting !== undefined || !this.#wantsMore()) return
    const start = async (): Promise<void> => {
      while (this.#wantsMore()) {
        const window = this.#window
        await window.fill(this.#want, window.pause)
        if (!this.#wantsMore() || window.start === window.end || !this.#start()) return
      }
    }
    this.#starting = start()
      .catch((cause) => {
        this.#failure = { cause }
      })
      .finally(() => {
        this.#starting = undefined
        this.#woken?.()
      })
  }

  #wantsMore(): boolean {
    return this.#pending.length <= this.#ahead && this.#pending.at(-1)?.open !== true && this.#mostLines() > 0
  }

  /**
   * Returns how many lines the next chunk may have: each may be an example, and so may lines of chunks that are not
   * counted yet.
   */
  #mostLines(): number {
    if (this.#left === undefined) return Number.POSITIVE_INFINITY
    let most = this.#left() - this.#handedOut
    for (const { lines } of this.#pending) most -= lines
    return most > 0 ? most + this.#moreLines : most
  }

  /** Starts to tokenize the lines at the start of the window; returns false if none has ended. */
  #start(): boolean {
    const window = this.#window
    const plan = this.#plan
    const { bytes, start } = window
    const whole = bytes.lastIndexOf(10, window.end - 1) + 1
    if (whole <= start) return false
    const cut = cutAt(bytes, start, whole, this.#want)
    const { end, lines } =
      this.#left === undefined ? { end: cut, lines: 0 } : firstLines(bytes, start, cut, this.#mostLines())
    // before a line longer than the limit every record ends
    const final = end === window.end ? window.ended : end === whole && window.end - whole > plan.maxLineBytes
    const open = !final && plan.quote !== 0 && bytes.subarray(start, end).includes(plan.quote)
    const tokens = this.#free.pop() ?? createTokens()
    reserveTokens(tokens, end - start, plan)
    const chunk = { bytes: window.hold(), start, end, final }
    const pending = { tokens, chunk, plan, done: Promise.resolve(), open, lines }
    this.#pending.push(pending)
    this.#tokenize(pending)
    this.#woken?.()
    if (!open) {
      this.#grow(end - start)
      this.#want = this.#size
      window.start = end
    }
    return true
  }

  /**
   * Makes chunks larger, once: small inputs need little memory, and each size allocates memory again. The first chunk
   * counts as full from half its size on, because it ends at a line end.
   */
  #grow(consumed: number): void {
    this.#consumed += consumed
    if (this.#grows && this.#consumed >= defaultChunkBytes / 2) this.#size = largeChunkBytes
  }

  #tokenize(pending: Pending): void {
    const plan = this.#plan
    pending.plan = plan
    if (this.#ahead === 0) {
      this.#backend.tokenize(plan, pending.chunk, pending.tokens)
      pending.done = Promise.resolve()
      return
    }
    pending.done = this.#backend.tokenizeAsync(plan, pending.chunk, pending.tokens)
    // whoever awaits the chunk sees a rejection; until then it must not count as unhandled
    pending.done.catch(() => undefined)
  }
}

/** Returns the end of n lines from `start`, or of the lines before `end` if there are fewer, and their number. */
function firstLines(
  bytes: Uint8Array,
  start: number,
  end: number,
  n: number,
): { readonly end: number; readonly lines: number } {
  let at = start
  let lines = 0
  while (lines < n && at < end) {
    at = bytes.indexOf(10, at) + 1
    lines++
  }
  return { end: at, lines }
}

/** Returns the end of the last line that ends within `want` bytes from `start`, or the end of the first line if none does. */
function cutAt(bytes: Uint8Array, start: number, whole: number, want: number): number {
  if (whole - start <= want) return whole
  const cut = bytes.lastIndexOf(10, start + want - 1) + 1
  return cut > start ? cut : bytes.indexOf(10, start) + 1
}
