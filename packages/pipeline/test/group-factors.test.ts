import { Learner } from '@ol/core'
import { expect, test } from 'vitest'
import { train } from './small.js'

const rows = Array.from({ length: 80 }, (_, i) => ({
  label: (i * 13) % 5 > 1 ? 1 : -1,
  x: ((i * 7) % 5) - 2,
  z: ((i * 11) % 7) - 3,
}))
const lines = rows.map(({ label, x, z }) => `${label} |a x:${x} |b z:${z}\n`)
const options = {
  rule: 'adagrad-cmd-dense',
  loss: 'logistic',
  regularizer: 'group-linf',
  strength: 0.01,
  bits: 6,
  groupFactors: { a: 20 },
} as const

test('namespaces of a file are those of objects, in one pass and in several, and in a model that continues', async () => {
  const learner = new Learner(options)
  const learn = () => {
    for (const { label, x, z } of rows) learner.learn({ label, features: { a: { x }, b: { z } } })
  }
  learn()
  const bytes = new TextEncoder().encode(lines.join(''))
  const { model } = await train(bytes, { format: 'vw', ...options })
  expect([...model.learner.weights()]).toEqual([...learner.weights()])
  const file = model.learner.toBytes()
  learn()
  const { model: twice } = await train(bytes, { format: 'vw', passes: 2, holdout: false, ...options })
  expect([...twice.learner.weights()]).toEqual([...learner.weights()])
  const { model: on } = await train(bytes, { initialModel: file })
  expect([...on.learner.weights()]).toEqual([...learner.weights()])
  // the factor has an effect
  const { model: plain } = await train(bytes, { format: 'vw', ...options, groupFactors: undefined })
  expect([...plain.learner.weights()]).not.toEqual([...model.learner.weights()])
})

test('a cache does not keep them, and is refused', async () => {
  const bytes = new TextEncoder().encode(lines.join(''))
  await expect(train(bytes, { format: 'vw', cache: true, ...options })).rejects.toThrow(
    expect.objectContaining({ code: 'OL_PARAMETER' }),
  )
})
