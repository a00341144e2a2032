import { totalmem } from 'node:os'
import { type LossId, OLError, type RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { checkOptions } from '../src/options/resolve-options.js'
import type { Trial } from '../src/search/pass.js'
import { type SearchOptions, search } from '../src/search/search.js'
import { backends, batchFor, randomBatch } from './data.js'

// Rules, losses and classes side by side: every model is bit-identical to a separate run.

async function failure(action: () => Promise<unknown>): Promise<OLError> {
  try {
    await action()
  } catch (error) {
    if (error instanceof OLError) return error
    throw error
  }
  throw new Error('nothing thrown')
}

const signs = randomBatch(5, 900, 'logistic')
const named = {
  ...randomBatch(6, 900),
  labels: Float64Array.from({ length: 900 }, (_, e) => ((e * 7 + (e >> 3)) % 3) + 1),
  classNames: ['cat', 'dog', 'eel'],
}

describe.each(backends)('side by side on %s', (backend) => {
  /** Checks that the best model equals a separate run's, and continues like it; each trial has the facts of one. */
  async function compare(options: SearchOptions, batch = signs) {
    const { quantile, ...rest } = { bits: 6, backend, ...options.learner }
    const found = await search(() => [batch], { ...options, learner: { ...rest, quantile } })
    for (const trial of found.trials) {
      const own = { rule: trial.rule, loss: trial.loss, ...trial.parameters }
      const alone = new Learner(
        checkOptions({ ...rest, ...own, quantile: trial.loss === 'quantile' ? quantile : undefined }),
      )
      const report = await alone.learn([batch])
      expect(trial.averageLoss).toBe(report.averageLoss)
      if (report.errorRate !== undefined) expect(trial.errorRate).toBe(report.errorRate)
      expect(trial.logLoss).toBe(report.logLoss)
      if (trial !== found.best) continue
      expect(Buffer.compare(found.learner.toBytes(), alone.toBytes())).toBe(0)
      alone.learn(batch)
      found.learner.learn(batch)
      expect(Buffer.compare(found.learner.toBytes(), alone.toBytes())).toBe(0)
    }
    return found
  }
  const least = (trials: readonly Trial[], of: (trial: Trial) => number | undefined) =>
    Math.min(...trials.map((trial) => of(trial) ?? Number.NaN))

  test('losses of signs are compared by their errors', async () => {
    const losses: LossId[] = ['logistic', 'hinge', 'squared', 'perceptron']
    const found = await compare({ losses, grid: { learningRate: [0.1, 1, 10] }, passes: 1 })
    expect(found.trials.map(({ loss }) => loss)).toEqual(losses.flatMap((loss) => [loss, loss, loss]))
    expect(found.best.errorRate).toBe(least(found.trials, ({ errorRate }) => errorRate))
    expect(found.best.criterion).toBe(found.best.errorRate)
  })

  test('losses of real labels are compared under the first of them', async () => {
    const losses: LossId[] = ['absolute', 'squared', 'quantile']
    const learner = { quantile: 0.3 }
    const batch = randomBatch(7, 700)
    const found = await compare({ learner, losses, grid: { learningRate: [1, 10, 100] }, passes: 1 }, batch)
    expect(found.best.criterion).toBe(least(found.trials, ({ criterion }) => criterion))
    for (const trial of found.trials) {
      const own = trial.loss === 'quantile' ? learner : {}
      const alone = new Learner({
        rule: 'nag',
        bits: 6,
        backend,
        ...own,
        loss: trial.loss,
        ...trial.parameters,
      })
      const predictions = alone.learn(batch)
      let sum = 0
      let weight = 0
      batch.labels.forEach((y, e) => {
        // the first prediction is made before any label
        if (e === 0) return
        const w = batch.weights === undefined ? 1 : batch.weights[e]
        sum += w * Math.abs(predictions[e] - y)
        weight += w
      })
      expect(trial.criterion).toBeCloseTo(sum / weight, 9)
    }
  })

  test('rules have tables of their own, each with what it takes of the grid', async () => {
    const ruleIds: RuleName[] = ['nag', 'ng', 'adagrad', 'scinol2', 'sop-full']
    const grid = { learningRate: [0.1, 1], decay: [0, 0.5] }
    const batch = batchFor('sop-full', signs)
    const found = await compare({ rules: ruleIds, losses: ['hinge'], grid, passes: 1 }, batch)
    const counts = ruleIds.map((rule) => found.trials.filter((trial) => trial.rule === rule).length)
    expect(counts).toEqual([2, 4, 2, 1, 1])
  })

  test('only the best rule and loss are refined', async () => {
    const ruleIds: RuleName[] = ['nag', 'snag']
    const found = await compare({ rules: ruleIds, losses: ['logistic'], lanes: 3, passes: 3 })
    const later = found.trials.filter(({ pass }) => pass > 1)
    expect(later.length).toBeGreaterThan(0)
    expect(new Set(later.map(({ rule }) => rule)).size).toBe(1)
  })

  test('classes: a lane for each class of each model', async () => {
    for (const loss of ['logistic', 'squared', 'hinge'] as const) {
      const learner = { classes: 3, loss }
      const found = await compare(
        { learner, grid: { learningRate: [0.1, 1, 10] }, passes: 2, lanes: 2 },
        named,
      )
      expect(found.learner.classes).toEqual(['cat', 'dog', 'eel'])
      expect(found.best.criterion).toBe(found.best.averageLoss)
      expect(found.best.logLoss).toBeGreaterThan(0)
    }
  })

  test('classes with several losses and rules', async () => {
    const options: SearchOptions = {
      learner: { classes: 3 },
      rules: ['nag', 'adagrad'],
      losses: ['logistic', 'hinge'],
      grid: { learningRate: [0.5, 5] },
      passes: 1,
    }
    const { classNames: _, ...numbers } = named
    const found = await compare(options, numbers)
    expect(found.trials).toHaveLength(8)
    expect(found.best.criterion).toBe(least(found.trials, ({ errorRate }) => errorRate))
    expect(found.learner.classes).toEqual([1, 2, 3])
  })

  test('tables are reported before they are allocated, and those that do not fit are refused with the numbers', async () => {
    const told: unknown[] = []
    const learner = { bits: 6, backend, classes: 3 }
    const onTables = (...facts: unknown[]) => told.push(facts)
    await search(() => [named], { learner, onTables, passes: 1, grid: { learningRate: [1, 2, 4] } })
    // 9 lanes of float32, padded to 16
    const bytes = 64 * (16 * 2 * 4 + 8)
    expect(told).toEqual([[[{ rule: 'nag', bits: 6, models: 3, lanesEach: 3, states: 2, bytes }], 1]])
    const huge = { backend, bits: 30, classes: 100 }
    const single = await failure(() => search(() => [named], { learner: huge }))
    expect(single.code).toBe('OL_MEMORY')
    expect(single.message).toMatch(
      /2\^30 slots and 1600 lanes of 2 numbers .* needs .* TiB, and this \w+ has/,
    )
    // tables that each fit, and both do not
    const bits = 24
    const lanes = Math.floor((0.7 * totalmem()) / 2 ** bits / 8)
    const grid = { learningRate: Array.from({ length: lanes }, (_, i) => i + 1) }
    const both = await failure(() =>
      search(() => [signs], { learner: { backend, bits, loss: 'logistic' }, rules: ['nag', 'snag'], grid }),
    )
    expect(both.code).toBe('OL_MEMORY')
    expect(both.message).toMatch(
      /The tables of 2 rules \(nag: 2\^24 slots and \d+ lanes of 2 numbers, [\d.]+ GiB; snag: .*\) need/,
    )
  })

  test('options that exclude each other are errors', async () => {
    const code = async (options: SearchOptions) =>
      (await failure(() => search(() => [signs], { learner: { bits: 6, backend }, ...options }))).code
    expect(await code({ losses: ['logistic', 'poisson'] })).toBe('OL_LOSS')
    expect(await code({ losses: [] })).toBe('OL_PARAMETER')
    expect(await code({ losses: ['hinge', 'hinge'] })).toBe('OL_PARAMETER')
    expect(await code({ losses: ['best' as LossId] })).toBe('OL_LOSS')
    expect(await code({ rules: ['best' as RuleName] })).toBe('OL_RULE')
    expect(await code({ rules: ['nag', 'nag'] })).toBe('OL_PARAMETER')
    expect(await code({ rules: ['nag', 'kt'], losses: ['squared'] })).toBe('OL_LOSS')
    expect(await code({ rules: ['nag', 'transductive'] })).toBe('OL_PARAMETER')
    expect(await code({ rules: ['nag', 'ng'], grid: { radius: [1] } })).toBe('OL_PARAMETER')
    expect(await code({ learner: { bits: 6, backend, quantile: 0.2 }, losses: ['hinge'] })).toBe(
      'OL_PARAMETER',
    )
    expect(await code({ learner: { bits: 6, backend, classes: 2 } })).toBe('OL_LABEL')
  })
})
