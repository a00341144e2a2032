import { hashName, murmur3, namespaceHash } from '@ol/numerics'
import type { HashMode } from '@ol/spec'
import type { NameFinder } from './dictionary.js'
import { readable } from './dictionary.js'

const numeric = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i

/** Names in VW text: `name`, `namespace^name`, `name=text` for a feature whose value is a text. */
export function vwNames(mode: HashMode, seed: number): NameFinder {
  return (line, dictionary) => {
    for (const section of line.replace(/\r$/, '').split('|').slice(1)) {
      const tokens = section.split(/[ \t]+/)
      const namespace = tokens[0].split(':')[0]
      const prefix = namespace === '' ? '' : `${namespace}^`
      const bytes = Buffer.from(namespace, 'latin1')
      const hash = namespaceHash(bytes, 0, bytes.length, seed, mode)
      let unnamed = 0
      for (const token of tokens.slice(1)) {
        if (token === '') continue
        const colon = token.lastIndexOf(':')
        const name = colon < 0 ? token : token.slice(0, colon)
        if (name === '' && colon >= 0) {
          const number = unnamed++
          dictionary.add(hash + number, () => readable(`${prefix}:${number}`))
          continue
        }
        const index = hashed(name, hash, mode)
        const value = colon < 0 ? '' : token.slice(colon + 1)
        if (value === '' || numeric.test(value)) dictionary.add(index, () => readable(prefix + name))
        else dictionary.add(hashed(value, index, mode), () => readable(`${prefix}${name}=${value}`))
      }
    }
  }
}

function hashed(text: string, seed: number, mode: HashMode): number {
  const bytes = Buffer.from(text, 'latin1')
  return hashName(bytes, 0, bytes.length, seed, mode)
}

/** The index of a text in a categorical column: always murmur3, whatever the mode. */
export function hashedText(text: string, seed: number): number {
  const bytes = Buffer.from(text, 'latin1')
  return murmur3(bytes, 0, bytes.length, seed)
}
