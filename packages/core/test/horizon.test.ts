import { type Batch, namedRules, type RuleEntry, type RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import { backends, thrown } from './data.js'

const bounded = (Object.values(namedRules) as RuleEntry[]).filter(
  ({ maxExamples }) => maxExamples !== undefined,
)

/** Rules that reach their horizon in the time of a short run: two million examples take TypeScript a minute. */
const reached = (backend: string): RuleEntry[] =>
  bounded.filter(({ maxExamples = 0 }) => isFull || backend === 'native' || maxExamples < 1e6)

/** Examples without a feature: what a rule can learn from is a number of rounds. */
function empty(size: number): Batch {
  return {
    size,
    offsets: new Uint32Array(size + 1),
    indices: new Uint32Array(0),
    values: new Float64Array(0),
    labels: new Float64Array(size).fill(1),
  }
}

describe.each(backends)('rules that learn from so many examples only, on %s', (backend) => {
  test('there are some', () => expect(bounded.length).toBeGreaterThan(0))

  test.each(reached(backend).map(({ id, maxExamples }) => [id as RuleName, maxExamples ?? 0] as const))(
    '%s learns from %i, and then predicts only',
    { timeout: 300_000 },
    async (rule, maxExamples) => {
      const learner = new Learner({ rule, loss: 'logistic', constant: false, bits: 1, backend })
      const part = 2 ** 16
      for (let left = maxExamples - 1; left > 0; left -= part) learner.learn(empty(Math.min(left, part)))
      const two = empty(2)
      const { code, message } = thrown(() => learner.learn(two))
      expect(code).toBe('OL_HORIZON')
      expect(message).toContain(String(maxExamples))
      const one = empty(1)
      learner.learn(one)
      expect(thrown(() => learner.learn(one)).code).toBe('OL_HORIZON')
      await expect(learner.learn([one])).rejects.toMatchObject({ code: 'OL_HORIZON' })
      expect(learner.predict(two)).toHaveLength(2)
      expect(Array.from(learner.predict(two)).every(Number.isFinite)).toBe(true)
    },
  )
})
