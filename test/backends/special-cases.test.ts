import { losses, type RuleName } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, planFor, run, weights } from './machine.js'
import { batchOf, type PlainExample, random, stream } from './streams.js'

// Rules that the papers say coincide, each run against the other or against the closed form.

const d = 6

/** Solves A x = b by elimination with pivots. */
function solve(A: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = A.map((row, i) => [...row, b[i]])
  for (let p = 0; p < rows.length; p++) {
    const best = rows
      .slice(p)
      .reduce((at, row, i) => (Math.abs(row[p]) > Math.abs(rows[at][p]) ? p + i : at), p)
    ;[rows[p], rows[best]] = [rows[best], rows[p]]
    for (let i = 0; i < rows.length; i++) {
      if (i === p) continue
      const factor = rows[i][p] / rows[p][p]
      rows[i] = rows[i].map((v, k) => v - factor * rows[p][k])
    }
  }
  return rows.map((row, i) => row[rows.length] / row[i])
}

const dense = (e: PlainExample): number[] => {
  const x = new Array<number>(d).fill(0)
  for (const [i, v] of e.features) x[i] += v
  return x
}

/** Returns one feature to an example: orthogonal data. */
function orthogonal(size: number): PlainExample[] {
  const next = random(3)
  return Array.from({ length: size }, () => {
    const i = Math.floor(next() * d)
    const x = next() * 4 - 2
    return { label: (i % 2 === 0 ? x : -x) + next() - 0.5 > 0 ? 1 : -1, features: [[i, x]] as const }
  })
}

const close = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  expect(a.length).toBe(b.length)
  for (let i = 0; i < a.length; i++) expect(Math.abs(a[i] - b[i])).toBeLessThan(1e-9 * (1 + Math.abs(b[i])))
}

