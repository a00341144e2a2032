import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns whether a request has the token (`Authorization: Bearer TOKEN`). Comparing digests takes the same time
 * whatever was sent, so that nobody learns the token character by character, nor its length.
 * @param {string} token
 * @returns {(authorization: string | undefined) => boolean}
 */
export function bearerCheck(token) {
  const expected = digest(`Bearer ${token}`)
  return (authorization) => timingSafeEqual(digest(authorization ?? ''), expected)
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest()
}
