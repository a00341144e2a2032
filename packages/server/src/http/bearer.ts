import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns the function that checks the token of a request. It compares digests, which takes the same time for any
 * input, so nobody can learn the token byte by byte, nor its length.
 */
export function bearerCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digestOf(`Bearer ${token}`)
  return (authorization) => timingSafeEqual(digestOf(authorization ?? ''), expected)
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
