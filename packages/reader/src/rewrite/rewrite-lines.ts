import { ByteBuilder } from '../source/builder.js'

/** Rewrites the line bytes[start, end), which has no line feed, into `out`; false: it stays unchanged. */
export type Rewrite = (bytes: Uint8Array, start: number, end: number, out: ByteBuilder) => boolean

/** Returns how lines are rewritten from here on; undefined: the rest stays unchanged. */
export interface Rewriter {
  readonly rewrite: Rewrite | undefined
}

/**
 * Rewrites text line by line; each line stays one. A line longer than `most` stays unchanged. It works piece by piece
 * and does not hold back a line that has ended.
 */
export async function* rewriteLines(
  pieces: AsyncIterable<Uint8Array>,
  rewriter: Rewriter,
  most: number,
): AsyncGenerator<Uint8Array> {
  const held = new ByteBuilder(1 << 12)
  const out = new ByteBuilder(1 << 16)
  // within a long line: copy its bytes up to its end
  let passing = false
  const put = (bytes: Uint8Array, start: number, end: number): void => {
    if (end - start > most || rewriter.rewrite?.(bytes, start, end, out) !== true)
      out.range(bytes, start, end)
  }
  for await (const piece of pieces) {
    if (rewriter.rewrite === undefined && held.length === 0 && !passing) {
      yield piece
      continue
    }
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
      out.range(held.take())
    }
    if (out.length > 0) yield out.take()
  }
  if (held.length > 0) {
    const line = held.take()
    put(line, 0, line.length)
  }
  if (out.length > 0) yield out.take()
}
