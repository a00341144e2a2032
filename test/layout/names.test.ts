import { describe, expect, it } from 'vitest'
import { typescriptFiles } from './sources.js'

/**
 * Rooms whose files are named by one table, so that the same stem in two of them means the same thing there: an entry, its
 * arithmetic, its theorem; an operation, the command that runs it. `within`: a room that one of them must be in.
 */
const families: readonly (readonly [what: string, rooms: RegExp, within?: RegExp])[] = [
  [
    'a kind of rules',
    /^(spec\/(rules|parameters|descriptions)|regret\/bounds|fallback\/rules\/[a-z-]+)\/[a-z-]+$/,
  ],
  ['losses', /^spec\/(losses|(parameters|descriptions)\/losses)$/],
  ['a rule and the loss of that name', /^(fallback\/rules\/[a-z-]+|numerics\/losses)\/[a-z-]+$/],
  ['the format and the rule of Vowpal Wabbit', /^fallback\/(rules\/normalized|tokenizers)\/vw$/],
  [
    'a command and what it runs or shows',
    /^(cli\/commands|pipeline\/(operations|input)|core\/(search|learner|examples)|core|reader|experiments\/(datasets|experiments))\/[a-z-]+$/,
    /^cli\/commands\//,
  ],
  ['a checksum, in TypeScript and by zlib', /^platform\/(node\/)?crc32$/],
  ['zeros, by a loop and by memcmp', /^platform\/(node\/)?zeros$/],
  ['the merge of rows, of models, and of files', /^(fallback|core|cli)\/(merge|commands)\/merge$/],
  // twins of native/core/engine, whose parts are its functions
  [
    'the active features of an example, and the part of the engine that they are for',
    /^fallback\/(engine|rules)\/active$/,
  ],
  ['a part of the engine', /^(fallback\/engine|cli\/commands)\/predict$/],
  [
    'a part of the engine, and a kind of rules',
    /^(fallback\/engine|spec\/(rules|parameters|descriptions)|regret\/bounds)\/gradient$/,
  ],
]

/** Exports of the same name in two packages, and why they are the same thing there. */
const sameVerb = 'the same, over files and streams instead of batches'
const shared: Readonly<Record<string, string>> = {
  perceptron: 'the rule, and its loss',
  explain: sameVerb,
  predict: sameVerb,
  search: sameVerb,
  SearchOptions: sameVerb,
  stats: sameVerb,
}

const path = (file: string): string =>
  file.replace(/^packages\/([a-z]+)\/src\//, '$1/').replace(/(\.d)?\.ts$/, '')

function groups(entries: readonly (readonly [key: string, place: string])[]): [string, string[]][] {
  const all = new Map<string, Set<string>>()
  for (const [key, place] of entries) all.set(key, (all.get(key) ?? new Set()).add(place))
  return [...all].filter(([, places]) => places.size > 1).map(([key, places]) => [key, [...places].sort()])
}

describe('one name, one thing', () => {
  it('no two files have the same stem, but those that one table names', () => {
    const stems = typescriptFiles.map(
      ({ path: file }) => [path(file).replace(/.*\//, ''), path(file)] as const,
    )
    const homonyms = groups(stems).filter(
      ([stem, places]) =>
        stem !== 'index' &&
        !families.some(
          ([, rooms, within = rooms]) =>
            places.every((place) => rooms.test(place)) && places.some((place) => within.test(place)),
        ),
    )
    expect(homonyms).toEqual([])
  })

  it('no two packages export the same name for different things', () => {
    // nothing imports the command line, and what browsers have instead is exported under the names of Node's
    const files = typescriptFiles.filter(
      ({ path: file }) => !/^packages\/(cli\/|platform\/src\/other)/.test(file),
    )
    const exported = files.flatMap(({ path: file, text }) =>
      [
        ...text.matchAll(
          /^export (?:declare )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|let) +(\w+)/gm,
        ),
      ].map(([, name]) => [name, file.split('/')[1]] as const),
    )
    expect(Object.keys(Object.fromEntries(groups(exported))).sort()).toEqual(Object.keys(shared).sort())
  })
})
