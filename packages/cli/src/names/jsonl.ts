import { hashText, namespaceHash } from '@ol/numerics'
import type { HashMode } from '@ol/spec'
import type { Dictionary, NameFinder } from './dictionary.js'
import { readable } from './dictionary.js'
import { hashedText } from './vw.js'

/** Names in JSON Lines: `name`, `name=text`, and `namespace^name` for the members of objects and arrays. */
export function jsonlNames(mode: HashMode, seed: number): NameFinder {
  const root = namespaceHash(new Uint8Array(0), 0, 0, seed, mode)
  return (line, dictionary) => {
    const example = parsed(line)
    if (typeof example === 'object' && example !== null)
      nameMembers({ dictionary, mode, seed }, example, root, '', 0)
  }
}

/** A bad line has no features to name. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(readable(line))
  } catch {
    return undefined
  }
}

interface Naming {
  readonly dictionary: Dictionary
  readonly mode: HashMode
  readonly seed: number
}

function nameMembers(naming: Naming, object: object, hash: number, prefix: string, depth: number): void {
  const { dictionary, mode, seed } = naming
  for (const [name, value] of Object.entries(object)) {
    if (depth === 0 && /^_?features$/.test(name) && isObject(value)) {
      nameMembers(naming, value, hash, prefix, 1)
    } else if (typeof value === 'object' && value !== null) {
      const inner = name === '' ? hash : hashText(name, depth <= 1 ? seed : hash, mode)
      const within = name === '' ? prefix : `${prefix}${name}^`
      if (isObject(value)) nameMembers(naming, value, inner, within, depth <= 1 ? 2 : depth + 1)
      else nameElements(naming, value as readonly unknown[], inner, within)
    } else {
      const index = hashText(name, hash, mode)
      if (typeof value === 'string')
        dictionary.add(hashedText(bytesOf(value), index), () => `${prefix}${name}=${value}`)
      else dictionary.add(index, () => prefix + name)
    }
  }
}

function nameElements(naming: Naming, array: readonly unknown[], hash: number, prefix: string): void {
  array.forEach((value, i) => {
    const name = typeof value === 'string' ? value : String(i)
    naming.dictionary.add(hashText(name, hash, naming.mode), () => prefix + name)
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text as its UTF-8 bytes, one per character. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