for (const backend of backends()) {
  describe(`special cases on ${backend.name}`, () => {
    const predictions = (rule: RuleName, examples: PlainExample[], params = {}) =>
      run(backend, planFor(rule, 'hinge', { params }), batchOf(examples), 8).results.predictions

    it('VAW is ridge regression that counts the example at hand with label 0', () => {
      const examples = stream(60, 8, 'real', () => 1, d)
      const plan = planFor('vaw', 'half-squared', { params: { alpha: 0.7 } })
      const { results, table } = run(backend, plan, batchOf(examples), 8)
      const A = Array.from({ length: d }, (_, i) => Array.from({ length: d }, (_, k) => (i === k ? 0.7 : 0)))
      const b = new Array<number>(d).fill(0)
      examples.forEach((e, t) => {
        const x = dense(e)
        for (let i = 0; i < d; i++) for (let k = 0; k < d; k++) A[i][k] += x[i] * x[k]
        const w = solve(A, b)
        expect(results.predictions[t]).toBeCloseTo(
          w.reduce((sum, wi, i) => sum + wi * x[i], 0),
          9,
        )
        x.forEach((xi, i) => {
          b[i] += e.label * xi
        })
      })
      close(weights(plan, table, d), solve(A, b))
    })

    it('an example of weight 3 is three examples to VAW', () => {
      const examples = stream(20, 9, 'real', () => 1, d)
      const plan = planFor('vaw', 'half-squared')
      const thrice = run(backend, plan, batchOf(examples.flatMap((e) => [e, e, e])), 8)
      const weighted = run(backend, plan, batchOf(examples.map((e) => ({ ...e, weight: 3 }))), 8)
      close(weights(plan, weighted.table, d), weights(plan, thrice.table, d))
    })

    it('AROW full is w = A^-1 sum y x / r, A = I + sum x x / r over its updates', () => {
      const examples = stream(80, 10, 'sign', () => 1, d)
      const r = 0.6
      const plan = planFor('arow-full', 'hinge', { params: { noise: r } })
      const { results, table } = run(backend, plan, batchOf(examples), 8)
      const A = Array.from({ length: d }, (_, i) => Array.from({ length: d }, (_, k) => (i === k ? 1 : 0)))
      const b = new Array<number>(d).fill(0)
      examples.forEach((e, t) => {
        if (!(e.label * results.predictions[t] < 1)) return
        const x = dense(e)
        for (let i = 0; i < d; i++) {
          b[i] += (e.label * x[i]) / r
          for (let k = 0; k < d; k++) A[i][k] += (x[i] * x[k]) / r
        }
      })
      close(weights(plan, table, d), solve(A, b))
    })

    it('AROW full and its form as mirror descent keep the same weights for r = 1 while both update', () => {
      // far from margins of 1, so that both forms learn from every example
      const small = (x: number) => x * 0.05
      const of = (rule: RuleName, examples: PlainExample[]) => {
        const plan = planFor(rule, 'hinge')
        return weights(plan, run(backend, plan, batchOf(examples), 8).table, d)
      }
      const examples = stream(40, 11, 'sign', () => 0.05, d)
      close(of('arow-omd-full', examples), of('arow-full', examples))
      const alone = orthogonal(40).map((e) => ({
        ...e,
        features: e.features.map(([i, x]) => [i, small(x)] as const),
      }))
      close(of('arow-omd', alone), of('arow', alone))
    })

    it('diagonal is full on orthogonal data', () => {
      const examples = orthogonal(200)
      for (const [diagonal, full] of [
        ['sop', 'sop-full'],
        ['arow', 'arow-full'],
        ['arow-omd', 'arow-omd-full'],
        ['cw', 'cw-full'],
      ] as const)
        close(predictions(full, examples), predictions(diagonal, examples))
    })

    it('the two diagonals of AROW agree on orthogonal data and nowhere else', () => {
      const examples = orthogonal(200)
      close(predictions('arow', examples, { covariance: 'sigma' }), predictions('arow', examples))
      const other = stream(200, 12, 'sign', () => 1, d)
      const [a, b] = ['sigma', 'precision'].map((covariance) => predictions('arow', other, { covariance }))
      expect(Math.max(...a.map((v, i) => Math.abs(v - b[i])))).toBeGreaterThan(1e-3)
    })

    it('CW full meets its constraint with equality after an update', () => {
      const examples = stream(60, 13, 'sign', () => 1, d).filter((e) => e.features.length > 0)
      const phi = 0.8
      let updates = 0
      examples.forEach((e, t) => {
        const plan = planFor('cw-full', 'hinge', { params: { confidence: phi } })
        const { table } = run(backend, plan, batchOf(examples.slice(0, t + 1)), 8)
        const x = dense(e)
        const margin = weights(plan, table, d).reduce((sum, w, i) => sum + w * x[i], 0) * e.label
        const V = variance(table.lane, table.layout.laneStride, x)
        expect(margin).toBeGreaterThan(phi * V - 1e-9)
        if (Math.abs(margin - phi * V) < 1e-9) updates++
      })
      expect(updates).toBeGreaterThan(20)
    })

    it('p-norm rules are the Euclidean ones for p = 2', () => {
      const examples = stream(200, 14, 'sign')
      for (const [general, special] of [
        ['pnorm-perceptron', 'perceptron'],
        ['pax-pnorm', 'pax'],
      ] as const) {
        const plan = planFor(general, 'hinge', { params: { p: 2 } })
        const a = run(backend, plan, batchOf(examples)).results.predictions
        close(a, run(backend, planFor(special, 'hinge'), batchOf(examples)).results.predictions)
      }
    })

    it('PA meets a margin of 1 after every update', () => {
      for (const e of stream(40, 15, 'sign').filter((e) => e.features.length > 0)) {
        const plan = planFor('pa', 'hinge')
        const after = run(backend, plan, batchOf([e, e])).results
        expect(after.predictions[1] * e.label).toBeCloseTo(1, 9)
      }
    })

    it('full AdaGrad is the diagonal on orthogonal data, and its ball is a ball', () => {
      const examples = orthogonal(120)
      const full = planFor('adagrad-full', 'logistic', { params: { learningRate: 0.3, delta: 1e-9 } })
      const diagonal = planFor('adagrad', 'logistic', { update: 'plain', params: { learningRate: 0.3 } })
      const a = run(backend, full, batchOf(examples), 8).results.predictions
      const b = run(backend, diagonal, batchOf(examples), 8).results.predictions
      for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i], 5)
      for (const method of ['cmd', 'rda']) {
        const params = { method, regularizer: 'l2ball', radius: 0.3 }
        const plan = planFor('adagrad-full', 'logistic', { params })
        const { table } = run(backend, plan, batchOf(stream(60, 16, 'sign', () => 1, d)), 8)
        const norm = Math.sqrt(weights(plan, table, d).reduce((sum, w) => sum + w * w, 0))
        expect(norm).toBeCloseTo(0.3, 9)
      }
    })

    it('the running norm agrees with the table, whatever moved', () => {
      const examples = stream(300, 17, 'sign', (i) => 10 ** ((i % 9) - 4))
      for (const rule of ['scale-invariant-pnorm', 'pnorm-perceptron'] as const) {
        const plan = planFor(rule, 'hinge')
        const { table } = run(backend, plan, batchOf(examples))
        const q = rule === 'pnorm-perceptron' ? 3 : table.scalars[5]
        const own = table.scalars.length - (rule === 'pnorm-perceptron' ? 2 : 3)
        let sum = 0
        for (let row = 0; row < 64; row++)
          sum += (Math.abs(table.lane[row * table.layout.laneStride]) / table.scalars[own]) ** q
        expect(table.scalars[own + 1] / sum).toBeCloseTo(1, 10)
      }
      expect(losses.hinge.labels).toBe('sign')
    })
  })
}

/** x^T U D U^T x from rows that hold U^T and D from their second number on; a D of 0 is 1. */
function variance(lane: ArrayLike<number>, stride: number, x: readonly number[]): number {
  let sum = 0
  for (let j = 0; j < x.length; j++) {
    const at = j * stride + 1
    let f = x[j]
    for (let i = 0; i < j; i++) f += lane[at + i] * x[i]
    sum += (lane[at + j] > 0 ? lane[at + j] : 1) * f * f
  }
  return sum
}
