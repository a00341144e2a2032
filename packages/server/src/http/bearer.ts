import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns what tells whether a request bears a token. It compares digests, which takes the same time whatever was sent: nobody learns the
 * token byte by byte, nor its length.
 */
export function bearerCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digestOf(`Bearer ${token}`)
  return (authorization) => timingSafeEqual(digestOf(authorization ?? ''), expected)
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
