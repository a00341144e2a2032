import { type Batch, type LossId, losses, namedRules, type RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { backends, parts, prepared, rulesAndLosses } from './data.js'

// The range of `clip: 'vw'` takes in the label of an example before it is learned: learn and predict may differ by that alone.

const cases = rulesAndLosses.flatMap(([rule, loss]: readonly [RuleName, LossId]) =>
  namedRules[rule].clip === 'vw' && losses[loss].labels === 'real'
    ? backends.map((backend) => [rule, loss, backend] as const)
    : [],
)

/** Examples that each go beyond all before, to both sides, so that scores leave the range of the labels so far. */
function widening(size: number): Batch {
  const values = Float64Array.from({ length: size }, (_, e) => (e % 3 === 0 ? -1 : 1) * (1 + e / 4))
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e),
    indices: new Uint32Array(size),
    values,
    labels: values.map((x) => x * 0.7),
  }
}

describe.each(cases)('%s with %s on %s', (rule, loss, backend) => {
  test('predict and learn keep a score within 0 and the labels, learn within its own, too', () => {
    const batch = widening(120)
    const model = prepared({ rule, loss, labelScale: 'none', bits: 5, backend }, batch)
    expect(model.options.clip).toBe('vw')
    let [low, high, apart] = [0, 0, 0]
    for (const part of parts(batch, 1)) {
      const free = Learner.fromBytes(model.toBytes(), { clip: 'none', backend })
      const [score] = free.predict(part)
      const [predicted] = model.predict(part)
      const [learned] = model.learn(part)
      const [label] = part.labels
      expect(predicted).toBe(Math.min(high, Math.max(low, score)))
      low = Math.min(low, label)
      high = Math.max(high, label)
      expect(learned).toBe(Math.min(high, Math.max(low, score)))
      if (learned !== predicted) apart++
    }
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(0)
    expect(apart).toBeGreaterThan(0)
  })

  test('labels with a scale keep the range of the labels so far', () => {
    expect(prepared({ rule, loss, backend }, widening(1)).options.clip).toBe('labels')
  })
})

test.each(['vw', 'nag'] as const)('scores of %s that are log odds have no range of labels', (rule) => {
  const two = new Learner({ rule, loss: 'softmax', task: 'binary', bits: 5 })
  const three = new Learner({ rule, loss: 'softmax', classes: 3, bits: 5 })
  expect([two.options.clip, three.options.clip]).toEqual(['none', 'none'])
})
