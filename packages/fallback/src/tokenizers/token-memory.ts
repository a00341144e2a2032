const ofTokens = new WeakSet<ArrayBufferLike>()

/**
 * Returns memory for arrays of tokens, most of which is never used. V8 counts all bytes of an ArrayBuffer towards its
 * heap and therefore collects garbage more often; it does not count the bytes of shared memory.
 */
export function tokenMemory(bytes: number): ArrayBufferLike {
  // browsers offer shared memory only to pages that request it
  if (typeof SharedArrayBuffer === 'undefined') return new ArrayBuffer(bytes)
  const shared = new SharedArrayBuffer(bytes)
  ofTokens.add(shared)
  return shared
}

/** Returns whether memory belongs to tokens: although it is shared, nothing else writes to it. */
export function isTokenMemory(buffer: ArrayBufferLike): boolean {
  return ofTokens.has(buffer)
}
