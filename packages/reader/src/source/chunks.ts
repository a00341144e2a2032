import { createTokens, fallback, reserveTokens } from '@ol/fallback'
import {
  counts,
  type ReadOptions,
  readingOptions,
  type TokenBackend,
  type TokenPlan,
  type Tokens,
} from '@ol/spec'
import type { Window } from './window.js'

export const defaultChunkBytes: number = readingOptions.chunkBytes.default
export const defaultMaxLineBytes: number = readingOptions.maxLineBytes.default

/** A chunk that has been tokenized; `tokens` and `bytes` are valid until the next one is requested. */
export interface Tokenized {
  readonly tokens: Tokens
  readonly bytes: Uint8Array
  readonly plan: TokenPlan
  /** where it starts */
  readonly start: number
}

/** Cuts the bytes of a window into chunks of whole lines and tokenizes them, in order. */
export class Chunks {
  readonly #window: Window
  #plan: TokenPlan
  readonly #grow: ((chunk: Tokenized) => TokenPlan | undefined) | undefined
  readonly #backend: TokenBackend
  readonly #size: number
  /** the number of bytes for the next chunk; larger where a record does not fit */
  #want: number
  readonly #tokens: Tokens = createTokens()
  #running: { readonly done: Promise<void>; readonly end: number } | undefined

  /** `grow` returns a new plan where the last one lacks something for a chunk, which is then tokenized again. */
  constructor(
    window: Window,
    plan: TokenPlan,
    options: ReadOptions,
    grow?: (chunk: Tokenized) => TokenPlan | undefined,
  ) {
    this.#window = window
    this.#grow = grow
    this.#plan = plan
    this.#backend = options.backend ?? fallback
    this.#size = options.chunkBytes ?? defaultChunkBytes
    this.#want = this.#size
  }

  /** Returns the next chunk; 'long' where the window starts with a line longer than the cap; undefined at the end. */
  async next(): Promise<Tokenized | 'long' | undefined> {
    const window = this.#window
    for (;;) {
      if (this.#running === undefined) {
        await window.fill(this.#want, window.pause)
        if (window.start === window.end) return undefined
        if (!this.#start()) {
          if (window.end - window.start > this.#plan.maxLineBytes) {
            this.#want = this.#size
            return 'long'
          }
          this.#want = Math.max(window.end - window.start + 1, this.#size)
          continue
        }
      }
      const { done, end } = this.#running as { done: Promise<void>; end: number }
      await done
      this.#running = undefined
      const consumed = this.#tokens.counts[counts.consumed]
      if (consumed === window.start) {
        this.#want = Math.max(this.#want, end - window.start) * 2
        continue
      }
      const chunk = { tokens: this.#tokens, bytes: window.bytes, plan: this.#plan, start: window.start }
      const grown = this.#grow?.(chunk)
      if (grown !== undefined) {
        this.#plan = grown
        this.#want = Math.max(this.#size, end - window.start)
        continue
      }
      this.#want = this.#size
      window.start = consumed
      return chunk
    }
  }

  /**
   * Starts the next chunk where its bytes have arrived and there is a thread for it: it is tokenized while the caller
   * works on the last one.
   */
  ahead(): void {
    const window = this.#window
    if (this.#backend.name === 'fallback' || this.#running !== undefined) return
    if (window.start < window.end && (window.ended || window.end - window.start >= this.#want)) this.#start()
  }

  /** Starts to tokenize the lines at the start of the window; returns false where none has ended. */
  #start(): boolean {
    const window = this.#window
    const plan = this.#plan
    const tokens = this.#tokens
    const { bytes, start } = window
    const whole = bytes.lastIndexOf(10, window.end - 1) + 1
    if (whole <= start) return false
    const end = cutAt(bytes, start, whole, this.#want)
    // before a line longer than the cap every record ends
    const final = end === window.end ? window.ended : end === whole && window.end - whole > plan.maxLineBytes
    reserveTokens(tokens, end - start, plan.wide)
    const chunk = { bytes, start, end, final }
    if (this.#backend.name === 'fallback') {
      this.#backend.tokenize(plan, chunk, tokens)
      this.#running = { done: Promise.resolve(), end }
    } else {
      const done = this.#backend.tokenizeAsync(plan, chunk, tokens)
      // who awaits the chunk sees a rejection; until then it must not count as unhandled
      done.catch(() => undefined)
      this.#running = { done, end }
    }
    return true
  }
}

/** Returns the end of the last line that ends within `want` bytes from `start`; of the first one where none does. */
function cutAt(bytes: Uint8Array, start: number, whole: number, want: number): number {
  if (whole - start <= want) return whole
  const cut = bytes.lastIndexOf(10, start + want - 1) + 1
  return cut > start ? cut : bytes.indexOf(10, start) + 1
}
