import { OLError } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { search } from '../src/search/search.js'
import { backends, randomBatch } from './data.js'

async function code(action: () => Promise<unknown>): Promise<string> {
  try {
    await action()
  } catch (error) {
    if (error instanceof OLError) return error.code
    throw error
  }
  return 'nothing thrown'
}

describe.each(backends)('search on %s', (backend) => {
  const batch = randomBatch(2, 1200, 'logistic')
  const source = () => [batch]

  test('every trial has the loss of a run of its own, and the best model has its bytes', async () => {
    const learner = { loss: 'logistic', bits: 6, backend } as const
    const found = await search(source, { learner, lanes: 5 })
    expect(found.trials.length).toBeGreaterThan(16)
    expect(found.passes).toBeGreaterThan(1)
    for (const trial of found.trials) {
      const alone = new Learner(checkOptions({ ...learner, learningRate: trial.parameters.learningRate }))
      alone.learn(batch)
      expect(trial.averageLoss).toBe(alone.report().averageLoss)
      expect(trial.errorRate).toBe(alone.report().errorRate)
      if (trial === found.best) expect(Buffer.compare(found.learner.toBytes(), alone.toBytes())).toBe(0)
    }
    expect(Math.min(...found.trials.map((trial) => trial.averageLoss))).toBe(found.best.averageLoss)
  })

  test('the best model continues like a separate run', async () => {
    const learner = { rule: 'ng', loss: 'squared', bits: 6, backend } as const
    const data = randomBatch(3, 600)
    const grid = { learningRate: [0.01, 0.1, 1], decay: [0, 0.5] }
    const found = await search(() => [data], { learner, grid, passes: 1 })
    expect(found.trials).toHaveLength(6)
    const alone = new Learner({ ...learner, ...found.best.parameters })
    alone.learn(data)
    alone.learn(data)
    found.learner.learn(data)
    expect(Buffer.compare(found.learner.toBytes(), alone.toBytes())).toBe(0)
  })

  test('golden section gets as close as the grid, with one model per pass', async () => {
    const learner = { loss: 'logistic', bits: 6, backend } as const
    const fine = await search(source, { learner, tolerance: 0.0001 })
    const golden = await search(source, { learner, mode: 'golden', tolerance: 0.0001, passes: 20 })
    expect(golden.best.averageLoss).toBeLessThan(fine.best.averageLoss * 1.001)
    expect(golden.trials.length).toBe(16 + 2 + (golden.passes - 2))
  })

  test('a best value at the end of the grid is looked past', async () => {
    const learner = { loss: 'logistic', bits: 6, backend } as const
    const found = await search(source, { learner, grid: { learningRate: [0.0001, 0.0002] } })
    expect(Number(found.best.parameters.learningRate)).toBeGreaterThan(0.01)
  })

  test('models that diverge are marked, and the others untouched', async () => {
    const learner = { rule: 'sgd', loss: 'squared', update: 'plain', clip: 'none', bits: 6, backend } as const
    const data = randomBatch(4, 500)
    const found = await search(() => [data], { learner, grid: { learningRate: [1e-6, 1, 1e8] }, passes: 1 })
    expect(found.trials.map((trial) => (trial.dropped ?? 0) > 0)).toEqual([false, true, true])
    expect(found.trials[1].averageLoss).toBeNaN()
    const alone = new Learner({ ...learner, learningRate: 1e-6 })
    alone.learn(data)
    expect(Buffer.compare(found.learner.toBytes(), alone.toBytes())).toBe(0)
  })

  test('what does not fit is said', async () => {
    const of = (options: object) => () =>
      search(source, { learner: { bits: 6, loss: 'logistic', backend }, ...options })
    expect(await code(of({ grid: { decay: [0.1] } }))).toBe('OL_PARAMETER')
    expect(await code(of({ grid: { learningRate: [] } }))).toBe('OL_PARAMETER')
    expect(await code(of({ grid: { learningRate: [-1] } }))).toBe('OL_PARAMETER')
    expect(await code(of({ refine: 'decay' }))).toBe('OL_PARAMETER')
    expect(await code(of({ mode: 'best' }))).toBe('OL_PARAMETER')
    expect(await code(of({ passes: 0 }))).toBe('OL_PARAMETER')
    expect(await code(of({ learner: { bootstrap: 3 } }))).toBe('OL_PARAMETER')
    expect(await code(of({ learner: { learningRate: 'auto' } }))).toBe('OL_PARAMETER')
    expect(await code(of({ learner: { bits: 30, precision: 'float64' }, lanes: 16 }))).toBe('OL_MEMORY')
    // a generator ends with the first pass
    const once = [batch].values()
    expect(await code(() => search(() => once, { learner: { bits: 6, backend } }))).toBe('OL_PARAMETER')
    const unlabelled = { ...batch, labels: batch.labels.map(() => Number.NaN) }
    expect(await code(() => search(() => [unlabelled], { learner: { bits: 6, backend } }))).toBe(
      'OL_DIVERGED',
    )
  })
})
