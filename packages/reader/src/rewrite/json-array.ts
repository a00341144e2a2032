import { markLength } from '@ol/spec'
import { ByteBuilder } from '../source/builder.js'

const [tab, feed, back, space, quote, comma, open, backslash, close, brace, braceEnd] = [
  9, 10, 13, 32, 34, 44, 91, 92, 93, 123, 125,
]

function isBlank(c: number): boolean {
  return c === space || c === feed || c === back || c === tab
}

/**
 * Yields the elements of a JSON array of objects as the lines of JSON Lines, the k-th element as line k; text that does not begin
 * with `[` and `{` stays unchanged. `onArray` is called once if it is an array.
 */
export async function* jsonArrayLines(
  pieces: AsyncIterable<Uint8Array>,
  onArray: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const rest = pieces[Symbol.asyncIterator]()
  let ended = false
  try {
    const head = new ByteBuilder(1 << 10)
    let decision: boolean | undefined
    let first: Uint8Array = new Uint8Array(0)
    while (decision === undefined) {
      const { done, value } = await rest.next()
      ended = done === true
      if (!ended) head.range(value)
      const bytes = head.take()
      first = bytes
      decision = ended ? false : startsArray(bytes)
      if (decision === undefined) head.range(bytes)
    }
    if (decision === false) {
      if (first.length > 0) yield first
      // passes buffers for pieces on to the source
      if (!ended) yield* { [Symbol.asyncIterator]: () => rest }
      ended = true
      return
    }
    onArray()
    const elements = new Elements()
    for (let piece: Uint8Array | undefined = first; piece !== undefined; ) {
      const lines = elements.take(piece)
      if (lines.length > 0) yield lines
      const { done, value } = await rest.next()
      ended = done === true
      piece = ended ? undefined : value
    }
  } finally {
    if (!ended) await rest.return?.()
  }
}

/** Returns whether text begins an array of objects; undefined: more of it must come. */
function startsArray(bytes: Uint8Array): boolean | undefined {
  let p = markLength(bytes, 0)
  while (p < bytes.length && isBlank(bytes[p])) p++
  if (p === bytes.length) return undefined
  if (bytes[p] !== open) return false
  p++
  while (p < bytes.length && isBlank(bytes[p])) p++
  return p === bytes.length ? undefined : bytes[p] === brace
}

/** Turns the elements of an array into lines, piece by piece. */
class Elements {
  readonly #out = new ByteBuilder(1 << 16)
  #started = false
  /** the nesting depth of the current element; 0: between elements */
  #depth = 0
  #inString = false
  #escaped = false
  #bare = false
  #ended = false

  take(piece: Uint8Array): Uint8Array {
    for (const c of piece) this.#byte(c)
    return this.#out.take()
  }

  #byte(c: number): void {
    const out = this.#out
    if (!this.#started) {
      this.#started = c === open
      return
    }
    if (this.#depth === 0 && !this.#inString) {
      if (isBlank(c)) return
      if (this.#bare && (c === comma || c === close)) {
        out.byte(feed)
        this.#bare = false
      }
      if (!this.#ended && c === comma) return
      if (!this.#ended && c === close) {
        this.#ended = true
        return
      }
      // anything that is not an object, or follows the array, is a bad line
      this.#bare = c !== brace
    }
    out.byte(c === feed || c === back ? space : c)
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (c === backslash) this.#escaped = true
      else if (c === quote) this.#inString = false
      return
    }
    if (c === quote) this.#inString = true
    else if (c === brace || c === open) this.#depth++
    else if ((c === braceEnd || c === close) && this.#depth > 0 && --this.#depth === 0) {
      out.byte(feed)
      this.#bare = false
    }
  }
}
