import { addMetrics, scoreCurves } from '@ol/fallback'
import { exp } from '@ol/numerics'
import type { EvaluationTotals } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import type { Accumulator, MetricFamily } from '../src/validation/metrics/accumulator.js'
import {
  BinaryAccumulator,
  type BinaryMetrics,
  binaryFamily,
} from '../src/validation/metrics/binary-metrics.js'
import type { Metrics } from '../src/validation/metrics/families.js'
import { MulticlassAccumulator, multiclassFamily } from '../src/validation/metrics/multiclass-metrics.js'
import { RegressionAccumulator, regressionFamily } from '../src/validation/metrics/regression-metrics.js'
import { ScoreRanking } from '../src/validation/metrics/score-ranking.js'
import { random } from './data.js'

const backend = { addMetrics, scoreCurves }

interface Scored {
  readonly score: number
  readonly label: number
  readonly weight?: number
}

function binary(examples: readonly Scored[], most?: number): BinaryMetrics {
  return accumulated(examples, most).metrics()
}

function accumulated(examples: readonly Scored[], most?: number): BinaryAccumulator {
  const sums = new BinaryAccumulator(backend, true, new ScoreRanking(most))
  const records = examples.flatMap(({ score, label, weight = 1 }) => [
    weight,
    label,
    Math.log1p(Math.exp(-label * score)),
    score,
  ])
  binaryFamily(backend, true).addRecords(Float64Array.from(records), sums)
  return sums
}

/** The definition: every pair of a positive and a negative example. */
function aucOfPairs(examples: readonly Scored[]): number {
  let [right, all] = [0, 0]
  for (const p of examples.filter(({ label }) => label > 0))
    for (const n of examples.filter(({ label }) => label < 0)) {
      const pair = (p.weight ?? 1) * (n.weight ?? 1)
      all += pair
      right += pair * (p.score > n.score ? 1 : p.score === n.score ? 0.5 : 0)
    }
  return right / all
}

function randomScores(seed: number, count: number, steps: number): Scored[] {
  const next = random(seed)
  return Array.from({ length: count }, () => {
    const score = (Math.round(steps * (next() - 0.5)) / steps) * 10
    return { score, label: next() < 1 / (1 + Math.exp(-score)) ? 1 : -1, weight: 1 + Math.floor(4 * next()) }
  })
}

describe('AUC', () => {
  test.each([5, 50, 1e9])('is the share of ordered pairs, ties by half (%i different scores)', (steps) => {
    for (const seed of [1, 2, 3]) {
      const examples = randomScores(seed, 300, steps)
      expect(binary(examples).auc).toBeCloseTo(aucOfPairs(examples), 12)
      expect(binary(examples).aucError).toBe(0)
    }
  })

  test('all scores equal: one half; -0 and 0 are equal', () => {
    const examples = [
      { score: 0, label: 1 },
      { score: -0, label: -1 },
      { score: 0, label: -1 },
    ]
    expect(binary(examples).auc).toBe(0.5)
    expect(binary(examples, 0).auc).toBe(0.5)
  })

  test('is exact up to the limit; past it the error is within its bound, which is small', () => {
    for (const [seed, scale] of [
      [4, 1],
      [5, 1e-12],
      [6, 1e6],
      [7, -3e-5],
    ]) {
      const examples = randomScores(seed, 2000, 1e9).map((one) => ({ ...one, score: one.score * scale }))
      const exact = binary(examples)
      const { auc, aucError } = binary(examples, 1999)
      expect(binary(examples, 2000)).toEqual(exact)
      expect(aucError).toBeGreaterThan(0)
      expect(aucError).toBeLessThan(5e-4)
      expect(Math.abs(auc - exact.auc)).toBeLessThanOrEqual(aucError)
    }
  })

  test('the bound also holds if every score is in one bin', () => {
    const examples = randomScores(8, 500, 1e9).map((one) => ({ ...one, score: 1 + one.score * 1e-9 }))
    const { auc, aucError } = binary(examples, 0)
    expect(Math.abs(auc - aucOfPairs(examples))).toBeLessThanOrEqual(aucError)
    expect(aucError).toBeGreaterThan(0.1)
  })

  test('bins keep the order of scores from the smallest to the largest number, of both signs', () => {
    const sizes = [0, 5e-324, 1e-300, 2 ** -64, 1e-9, 0.001, 0.5, 1, 1.0011, 2, 3e5, 2 ** 63, 1e300]
    const scores = [...sizes.map((size) => -size).reverse(), ...sizes.slice(1)]
    const examples = scores.map((score) => ({ score, label: score > 0 ? 1 : -1 }))
    const { roc, auc, aucError } = binary(examples, 0)
    const seen = roc.map(({ score }) => score)
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
    // three of the smallest scores of either sign share a bin, the positive ones with 0; the curve starts above all scores
    expect(seen).toHaveLength(scores.length - 3 - 2 + 1)
    expect(auc).toBeGreaterThanOrEqual(1 - aucError)
  })

  test('the curve has all points where each score is more than half of the distance between two', () => {
    const examples = Array.from({ length: 300 }, (_, k) => ({ score: k, label: k < 150 ? 1 : -1 }))
    for (const one of [examples, examples.map(({ score, label }) => ({ score, label: -label }))]) {
      const { roc } = binary(one)
      expect(roc).toHaveLength(300)
      expect(roc.at(-1)).toEqual({ score: 0, falsePositiveRate: 1, truePositiveRate: 1 })
    }
  })

  test('the curve rises from (0, 0) to (1, 1), and its trapezoids have the area', () => {
    const { roc, auc } = binary(randomScores(9, 5000, 1e9))
    expect(roc.length).toBeLessThan(210)
    expect(roc[0]).toMatchObject({ falsePositiveRate: 0, truePositiveRate: 0 })
    expect(roc.at(-1)).toMatchObject({ falsePositiveRate: 1, truePositiveRate: 1 })
    let area = 0
    for (let i = 1; i < roc.length; i++) {
      const width = roc[i].falsePositiveRate - roc[i - 1].falsePositiveRate
      const rise = roc[i].truePositiveRate - roc[i - 1].truePositiveRate
      expect(width).toBeLessThanOrEqual(0.0101)
      expect(Math.min(width, rise)).toBeGreaterThanOrEqual(0)
      expect(roc[i].score).toBeLessThan(roc[i - 1].score)
      area += (width * (roc[i].truePositiveRate + roc[i - 1].truePositiveRate)) / 2
    }
    expect(area).toBeCloseTo(auc, 3)
  })
})

