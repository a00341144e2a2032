/** Returns whether the bytes [from, to) are all 0; both are multiples of 4. */
export function areZero(bytes: Uint8Array, from: number, to: number): boolean {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from) / 4)
  let any = 0
  for (let i = 0; i < words.length; i++) any |= words[i]
  return any === 0
}
