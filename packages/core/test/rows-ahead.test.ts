import { fallback } from '@ol/fallback'
import type { Batch, LearnsAsync } from '@ol/spec'
import { expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { parts, random } from './data.js'

/** Examples of three features, of which ever more appear, to `most`. */
function growing(count: number, most: number): Batch {
  const next = random(4)
  const length = 3 * count
  const indices = Uint32Array.from({ length }, (_, i) =>
    Math.floor((next() * (i + 20) * most) / (length + 20)),
  )
  return {
    size: count,
    offsets: Uint32Array.from({ length: count + 1 }, (_, e) => 3 * e),
    indices,
    upper: new Uint32Array(indices.length),
    values: Float64Array.from(indices, (index) => 1 + (index % 5)),
    labels: Float64Array.from({ length: count }, (_, e) => (indices[3 * e] % 3 === 0 ? 1 : -1)),
    weights: Float64Array.from({ length: count }, (_, e) => (e % 29 === 3 ? 0 : 1)),
  }
}

/** A thread that learns when others have had their turn; `most`: the lessons under way at a time so far. */
class Thread implements LearnsAsync {
  #last: Promise<unknown> = Promise.resolve()
  #under = 0
  most = 0

  learnAsync: LearnsAsync['learnAsync'] = (plan, table, batch, results) => {
    this.most = Math.max(this.most, ++this.#under)
    const lesson = this.#last.then(async () => {
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
      fallback.learn(plan, table, batch, results)
      this.#under--
    })
    this.#last = lesson
    return lesson
  }
}

test.each([
  ['one model', { rule: 'nag', bits: 'grow' }],
  ['a mixture', { rule: 'auto-small', loss: 'logistic', bits: 'grow' }],
  ['rows for a few features', { rule: 'nag', bits: 'grow', maxFeatures: 90 }],
  ['a matrix', { rule: 'arow-full', loss: 'hinge' }],
] as const)(
  '%s: batches that are begun early find rows, and the table grows between lessons',
  async (_, own) => {
    const options = checkOptions({ ...own, backend: 'fallback' })
    const all = own.rule === 'arow-full' ? growing(600, 100) : growing(3000, 2000)
    const expected = new Learner<number>(options)
    for (const batch of parts(all, 50)) expected.learn(batch)
    const found = new Learner<number>(options)
    const work = new Thread()
    const early = { early: true, work, trusted: true }
    await found.learn(parts(all, 50), early)
    expect(Buffer.from(found.toBytes()).equals(Buffer.from(expected.toBytes()))).toBe(true)
    expect(work.most).toBe(own.rule === 'arow-full' ? 1 : 2)
  },
)
