import { expect, test } from 'vitest'
import { isFull } from '../../packages/spec/test/grid.js'
import { generator, type Random } from '../tokenizers/texts.js'
import { corpus } from './corpus.js'
import { mutated, withNumber } from './target.js'
import { targets } from './targets.js'

// the same inputs on every push, and those that were findings once
const runsOf = (name: string): number =>
  isFull ? 60 : (few.get(name) ?? (name.startsWith('options of') ? 2 : 6))
/** Those of which one takes a second or two. */
const few = new Map([
  ['clipped-errors', 2],
  ['options of merging', 1],
])

test.each(targets)('$name: a few inputs without a finding', async ({ name, run }) => {
  const seen = new Set<string>()
  const each = runsOf(name)
  for (let seed = 1; seed <= each; seed++) seen.add(await run(generator(seed * 7919)))
  expect(seen.size).toBeGreaterThan(0)
})

test('earlier findings stay fixed', async () => {
  for (const [name, seed] of corpus)
    await targets.find((target) => target.name === name)?.run(generator(seed))
  const names = targets.map(({ name }) => name)
  expect(corpus.filter(([name]) => !names.includes(name))).toEqual([])
})

test.each([mutated, (bytes: Uint8Array, random: Random) => withNumber(bytes, 0, random)])(
  'a sample in a Buffer is copied before it is changed: the next run has the same one',
  (change) => {
    const sample = Buffer.alloc(64, 'a sample')
    for (let seed = 1; seed <= 20; seed++) change(sample, generator(seed))
    expect(sample).toEqual(Buffer.alloc(64, 'a sample'))
  },
)
