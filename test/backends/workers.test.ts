import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { backends } from '../../packages/core/test/data.js'
// @ts-expect-error: plain JavaScript, which threads run as it is
import { batchOf, learnerOf, rounds } from './workers-data.mjs'

// Threads that come and go; the main thread never loads the addon.

const script = fileURLToPath(new URL('workers-main.mjs', import.meta.url))

function runs(kind: string): unknown {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script, kind], {
    encoding: 'utf8',
    timeout: 240_000,
  })
  expect([status, signal, stderr]).toEqual([0, null, ''])
  return JSON.parse(stdout)
}

/** The model of a thread of this number, learned alone. */
function alone(k: number): string {
  const model = learnerOf('fallback')
  for (let round = 0; round < rounds; round++) model.learn(batchOf(k, round))
  return createHash('sha256').update(model.toBytes()).digest('hex')
}

describe('threads of JavaScript', () => {
  test.each(['learning', 'training', 'opening'])('that are ended while %s harm nobody', (kind) => {
    expect(runs(kind)).toEqual([backends.includes('native') ? 'native' : 'fallback'])
  })

  test('that are ended while loading the addon harm nobody', () => {
    expect(runs('loading')).toEqual(['loads'])
  })

  test('that learn at the same time each learn the same as alone', () => {
    expect(runs('together')).toEqual([0, 1, 2, 3].map(alone))
  })
})
