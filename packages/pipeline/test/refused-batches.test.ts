import { Learner } from '@ol/core'
import { wantedNames } from '@ol/core/internal'
import { type ReadOptions, read } from '@ol/reader'
import { expect, test } from 'vitest'
import { batcherFor } from '../src/operations/batching.js'
import { Session } from '../src/session.js'

test('examples whose products are refused leave nothing for the next batch', async () => {
  const options: ReadOptions = { interactions: ['ab'], constant: true }
  const reader = read(new TextEncoder().encode('1 |a x:2 |b y:3\n'), { ...options, format: 'vw' })
  for await (const _ of reader) break
  const learner = new Learner({ rule: 'nag', loss: 'squared', bits: 10 })
  const session = new Session(learner)
  const good = { features: { a: { x: 2 }, b: { y: 3 } }, label: 1, tag: 'good' }
  const bad = { features: { a: { x: 1e90, z: 1e90 }, b: { y: 1e90 } }, label: 1, tag: 'bad' }
  const make = () => batcherFor(session, { schema: reader.schema }, true, undefined, wantedNames(learner))
  const batcher = make()
  const expected = make().batch([good])
  expect(expected.indices.length).toBe(4)
  for (let k = 0; k < 2; k++) {
    expect(() => batcher.batch([good, bad])).toThrow(expect.objectContaining({ code: 'OL_VALUE' }))
    expect(batcher.batch([good])).toEqual(expected)
  }
})
