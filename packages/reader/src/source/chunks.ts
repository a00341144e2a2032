import { createTokens, reserveTokens } from '@ol/fallback'
import {
  type BackendStream,
  type Chunk,
  counts,
  type ReadOptions,
  readingOptions,
  type TokenPlan,
  type Tokens,
} from '@ol/spec'
import type { Window } from './window.js'

/** What the first chunk has where the caller names no size; later ones have more, since each costs a number of calls. */
export const defaultChunkBytes: number = 1 << 18
const largeChunkBytes = 1 << 21
export const defaultMaxLineBytes: number = readingOptions.maxLineBytes.default

/** A chunk that has been tokenized; `tokens` and `bytes` are valid until it is released. */
export interface Tokenized {
  readonly tokens: Tokens
  readonly bytes: Uint8Array
  readonly plan: TokenPlan
  /** where it starts */
  readonly start: number
}

/** A chunk that is being tokenized. */
interface Pending {
  readonly tokens: Tokens
  readonly chunk: Chunk
  plan: TokenPlan
  done: Promise<void>
  /** a record of it may continue past its end, so that what follows is not known yet */
  readonly open: boolean
}

/**
 * Cuts the bytes of a window into chunks of whole lines and tokenizes them: several at once where the backend has threads
 * for it, handed out in order. What tokenizers fill is used again for a later chunk.
 */
export class Chunks {
  readonly #window: Window
  #plan: TokenPlan
  readonly #missing: ((chunk: Tokenized) => TokenPlan | undefined) | undefined
  readonly #backend: BackendStream
  #size: number
  /** whether chunks become larger as the input goes on */
  readonly #grows: boolean
  #consumed = 0
  /** chunks that are tokenized before they are asked for */
  readonly #ahead: number
  /** the number of bytes for the next chunk; larger where a record does not fit */
  #want: number
  readonly #pending: Pending[] = []
  readonly #free: Tokens[] = []
  /** starts chunks as their bytes arrive; calls `#woken` at each, and at the end */
  #starting: Promise<void> | undefined
  #woken: (() => void) | undefined
  /** what ended `#starting`, to be thrown when it is its turn */
  #failure: { readonly cause: unknown } | undefined

  /** `missing` returns a new plan where the last one lacks something for a chunk, which is then tokenized again. */
  constructor(
    window: Window,
    plan: TokenPlan,
    backend: BackendStream,
    { chunkBytes }: ReadOptions,
    missing?: (chunk: Tokenized) => TokenPlan | undefined,
  ) {
    this.#window = window
    this.#missing = missing
    this.#plan = plan
    this.#backend = backend
    this.#size = chunkBytes ?? defaultChunkBytes
    this.#grows = chunkBytes === undefined
    this.#ahead = backend.ahead
    this.#want = this.#size
  }

  /**
   * Returns the next chunk, to be released when it is no longer used; 'long' where the window starts with a line longer than the
   * cap; undefined at the end.
   */
  async next(): Promise<Tokenized | 'long' | undefined> {
    const window = this.#window
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
        this.#want = Math.max(this.#want, end - start) * 2
        continue
      }
      const tokenized = { tokens, bytes, plan, start }
      const grown = this.#missing?.(tokenized)
      if (grown !== undefined) {
        this.#plan = grown
        continue
      }
      this.#pending.shift()
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
    return this.#pending.length <= this.#ahead && this.#pending.at(-1)?.open !== true
  }

  /** Starts to tokenize the lines at the start of the window; returns false where none has ended. */
  #start(): boolean {
    const window = this.#window
    const plan = this.#plan
    const { bytes, start } = window
    const whole = bytes.lastIndexOf(10, window.end - 1) + 1
    if (whole <= start) return false
    const end = cutAt(bytes, start, whole, this.#want)
    // before a line longer than the cap every record ends
    const final = end === window.end ? window.ended : end === whole && window.end - whole > plan.maxLineBytes
    const open = !final && plan.quote !== 0 && bytes.subarray(start, end).includes(plan.quote)
    const tokens = this.#free.pop() ?? createTokens()
    reserveTokens(tokens, end - start, plan)
    const chunk = { bytes: window.hold(), start, end, final }
    const pending = { tokens, chunk, plan, done: Promise.resolve(), open }
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
   * Makes chunks larger, once: small inputs need little memory, and memory is taken anew for each size. The first chunk counts as
   * full from its half on, since it ends where a line does.
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
    // who awaits the chunk sees a rejection; until then it must not count as unhandled
    pending.done.catch(() => undefined)
  }
}

/** Returns the end of the last line that ends within `want` bytes from `start`; of the first one where none does. */
function cutAt(bytes: Uint8Array, start: number, whole: number, want: number): number {
  if (whole - start <= want) return whole
  const cut = bytes.lastIndexOf(10, start + want - 1) + 1
  return cut > start ? cut : bytes.indexOf(10, start) + 1
}
