/**
 * Returns whether a request has the token (`Authorization: Bearer TOKEN`). All bytes of two digests are compared, which
 * takes the same time whatever was sent, so that nobody learns the token character by character.
 * @param {Request} request
 * @param {string} token
 */
export async function hasToken(request, token) {
  const [a, b] = await Promise.all(
    [request.headers.get('authorization') ?? '', `Bearer ${token}`].map(
      async (text) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
    ),
  )
  let differences = 0
  for (let k = 0; k < a.length; k++) differences |= a[k] ^ b[k]
  return differences === 0
}
