import { readFileSync, writeFileSync } from 'node:fs'
import type { CalibrationBin, Metrics } from '@ol/core'
import { afterAll, describe, expect, it } from 'vitest'
import { type MetricRun, metricCases, runOf } from './cases.js'

/*
 * scikit-learn.json has the figures of scikit-learn on the predictions of these runs: see scikit_learn.py, for which the
 * environment variable OL_METRIC_RUNS names a file to write the runs to.
 */

type Figure = number | null | readonly Figure[]
type Part = 'overall' | 'sinceWarmUp' | 'recent'
type Recorded = Record<string, Record<Part, Record<string, Figure>>>

const file = new URL('scikit-learn.json', import.meta.url)
const { figures } = JSON.parse(readFileSync(file, 'utf8')) as { figures: Recorded }
const runs: MetricRun[] = []

afterAll(() => {
  const path = process.env.OL_METRIC_RUNS
  if (path !== undefined) writeFileSync(path, JSON.stringify(runs))
})

describe('metrics agree with scikit-learn', () => {
  it('has figures for every case', () => {
    expect(Object.keys(figures)).toEqual(metricCases.map(({ name }) => name))
  })

  it.each(metricCases.map((one) => [one.name, one] as const))('%s', async (name, one) => {
    const run = await runOf(one)
    runs.push(run)
    for (const part of ['overall', 'sinceWarmUp', 'recent'] as const) {
      const metrics = run.evaluation[part]
      expect(metrics, part).toBeDefined()
      const own = figuresOf(metrics as Metrics)
      for (const [figure, expected] of Object.entries(figures[name][part])) {
        const { aucError, prAucError } = own as Record<string, number>
        const bound = aucError > 0 ? { auc: aucError, prAuc: prAucError, deciles: 2e-3 } : {}
        const tolerance = (bound as Record<string, number>)[figure] ?? 1e-9
        expectNear(own[figure], expected, tolerance, `${part} ${figure}`)
      }
    }
  })

  it('AUC of many examples is from bins, and its bound is small', async () => {
    const { evaluation } = runs.find(({ name }) => name === 'many') as MetricRun
    const { overall, recent } = evaluation
    if (overall.task !== 'binary' || recent?.task !== 'binary') throw new Error('two classes')
    expect(recent.aucError).toBe(0)
    expect(overall.aucError).toBeGreaterThan(0)
    expect(overall.aucError).toBeLessThan(1e-3)
    expect(overall.prAucError).toBeGreaterThan(0)
    expect(overall.prAucError).toBeLessThan(2e-3)
  })
})

/** Returns metrics in the form of scikit-learn.json. */
function figuresOf(metrics: Metrics): Record<string, Figure> {
  if (metrics.task === 'regression') {
    const { pinballLoss = null, ...rest } = metrics
    return { ...rest, pinballLoss, task: null }
  }
  if (metrics.task === 'binary') {
    const { calibration, deciles } = metrics
    return { ...(metrics as object), calibration: curveOf(calibration), deciles: curveOf(deciles) }
  }
  const { classes, topK } = metrics
  return {
    ...(metrics as object),
    classes: classes.map(({ support, precision, recall, f1 }) => [support, precision, recall, f1]),
    topK: topK.map(({ accuracy }) => accuracy),
  }
}

function curveOf(all: readonly CalibrationBin[] = []): Figure {
  const bins = all.filter(({ weight }) => weight > 0)
  return [bins.map(({ positiveRate }) => positiveRate), bins.map(({ meanProbability }) => meanProbability)]
}

function expectNear(own: Figure, expected: Figure, tolerance: number, what: string): void {
  if (Array.isArray(expected)) {
    expect(own, what).toHaveLength(expected.length)
    expected.forEach((value, i) => {
      expectNear((own as readonly Figure[])[i], value, tolerance, `${what} ${i}`)
    })
  } else if (expected === null) expect(own, what).toBeNaN()
  else
    expect(Math.abs((own as number) - (expected as number)), what).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(expected as number)),
    )
}
