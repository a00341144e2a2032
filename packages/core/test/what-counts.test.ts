import { type EvaluationReport, Learner, type LearnerOptions, type StreamOptions } from '@ol/core'
import type { Batch } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { backends, random } from './data.js'

/** Examples whose labels lie far from 0. */
function examples(count: number, labelOf: (x: number) => number): Batch {
  const next = random(5)
  const values = Float64Array.from({ length: count }, () => 2 * next() - 1)
  return {
    size: count,
    offsets: Uint32Array.from({ length: count + 1 }, (_, e) => e),
    indices: new Uint32Array(count),
    values,
    labels: values.map((x) => labelOf(x) + 0.1 * next()),
  }
}

/** Returns the batch in parts of this many examples. */
function parts(batch: Batch, size: number): Batch[] {
  return Array.from({ length: Math.ceil(batch.size / size) }, (_, k) => {
    const [from, to] = [k * size, Math.min(batch.size, (k + 1) * size)]
    return {
      size: to - from,
      offsets: Uint32Array.from({ length: to - from + 1 }, (__, e) => e),
      indices: batch.indices.slice(from, to),
      values: batch.values.slice(from, to),
      labels: batch.labels.slice(from, to),
      ...(batch.weights === undefined ? {} : { weights: batch.weights.slice(from, to) }),
    }
  })
}

async function run(batches: Batch[], options: LearnerOptions, how: StreamOptions = {}) {
  const learner = new Learner({ bits: 4, ...options })
  const report = await learner.learn(batches, how)
  return { learner, report, evaluation: report.evaluation as EvaluationReport }
}

const far = examples(600, (x) => 1000 + x)

describe.each(backends)('what counts, %s', (backend) => {
  test('the prediction before any label is in no average', async () => {
    const { report, evaluation } = await run([far], { backend })
    expect(report).toMatchObject({ examples: 600, labelled: 600, weightSum: 600 })
    expect(evaluation.overall).toMatchObject({ examples: 599 })
    expect(evaluation.unscored).toBe(0)
    // 1000^2 would be in it
    expect(report.averageLoss).toBeLessThan(2)
    expect(evaluation.curve[0].labelled).toBe(2)
    // the baseline is of the same examples
    const labels = [...far.labels].slice(1)
    const mean = labels.reduce((sum, y) => sum + y, 0) / labels.length
    expect(report.bestConstant?.prediction).toBeCloseTo(mean, 9)
  })

  test('if labels are not scaled, every prediction counts', async () => {
    const { report, evaluation } = await run([far], { backend, rule: 'nag', labelScale: 'none' })
    expect(evaluation.overall).toMatchObject({ examples: 600 })
    expect(report.averageLoss).toBeGreaterThan(1000)
  })

  test('a first label of weight 0 is not the first; a model that has learned predicts', async () => {
    const weights = new Float64Array(600).fill(2)
    weights[0] = 0
    const { learner, evaluation } = await run([{ ...far, weights }], { backend })
    expect(evaluation.overall).toMatchObject({ examples: 598, weight: 2 * 598 })
    const again = await learner.learn([far])
    expect(again.evaluation?.overall).toMatchObject({ examples: 600 })
  })

  test.each([1, 7, 600])('the figures do not depend on batches of %i', async (size) => {
    const whole = await run([far], { backend })
    const cut = await run(parts(far, size), { backend })
    expect(cut.evaluation).toEqual(whole.evaluation)
    expect(cut.report.averageLoss).toBe(whole.report.averageLoss)
  })

  test.each([1, 50, 1000])(
    'of few examples a tenth is the warm-up, whatever the window (%i)',
    async (window) => {
      for (const loss of ['squared', 'logistic'] as const) {
        const batch = loss === 'squared' ? far : examples(600, (x) => (x > 0 ? 1 : -1.1))
        const signs = { ...batch, labels: batch.labels.map((y) => (loss === 'squared' ? y : Math.sign(y))) }
        const given = await run(parts(signs, 130), { backend, loss }, { warmUp: 60, window })
        const byItself = await run(parts(signs, 130), { backend, loss }, { window })
        expect(byItself.evaluation.warmUp).toBe(60)
        expect(byItself.evaluation.sinceWarmUp).toMatchObject({ examples: 540 })
        const [own, expected] = [byItself, given].map(({ evaluation }) => evaluation.sinceWarmUp as object)
        for (const [name, value] of Object.entries(expected))
          if (typeof value === 'number')
            expect((own as Record<string, unknown>)[name], name).toBeCloseTo(value, 9)
      }
    },
  )

  test('from 10,000 examples on it is a thousand, and a model that continues counts its earlier ones', async () => {
    const many = examples(10_000, (x) => 1000 + x)
    const { evaluation } = await run(parts(many, 999), { backend, rule: 'nag' })
    expect(evaluation).toMatchObject({ warmUp: 1000, sinceWarmUp: { examples: 9000 } })
    const { evaluation: fewer } = await run(parts(many, 999).slice(0, -1), { backend, rule: 'nag' })
    expect(fewer).toMatchObject({ warmUp: 999, sinceWarmUp: { examples: 8991 } })
    const { learner } = await run([far], { backend })
    const next = await learner.learn([far])
    // 120 of 1,200 are a tenth, and all of them are of the first run
    expect(next.evaluation).toMatchObject({ warmUp: 0, sinceWarmUp: undefined })
  })
})
