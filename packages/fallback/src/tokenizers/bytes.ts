/** Bytes that end a name in VW text: tab, line feed, carriage return, space, colon, bar; and NUL, which no line may have. */
export const endsName: Uint8Array = new Uint8Array(256)
for (const c of [0, 9, 10, 13, 32, 58, 124]) endsName[c] = 1

/** Returns whether the line ends at `p`: at a line feed or at a carriage return before one. */
export function endsLine(bytes: Uint8Array, p: number): boolean {
  const c = bytes[p]
  return c === 10 || (c === 13 && bytes[p + 1] === 10)
}

/** Returns whether a token ends at `p`: at a space, a tab or the end of the line. */
export function endsToken(bytes: Uint8Array, p: number): boolean {
  const c = bytes[p]
  return c === 32 || c === 9 || endsLine(bytes, p)
}

/** Returns the first byte from `p` on that ends a token. */
export function tokenEnd(bytes: Uint8Array, p: number): number {
  while (!endsToken(bytes, p)) p++
  return p
}
