import { describe, expect, it } from 'vitest'
import { typescriptFiles } from './sources.js'

/**
 * Folders of a package whose files are named by one table, so that the same stem in two of them means the same thing there: an entry
 * and its description.
 */
const families: readonly (readonly [what: string, folders: RegExp])[] = [
  ['a kind of rules', /^spec\/(rules|parameters|descriptions)\/[a-z-]+$/],
  ['losses', /^spec\/(losses|(parameters|descriptions)\/losses)$/],
  ['a part of the engine, and of rules of one kind', /^fallback\/(engine|rules(\/[a-z-]+)?)\/[a-z-]+$/],
  ['the format and the rule of Vowpal Wabbit', /^fallback\/(rules\/normalized|tokenizers)\/vw$/],
  ['a checksum, in TypeScript and by zlib', /^platform\/(node\/)?crc32$/],
  ['zeros, by a loop and by memcmp', /^platform\/(node\/)?zeros$/],
]

const path = (file: string): string =>
  file.replace(/^packages\/([a-z]+)\/src\//, '$1/').replace(/(\.d)?\.ts$/, '')

function groups(entries: readonly (readonly [key: string, place: string])[]): [string, string[]][] {
  const all = new Map<string, Set<string>>()
  for (const [key, place] of entries) all.set(key, (all.get(key) ?? new Set()).add(place))
  return [...all].filter(([, places]) => places.size > 1).map(([key, places]) => [key, [...places].sort()])
}

describe('one name, one thing', () => {
  it('no two files of a package have the same stem, but those that one table names', () => {
    const stems = typescriptFiles.map(
      ({ path: file }) => [path(file).replace(/\/(.*\/)?/, ' '), path(file)] as const,
    )
    const homonyms = groups(stems).filter(
      ([stem, places]) =>
        !stem.endsWith(' index') &&
        !families.some(([, folders]) => places.every((place) => folders.test(place))),
    )
    expect(homonyms).toEqual([])
  })
})
