import { namedRules, type RuleEntry, type RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { backends, randomBatch, thrown } from './data.js'

const bounded = (Object.values(namedRules) as RuleEntry[]).filter(
  ({ maxExamples = 1e9 }) => maxExamples <= 1000,
)

describe.each(backends)('rules that learn from so many examples only, on %s', (backend) => {
  test('there are some', () => expect(bounded.length).toBeGreaterThan(0))

  test.each(bounded.map(({ id, maxExamples }) => [id as RuleName, maxExamples ?? 0] as const))(
    '%s learns from %i, and then predicts only',
    async (rule, maxExamples) => {
      const learner = new Learner({ rule, loss: 'logistic', backend })
      const full = { ...randomBatch(1, maxExamples - 1, 'logistic'), weights: undefined }
      learner.learn(full)
      const two = { ...randomBatch(2, 2, 'logistic'), weights: undefined }
      const { code, message } = thrown(() => learner.learn(two))
      expect(code).toBe('OL_HORIZON')
      expect(message).toContain(String(maxExamples))
      const one = { ...randomBatch(3, 1, 'logistic'), weights: undefined }
      learner.learn(one)
      expect(thrown(() => learner.learn(one)).code).toBe('OL_HORIZON')
      await expect(learner.learn([one])).rejects.toMatchObject({ code: 'OL_HORIZON' })
      expect(learner.predict(two)).toHaveLength(2)
      expect(Array.from(learner.predict(two)).every(Number.isFinite)).toBe(true)
    },
  )
})
