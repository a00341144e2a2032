import { invalid } from './errors.js'

declare const TextEncoder: new () => { encode(text: string): Uint8Array }
const encoder = new TextEncoder()

/**
 * Returns the place of the first half of a surrogate pair that is alone in text, from `from` on; -1: there is none.
 * UTF-8 does not have such halves: encoders turn all of them into the same character, U+FFFD.
 */
export function loneSurrogate(text: string, from = 0): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code & 0xf800) !== 0xd800) continue
    if (code >= 0xdc00 || (text.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) return i
    i++
  }
  return -1
}

/** Returns text as UTF-8; throws OL_PARAMETER for a lone surrogate in it. `name`: what the text is, for the message. */
export function utf8(text: string, name: string): Uint8Array {
  const lone = loneSurrogate(text)
  if (lone < 0) return encoder.encode(text)
  const around = text.slice(Math.max(0, lone - 20), lone + 20)
  throw invalid('OL_PARAMETER', name, 'text without lone surrogates', around)
}
