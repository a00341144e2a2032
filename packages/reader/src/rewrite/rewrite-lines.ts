import { ByteBuilder } from '../source/builder.js'

/** Rewrites the line bytes[start, end), which has no line feed, into `out`; false: it stays unchanged. */
export type Rewrite = (bytes: Uint8Array, start: number, end: number, out: ByteBuilder) => boolean

/** Returns how lines are rewritten from here on; undefined: the rest stays unchanged. */
export interface Rewriter {
  readonly rewrite: Rewrite | undefined
  /** is called for each line that is too long to be rewritten */
  passed?(): void
}

/**
 * Rewrites text line by line; each line stays one. A line longer than `most` stays unchanged. It works piece by piece
 * and does not delay a line that has ended. Pieces after the last rewritten line are passed on unchanged.
 */
export async function* rewriteLines(
  pieces: AsyncIterable<Uint8Array>,
  rewriter: Rewriter,
  most: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const held = new ByteBuilder(1 << 12)
  const out = new ByteBuilder(1 << 16)
  // within a long line: copy its bytes up to its end
  let passing = false
  const put = (bytes: Uint8Array, start: number, end: number): void => {
    if (end - start > most) rewriter.passed?.()
    else if (rewriter.rewrite?.(bytes, start, end, out) === true) return
    out.range(bytes, start, end)
  }
  const rest = pieces[Symbol.asyncIterator]()
  let ended = false
  try {
    while (rewriter.rewrite !== undefined) {
      const { done, value } = await rest.next()
      ended = done === true
      if (ended) break
      take(value)
      if (out.length > 0) yield out.take()
    }
    if (held.length > 0) {
      const line = held.take()
      // it has not ended yet and is too long to be rewritten
      if (ended) put(line, 0, line.length)
      else out.range(line)
    }
    if (out.length > 0) yield out.take()
    if (!ended) yield* { [Symbol.asyncIterator]: () => rest }
    ended = true
  } finally {
    if (!ended) await rest.return?.()
  }

  function take(piece: Uint8Array): void {
    let p = 0
    for (;;) {
      const feed = piece.indexOf(10, p)
      const end = feed < 0 ? piece.length : feed
      if (passing) out.range(piece, p, end)
      else if (feed < 0 || held.length > 0) held.range(piece, p, end)
      else put(piece, p, end)
      if (feed < 0) break
      if (held.length > 0) {
        const line = held.take()
        put(line, 0, line.length)
      }
      out.byte(10)
      passing = false
      p = feed + 1
    }
    if (held.length > most) {
      passing = true
      rewriter.passed?.()
      out.range(held.take())
    }
  }
}
