const ofTokens = new WeakSet<ArrayBufferLike>()

/**
 * Returns memory for arrays of tokens, most of which is never used. V8 counts the bytes of an ArrayBuffer as a load on its heap all
 * the same, and keeps collecting garbage because of them; it does not count the bytes of shared memory.
 */
export function tokenMemory(bytes: number): ArrayBufferLike {
  // browsers have shared memory for pages that ask for it alone
  if (typeof SharedArrayBuffer === 'undefined') return new ArrayBuffer(bytes)
  const shared = new SharedArrayBuffer(bytes)
  ofTokens.add(shared)
  return shared
}

/** Returns whether memory belongs to tokens, which nobody else writes although it is shared. */
export function isTokenMemory(buffer: ArrayBufferLike): boolean {
  return ofTokens.has(buffer)
}
