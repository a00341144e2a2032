import { describe, expect, test } from 'vitest'

interface Set {
  readonly task: 'binary' | 'multiclass' | 'regression'
  readonly labels: Float64Array
  readonly K?: number
}

interface Figures {
  readonly loss: number
  readonly error?: number
  readonly auc?: number
  readonly ece?: number
  readonly r2?: number
}

type FiguresOf = (set: Set, predictions: Float64Array, from: number, to: number) => Figures

/** The benchmark is a program without types. */
const file = new URL('../../bench/quality/figures.mjs', import.meta.url).href
const { figures } = (await import(file)) as { readonly figures: FiguresOf }

const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

describe('figures of the quality benchmark', () => {
  test('of two classes follow their definitions', () => {
    const next = random(3)
    const predictions = Float64Array.from({ length: 200 }, () => Math.round(20 * next()) / 20)
    const labels = predictions.map((p) => (next() < p ? 1 : 0))
    const set: Set = { task: 'binary', labels }
    const { auc, error, loss } = figures(set, predictions, 10, 200)
    let [ordered, pairs, wrong, sum] = [0, 0, 0, 0]
    for (let a = 10; a < 200; a++) {
      if (predictions[a] > 0.5 !== (labels[a] === 1)) wrong++
      sum -= Math.log(Math.max(1e-10, labels[a] === 1 ? predictions[a] : 1 - predictions[a]))
      for (let b = 10; b < 200; b++) {
        if (labels[a] !== 1 || labels[b] !== 0) continue
        pairs++
        ordered += predictions[a] > predictions[b] ? 1 : predictions[a] === predictions[b] ? 0.5 : 0
      }
    }
    expect(auc).toBeCloseTo(ordered / pairs, 12)
    expect(error).toBeCloseTo(wrong / 190, 12)
    expect(loss).toBeCloseTo(sum / 190, 12)
  })

  test('calibration: 0 if rates are as predicted, otherwise their distance', () => {
    const labels = Float64Array.from({ length: 100 }, (_, e) => (e % 4 === 0 ? 1 : 0))
    const of = (p: number) => figures({ task: 'binary', labels }, new Float64Array(100).fill(p), 0, 100).ece
    expect(of(0.25)).toBeCloseTo(0, 12)
    expect(of(0.65)).toBeCloseTo(0.4, 12)
  })

  test('of several classes: of equal probabilities the first is predicted', () => {
    const labels = Float64Array.of(0, 1, 2)
    const predictions = Float64Array.of(0.5, 0.5, 0, 0.2, 0.6, 0.2, 1, 0, 0)
    const { error, loss } = figures({ task: 'multiclass', labels, K: 3 }, predictions, 0, 3)
    expect(error).toBeCloseTo(1 / 3, 12)
    expect(loss).toBeCloseTo(-(Math.log(0.5) + Math.log(0.6) + Math.log(1e-10)) / 3, 12)
  })

  test('of numbers: squared errors in units of the variance of all labels', () => {
    const labels = Float64Array.of(1, 2, 3, 4)
    const set: Set = { task: 'regression', labels }
    expect(figures(set, labels, 0, 4)).toEqual({ loss: 0, r2: 1 })
    const { loss, r2 } = figures(set, new Float64Array(4).fill(2.5), 0, 4)
    expect(loss).toBeCloseTo(1, 12)
    expect(r2).toBeCloseTo(0, 12)
    // R² of the last two rows is about their own mean
    expect(figures(set, new Float64Array(4).fill(3.5), 2, 4).r2).toBeCloseTo(0, 12)
  })
})
