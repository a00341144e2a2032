import { describe, expect, test } from 'vitest'
import { Evaluation, type EvaluationReport } from '../src/validation/evaluation.js'
import { random } from './data.js'

describe('the evaluation of a run', () => {
  const outcomeOf = (scores: readonly number[], losses: readonly number[] = scores) => ({
    predictions: Float64Array.from(scores),
    losses: Float64Array.from(losses),
    status: new Uint8Array(scores.length),
  })

  function evaluated(
    labels: number[],
    scores: number[],
    options = {},
    cut = labels.length,
  ): EvaluationReport {
    const evaluation = new Evaluation({ task: 'regression', loss: 'squared', classes: 0 }, options)
    const outcome = outcomeOf(scores)
    for (let from = 0; from < labels.length; from += cut)
      evaluation.add(
        { labels: Float64Array.from(labels), ...outcome },
        from,
        Math.min(labels.length, from + cut),
      )
    return evaluation.report()
  }

  test('leaves out the first labelled examples, and covers the last ones', () => {
    const labels = [9, Number.NaN, 1, 2, 3, 4]
    const scores = [0, 0, 1, 3, 3, 6]
    const report = evaluated(labels, scores, { warmUp: 1, window: 2 })
    expect(report.overall).toMatchObject({ examples: 5, mae: 12 / 5 })
    expect(report.sinceWarmUp).toMatchObject({ examples: 4, mae: 3 / 4 })
    expect(report.recent).toMatchObject({ examples: 2, mae: 1 })
    const long = evaluated(labels, scores, { warmUp: 5, window: 5 })
    expect([long.sinceWarmUp, long.recent]).toEqual([undefined, undefined])
  })

  test('does not depend on how the examples are cut', () => {
    const next = random(13)
    const labels = Array.from({ length: 200 }, () => next())
    const scores = Array.from({ length: 200 }, () => next())
    const options = { warmUp: 20, window: 30 }
    for (const cut of [1, 7, 64])
      expect(evaluated(labels, scores, options, cut)).toEqual(evaluated(labels, scores, options))
  })

  test.each(['binary', 'multiclass', 'regression'] as const)('goes on with a state exactly: %s', (task) => {
    const next = random(14)
    const evaluated = { task, loss: task === 'regression' ? 'squared' : 'logistic', classes: 3 } as const
    const sizes = [1, 130, 99_900, 200]
    const whole = new Evaluation(evaluated, { warmUp: 100, window: 50 })
    let cut = new Evaluation(evaluated, { warmUp: 100, window: 50 })
    for (const size of sizes) {
      const numbers = (of: () => number) => Float64Array.from({ length: size }, of)
      const outcome = {
        ...outcomeOf(
          Array.from({ length: size }, () => (task === 'multiclass' ? Math.floor(3 * next()) : next() - 0.5)),
        ),
        scores: new Float64Array(3 * size).map(next),
      }
      const labels = numbers(() => (task === 'binary' ? (next() < 0.5 ? -1 : 1) : Math.floor(3 * next())))
      const batch = { labels, weights: size === 130 ? undefined : numbers(() => 0.5 + next()) }
      cut = Evaluation.continued(evaluated, cut.state())
      for (const one of [whole, cut]) one.add({ ...batch, ...outcome }, 0, size)
      expect(cut.report()).toEqual(whole.report())
      expect(cut.figure).toEqual(whole.figure)
      if (size === 130) for (const one of [whole, cut]) one.mark()
    }
    expect(cut.state()).toEqual(whole.state())
  })

  test('tells how alike the labels of neighbours are: in order, in random order, all equal', () => {
    const of = (task: 'binary' | 'multiclass' | 'regression', labels: readonly number[]): number => {
      const loss = task === 'regression' ? 'squared' : 'logistic'
      const evaluation = new Evaluation({ task, loss, classes: 3 })
      evaluation.add({ labels: Float64Array.from(labels), ...outcomeOf(labels) }, 0, labels.length)
      return evaluation.report().neighbours
    }
    const next = random(15)
    const numbers = Array.from({ length: 1000 }, () => next())
    const classes = numbers.map((x) => Math.ceil(3 * x))
    const signs = numbers.map((x) => (x < 0.2 ? 1 : -1))
    for (const [task, labels] of [
      ['regression', numbers],
      ['multiclass', classes],
      ['binary', signs],
    ] as const) {
      expect(Math.abs(of(task, labels))).toBeLessThan(0.1)
      expect(of(task, labels.toSorted())).toBeGreaterThan(0.99)
      expect(of(task, [1, 1, 1])).toBeNaN()
    }
    // half of the neighbours are equal, where a third would be by chance
    expect(of('multiclass', [1, 1, 2, 2, 3, 3, 1])).toBeCloseTo(1 - 0.5 / (1 - 17 / 49), 12)
  })

  test('counts examples whose prediction is not finite, and leaves them out', () => {
    for (const nothing of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const report = evaluated([1, 2, 3], [1, nothing, 5])
      expect(report.unscored).toBe(1)
      expect(report.overall).toMatchObject({ examples: 2, mae: 1 })
      const classes = new Evaluation({ task: 'binary', loss: 'logistic', classes: 0 })
      classes.add({ labels: Float64Array.of(1, 1), ...outcomeOf([nothing, 2]) }, 0, 2)
      expect(classes.report()).toMatchObject({ unscored: 1, overall: { examples: 1 } })
    }
  })

  test('the curve has more points where there are few examples, and ends with the run', () => {
    const ones = new Array<number>(100_000).fill(1)
    const { curve, figure } = evaluated(
      ones,
      ones.map((_, i) => (i < 10 ? 3 : 1)),
    )
    expect(figure).toBe('RMSE')
    expect(curve.slice(0, 6).map(({ labelled }) => labelled)).toEqual([1, 2, 3, 4, 5, 6])
    expect(curve.at(-1)).toMatchObject({ labelled: 100_000, overall: Math.sqrt(40 / 100_000), sinceLast: 0 })
    expect(curve.length).toBeLessThan(75)
  })

  test.each([
    [{ window: 0 }, 'window'],
    [{ window: 1.5 }, 'window'],
    [{ warmUp: -1 }, 'warmUp'],
    [{ warmUp: '5' }, 'warmUp'],
  ])('refuses %j', (options, name) => {
    expect(() => evaluated([1], [1], options)).toThrow(
      expect.objectContaining({ code: 'OL_PARAMETER', message: expect.stringContaining(name) }),
    )
  })
})