/** Compares the sums of records with the merged sums of two parts. */
function expectMergedSame<A extends Accumulator<Metrics>>(
  family: MetricFamily<Metrics, A>,
  records: readonly Float64Array[],
  cut: number,
): void {
  const [whole, merged, rest] = [records, records.slice(0, cut), records.slice(cut)].map((part) => {
    const sums = family.accumulator()
    family.addRecords(Float64Array.from(part.flatMap((record) => [...record])), sums)
    return sums
  })
  merged.merge(rest)
  expectSame(merged.metrics(), whole.metrics())
}

/** Compares metrics whose sums were added in another order. */
function expectSame(actual: Metrics, expected: Metrics): void {
  const flat = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value]
  const [a, b] = [flat(actual), flat(expected)]
  expect(a).toHaveLength(b.length)
  a.forEach((value, i) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) expect(value).toEqual(b[i])
    else expect(Math.abs(value - (b[i] as number))).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(value)))
  })
}

describe('metrics', () => {
  test.each([1e9, 0, 250])('a merge of parts is the whole (%i scores kept)', (most) => {
    const examples = randomScores(10, 400, 1e9)
    for (const cut of [0, 1, 130, 400]) {
      const merged = accumulated(examples.slice(0, cut), most)
      const rest = accumulated(examples.slice(cut), most)
      const before = JSON.stringify(rest.metrics())
      merged.merge(rest)
      expectSame(merged.metrics(), binary(examples, most))
      expect(JSON.stringify(rest.metrics())).toBe(before)
    }
  })

  test('a merge of several classes, and of numbers, is the whole', () => {
    const next = random(11)
    const classes = Array.from({ length: 300 }, () =>
      Float64Array.of(
        1 + Math.floor(3 * next()),
        Math.floor(4 * next()),
        next(),
        Math.floor(7 * next()),
        Math.floor(9 * next()),
      ),
    )
    const numbers = Array.from({ length: 300 }, () => Float64Array.of(next(), 1e3 + next(), 0, 1e3 + next()))
    for (const cut of [0, 1, 130, 300]) {
      expectMergedSame(multiclassFamily(2), classes, cut)
      expectMergedSame(regressionFamily(backend, 'squared'), numbers, cut)
    }
  })

  test('a weight is a number of repetitions', () => {
    const examples = randomScores(12, 200, 100)
    const repeated = examples.flatMap((one) => new Array<Scored>(one.weight ?? 1).fill({ ...one, weight: 1 }))
    for (const most of [1e9, 0]) {
      const { examples: _, ...weighted } = binary(examples, most)
      expectSame(
        weighted as BinaryMetrics,
        (({ examples: __, ...rest }) => rest)(binary(repeated, most)) as BinaryMetrics,
      )
    }
  })

  test('without examples, or with only one class, quotients without a denominator are NaN', () => {
    expect(binary([])).toMatchObject({ examples: 0, auc: NaN, accuracy: NaN, f1: NaN, logLoss: NaN, roc: [] })
    const one = binary([{ score: -1, label: -1 }])
    expect(one).toMatchObject({ auc: NaN, accuracy: 1, precision: NaN, recall: NaN, f1: NaN, roc: [] })
    expect(binary([{ score: -1, label: 1 }])).toMatchObject({ precision: NaN, recall: 0, f1: 0 })
    expect(new MulticlassAccumulator(3).metrics()).toMatchObject({
      accuracy: NaN,
      macroF1: NaN,
      logLoss: NaN,
    })
    expect(new RegressionAccumulator('squared').metrics()).toMatchObject({ rmse: NaN, mae: NaN, r2: NaN })
  })

  test('Matthews: 1 and -1 if all is right or wrong, 0 if nothing is distinguished', () => {
    const of = (examples: readonly (readonly [score: number, label: number])[]): number =>
      binary(examples.map(([score, label]) => ({ score, label }))).mcc
    expect(
      of([
        [2, 1],
        [-1, -1],
        [3, 1],
      ]),
    ).toBeCloseTo(1, 12)
    expect(
      of([
        [-2, 1],
        [1, -1],
      ]),
    ).toBeCloseTo(-1, 12)
    expect(
      of([
        [2, 1],
        [1, -1],
      ]),
    ).toBe(0)
    expect(of([])).toBeNaN()
  })

  test('a label of 0 has no relative error, not even with a prediction of 0; an older checkpoint has none', () => {
    const of = (...records: number[][]): RegressionAccumulator => {
      const sums = new RegressionAccumulator('quantile')
      regressionFamily(backend, 'quantile').addRecords(Float64Array.from(records.flat()), sums)
      return sums
    }
    const some = of([1, 10, 0.5, 8], [3, -2, 0.25, -1])
    expect(some.metrics()).toMatchObject({ mape: (0.2 + 3 * 0.5) / 4, pinballLoss: (0.5 + 3 * 0.25) / 4 })
    expect(of([1, 10, 0, 8], [1, 0, 0, 0]).metrics().mape).toBeNaN()
    const merged = of([1, 4, 1, 5])
    merged.merge(some)
    expect(merged.metrics().mape).toBeCloseTo((0.25 + 0.2 + 1.5) / 5, 12)
    const before = new RegressionAccumulator('squared')
    before.restore(some.state().map((sums) => sums.slice(0, 6)))
    expect(before.metrics()).toMatchObject({ mape: NaN, pinballLoss: undefined, mae: some.metrics().mae })
  })

  test('PR-AUC of bins is within its bound of the exact one', () => {
    const next = random(7)
    const examples = Array.from({ length: 4000 }, () => {
      const label = next() < 0.1 ? 1 : -1
      return { score: 0.3 * label + 1e-3 * Math.round(3000 * (next() - 0.5)), label }
    })
    const [exact, binned] = [binary(examples), binary(examples, 10)]
    expect(exact.prAucError).toBe(0)
    expect(exact.prAuc).toBeGreaterThan(0.15)
    expect(binned.prAucError).toBeGreaterThan(0)
    expect(Math.abs(binned.prAuc - exact.prAuc)).toBeLessThanOrEqual(binned.prAucError)
  })

  test('labels that are all equal have no R\u00b2, whatever their weights', () => {
    const sums = new RegressionAccumulator('squared')
    const records = [3, 0.1, 7].flatMap((weight) => [weight, 0.1, 0, 0.2])
    regressionFamily(backend, 'squared').addRecords(Float64Array.from(records), sums)
    expect(sums.metrics().r2).toBeNaN()
  })

  test('a probability on an edge of calibration belongs to the bin below, 0 to the first', () => {
    const edges = Array.from({ length: 9 }, (_, k) => (k + 1) / 10)
    // scores whose probability is the edge itself: not all have one
    const scores = edges.flatMap((edge) => {
      const near = Math.log(edge / (1 - edge))
      const steps = Array.from({ length: 41 }, (_, i) => near + (i - 20) * 2 ** -53)
      return steps.filter((score) => 1 / (1 + exp(-score)) === edge).slice(0, 1)
    })
    expect(scores.length).toBeGreaterThanOrEqual(4)
    for (const score of [-800, ...scores, 800]) {
      const probability = 1 / (1 + exp(-score))
      const { calibration } = binary([{ score, label: 1 }])
      const bin = calibration?.find(({ weight }) => weight === 1)
      expect(bin?.to).toBe(Math.max(0.1, probability))
    }
  })

  test('of equal scores the lower class has the larger; a score that is not a number is last', () => {
    const rank = (scores: number[], predicted: number, label: number): number => {
      const examples = {
        labels: Float64Array.of(label),
        predictions: Float64Array.of(predicted),
        losses: new Float64Array(1),
        scores: Float64Array.from(scores),
      }
      const totals: EvaluationTotals = { totals: new Float64Array(5), recent: new Float64Array(5) }
      const family = multiclassFamily(3)
      expect(family.add(examples, totals, family.accumulator(), 0, 1, Number.POSITIVE_INFINITY)).toBe(1)
      return totals.recent[4]
    }
    expect(rank([1, 1, 1], 0, 0)).toBe(0)
    expect(rank([1, 1, 1], 0, 2)).toBe(2)
    expect(rank([1, 3, 2], 1, 2)).toBe(1)
    expect(rank([Number.NaN, 3, 2], 1, 0)).toBe(3)
    expect(rank([Number.NaN, 3, 2], 1, 2)).toBe(1)
  })
})
