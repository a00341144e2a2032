import { expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { random } from './data.js'

// The mixture of experts keeps a weight of 0.9 on the one without derived features, and mixes three ways of weighing and two of
// calibrating: whatever the labels are, it is never further behind the learner without derived features than this, in
// nats.
const bound = Math.log(1 / 0.9) + Math.log(3) + Math.log(2)

/** Labels by the scores of both learners and by what the features say. */
const adversaries: Record<string, (t: number, plain: number, mixed: number, honest: number) => number> = {
  'what widens the gap most': (_t, plain, mixed) => (plain > mixed ? 1 : -1),
  'the opposite of each prediction': (_t, _plain, mixed) => (mixed > 0 ? -1 : 1),
  'honest until experts are trusted': (t, plain, mixed, honest) =>
    t < 500 ? honest : plain > mixed ? 1 : -1,
  'honest and not by turns': (t, plain, mixed, honest) =>
    Math.floor(t / 100) % 2 === 1 ? honest : plain > mixed ? 1 : -1,
}

test.each(Object.keys(adversaries))('experts cost no more than the bound: %s', (name) => {
  const options = { loss: 'logistic', bits: 10 } as const
  const plain = new Learner({ ...options, expand: 'off' })
  const mixed = new Learner({ ...options, expand: 'auto' })
  const next = random(3)
  const logLoss = (score: number, label: number): number => Math.log1p(Math.exp(-label * score))
  let behind = 0
  let furthest = 0
  for (let t = 0; t < 1000; t++) {
    const x = next() * 4 - 2
    const features = { x, w: Math.floor(next() * 8), c: 'pqr'[Math.floor(next() * 3)], u: next() }
    const [a, b] = [plain.predict(features), mixed.predict(features)]
    const label = adversaries[name](t, a, b, Math.abs(x) > 1 ? 1 : -1)
    furthest = Math.max(furthest, Math.abs(a - b))
    behind += logLoss(b, label) - logLoss(a, label)
    expect(behind, `after ${t + 1} examples`).toBeLessThanOrEqual(bound)
    plain.learn({ features, label })
    mixed.learn({ features, label })
  }
  // there were experts of weight
  expect(furthest).toBeGreaterThan(0.01)
})
