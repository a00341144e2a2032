import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ol, temporaryFolder } from './run.js'

const { path, put } = temporaryFolder()
const rows = Array.from(
  { length: 40 },
  (_, i) => `${i % 5},${i % 2},${(i * 7) % 11},${(i % 3) + 1},w${i % 4}`,
)

/** Flags of one run and of the next, and what the second says about the cache of the first. */
const runs: readonly (readonly [first: string, second: string, stale: string])[] = [
  ['--label a', '--label b', 'it was made with label "a", not "b"'],
  ['--label a', '--label a --ignore n', 'it was made with ignore by default, not ["n"]'],
  ['--label b', '--label b --loss logistic', 'it was made with task "auto", not "binary"'],
  ['--label c --classes 3', '--label c --classes 1,2,3', 'it was made with classes 3, not ["1","2","3"]'],
  [
    '--label a',
    '--label a --bits grow',
    'it was made for a table of slots, not for an exact feature index (bits grow)',
  ],
]

test.each(runs)('train %s, then %s: a model of the second flags', (first, second, stale) => {
  const data = put('d.csv', ['a,b,n,c,w', ...rows, ''].join('\n'))
  const train = (flags: string, model: string, ...more: string[]) => {
    const ran = ol([
      'train',
      '--rule',
      'nag',
      data,
      ...flags.split(' '),
      '--passes',
      '2',
      '--quiet',
      '-o',
      path(model),
      ...more,
    ])
    expect([ran.stderr, ran.code]).toEqual([ran.stderr, 0])
    return { ...ran, bytes: readFileSync(path(model)) }
  }
  train(first, 'first.ol')
  const fresh = train(second, 'fresh.ol', '--no-cache')
  const cached = train(second, 'cached.ol')
  expect(cached.stderr).toBe(`ol-cli: ${data}.olcache is regenerated: ${stale}\n`)
  expect(cached.bytes.equals(fresh.bytes)).toBe(true)
  const again = train(second, 'again.ol')
  expect(again.stderr).toBe('')
  expect(again.bytes.equals(fresh.bytes)).toBe(true)
})
