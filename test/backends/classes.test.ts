import { readdirSync, readFileSync } from 'node:fs'
import { Learner } from '@ol/core'
import { deviation, type GoldenData, type GoldenTrace, runOfTrace } from '@ol/golden'
import { describe, expect, it } from 'vitest'
import { backends } from './machine.js'
import { batchOf } from './streams.js'

/** A golden trace of one against all: the labels of the data are replaced by classes, the predictions are scores. */
interface ClassTrace extends Omit<GoldenTrace, 'predictions' | 'final_weights'> {
  readonly classes: readonly number[]
  readonly predictions: readonly (readonly number[])[]
  readonly final_weights: readonly (readonly number[])[]
  readonly progressive_01: number
}

const golden = new URL('../golden/', import.meta.url)
const folder = new URL('classes/', golden)
const files = readdirSync(folder)

describe('golden traces of one against all', () => {
  it('are there', () => expect(files).toHaveLength(3))
  for (const file of files) {
    for (const { name } of backends()) {
      it(`${file} on ${name}`, () => {
        const trace = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as ClassTrace
        const data = JSON.parse(readFileSync(new URL(`${trace.data}.json`, golden), 'utf8')) as GoldenData
        const { rule, loss, update, params } = runOfTrace({ ...trace, predictions: [], final_weights: [] })
        const K = trace.final_weights.length
        const learner = new Learner({
          rule,
          loss,
          update,
          ...params,
          classes: K,
          clip: 'none',
          outliers: 'keep',
          bits: 4,
          precision: 'float64',
          backend: name,
        })
        const scores: number[] = []
        data.examples.forEach((e, t) => {
          const one = batchOf([
            { label: trace.classes[t] + 1, features: e.i.map((i, k) => [i, e.x[k]] as const) },
          ])
          scores.push(...learner.scores(one))
          learner.learn(one)
        })
        expect(deviation(scores, trace.predictions.flat())).toBeLessThanOrEqual(1)
        for (let k = 0; k < K; k++) {
          const weights = new Float64Array(data.d)
          for (const { index, weight } of learner.weights(k)) weights[index] = weight
          expect(deviation(weights, trace.final_weights[k])).toBeLessThanOrEqual(1)
        }
        expect(learner.report().errorRate).toBeCloseTo(trace.progressive_01, 12)
      })
    }
  }
})
