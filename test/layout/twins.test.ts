import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** Parts of one language only, and why. */
const typescriptOnly: Record<string, string> = {
  'engine/kernel': 'the loops over the features of one lane, made for a table so that V8 knows its arrays',
  'engine/score-parts':
    'what each feature adds to a score, for one example at a time; scores come from both backends',
  'engine/run': 'the constructor of the class Engine',
  'engine/state': 'members of the class Engine',
  'expand/origins': 'what derived features are made of, for one example at a time, and for curves',
  fallback: 'the backend with the tokenizers: binding/ joins them to the addon',
  'engine-backend': 'the calls of the engine, for rules that were imported one by one',
  'learning-backend': 'the backend without the tokenizers, for pages that only learn',
  'losses/coupling': 'which losses couple classes, of those that were imported; the addon has all',
  'losses/twin-of': 'losses that were imported; the addon has all',
  'losses/known-losses': 'losses with their entries, for pages that load no others',
  'rule-exports': 'rules one by one and by family: the addon has all',
  'rules/families': 'rules by family, for pages that load no others',
  'rules/known': 'rules that were imported; the addon has all',
  'rules/single': 'rules one by one, for pages that load no others',
  'modifiers/own-unit':
    'weights in the unit of their feature, which TypeScript alone reads for both backends',
  tokenizers: 'a table of functions; the addon chooses between blocks and walks in tokenizers/tokenize.cc',
  'tokenizers/bad-line': 'what errors say of a line; the addon counts faults and places',
  'tokenizers/cell-reader': 'single cells, which only objects have: a batch of them is made in JavaScript',
  'tokenizers/cell-of-value': 'values of objects as cells: a batch of them is made in JavaScript',
  'tokenizers/column-plan': 'part of a plan, which JavaScript owns',
  'tokenizers/csv-field': 'part of csv.cc',
  'tokenizers/csv-numbers': 'a quick way of its own; the addon has blocks',
  'tokenizers/four': 'a quick way of its own; the addon has blocks',
  'tokenizers/named-tokens': 'names of features, where pages ask for them; the addon has its own',
  'tokenizers/naming': 'names of features, which are looked up and never learned from',
  'tokenizers/pairs': 'a quick way of its own; the addon has blocks',
  'tokenizers/prose-codes': 'part of prose.cc',
  'tokenizers/prose-part': 'the addon has all tokenizers',
  'tokenizers/token-memory': 'arrays of tokens, which JavaScript owns',
  'tokenizers/wide': 'exact products, for which C++ has 128-bit integers',
  'tokenizers/with-upper': 'the two passes over a chunk for both halves of keys, which tokenize.cc makes',
  'tokenizers/wrong': 'part of tokens.h',
}
const nativeOnly: Record<string, string> = {
  'cross/products': 'the innermost loops of cross/cross.ts, vectorized',
  'each-tier': 'tiers of instruction sets',
  'engine/fours': 'part of forward.ts and step-from-loss.ts, four features side by side',
  'engine/step-from-loss-lanes': 'the step of several lanes, vectorized over them',
  'engine/tier': 'tiers of instruction sets',
  'expand/state': 'the types of @ol/spec',
  'hash/crc32': 'a checksum, whose twin is in packages/platform',
  'losses/lanes': 'losses vectorized over lanes',
  'mixture/over-lanes': 'mixtures vectorized over lanes',
  'math/bits': 'part of exp.ts and log.ts',
  pages: 'huge pages',
  'stream/workers': 'threads; without them the work is done within the calls',
  'rules/standardized/arithmetic': 'part of survey.ts, vectorized over features',
  'rules/standardized/dense-list': 'part of survey.ts',
  registry: 'engines by rule, precision and tier',
  table: 'the types of @ol/spec',
  tiers: 'tiers of instruction sets',
  'tokenizers/blocks': 'tokenizers vectorized over the bytes of a block',
  'validation/validation': 'the types of @ol/spec',
  'tokenizers/tokenize': 'chooses between blocks and walks',
}

/** Stems under a folder: paths without extension; the index of a folder is the folder. */
function stemsOf(folder: string, extension: RegExp): string[] {
  const files = readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    extension.test(file),
  )
  return files.map((file) =>
    file
      .replaceAll('\\', '/')
      .replace(extension, '')
      .replace(/\/index$/, ''),
  )
}

const typescript = new Set(
  ['packages/fallback/src', 'packages/numerics/src']
    .flatMap((folder) => stemsOf(folder, /\.ts$/))
    .filter((stem) => stem !== 'index'),
)
const native = new Set(
  stemsOf('native/core', /\.(h|cc|inc)$/).map((stem) =>
    stem.replace(/^tokenizers\/blocks\/.*/, 'tokenizers/blocks'),
  ),
)

describe('twins have the same stem in both languages', () => {
  it.each([
    ['packages/fallback and packages/numerics', typescript, native, typescriptOnly],
    ['native/core', native, typescript, nativeOnly],
  ])('%s', (_, own, others, only) => {
    const alone = [...own].filter((stem) => !others.has(stem))
    // an exception that has a twin, or is gone, is none
    expect(alone.sort()).toEqual(Object.keys(only).sort())
  })

  it('has rules, losses and tokenizers at all', () => {
    for (const stem of ['rules/normalized/nag', 'losses/logistic', 'tokenizers/vw', 'index/locate']) {
      expect(typescript).toContain(stem)
      expect(native).toContain(stem)
    }
  })
})
