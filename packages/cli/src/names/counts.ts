import { hashName, namespaceHash } from '@ol/numerics'
import type { HashMode } from '@ol/spec'
import type { NameFinder } from './dictionary.js'
import { readable } from './dictionary.js'

/** Names in documents of words and counts: the words. */
export function countsNames(mode: HashMode, seed: number): NameFinder {
  const root = namespaceHash(new Uint8Array(0), 0, 0, seed, mode)
  return (line, dictionary) => {
    for (const token of line.split(/[ \t]+/)) {
      const colon = token.indexOf(':')
      if (colon <= 0 || token.startsWith('#label#:')) continue
      const bytes = Buffer.from(token.slice(0, colon), 'latin1')
      dictionary.add(hashName(bytes, 0, bytes.length, root, mode), () => readable(token.slice(0, colon)))
    }
  }
}
