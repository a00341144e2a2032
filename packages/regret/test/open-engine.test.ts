import { type AnyLearnerOptions, checkOptions, Learner, type LearnerOptions } from '@ol/core'
import type { Batch, RuleId } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { random } from '../../core/test/data.js'
import { OpenMirrorDescent, type OpenRule } from '../src/engine/open-mirror-descent.js'
import * as paper from '../src/engine/paper-rules.js'

// The rules of the paper in the open engine next to the fast ones, and Lemma 1 along the way.

const size = 6
const rounds = 400

interface Twin {
  readonly rule: RuleId
  readonly loss: 'logistic' | 'hinge' | 'half-squared'
  readonly open: () => OpenRule
  readonly options?: AnyLearnerOptions
}

const twins: readonly Twin[] = [
  { rule: 'perceptron', loss: 'hinge', open: () => paper.perceptron(size) },
  {
    rule: 'pnorm-perceptron',
    loss: 'hinge',
    open: () => paper.pnormPerceptron(size, 1.5),
    options: { p: 1.5 },
  },
  { rule: 'pa1', loss: 'hinge', open: () => paper.pa1(size, 0.5), options: { aggressiveness: 0.5 } },
  { rule: 'pax', loss: 'hinge', open: () => paper.pax(size) },
  { rule: 'sop', loss: 'hinge', open: () => paper.sop(size, 2), options: { noise: 2 } },
  { rule: 'arow-omd', loss: 'hinge', open: () => paper.arowOmd(size, 2), options: { noise: 2 } },
  { rule: 'sop-full', loss: 'hinge', open: () => paper.sopFull(size, 2), options: { noise: 2 } },
  { rule: 'arow-omd-full', loss: 'hinge', open: () => paper.arowOmdFull(size, 2), options: { noise: 2 } },
  { rule: 'vaw', loss: 'half-squared', open: () => paper.vaw(size, 0.7), options: { alpha: 0.7 } },
  { rule: 'pnorm-lms', loss: 'half-squared', open: () => paper.pnormLms(size, 3), options: { p: 3 } },
  {
    rule: 'omd-l1',
    loss: 'logistic',
    open: () => paper.omdL1('logistic', 0.5, 0.01),
    options: { learningRate: 0.5, l1: 0.01 },
  },
  {
    rule: 'rda',
    loss: 'logistic',
    open: () => paper.rda('logistic', 2, 0.02),
    options: { gamma: 2, l1: 0.02 },
  },
  {
    rule: 'omd-strongly-convex',
    loss: 'logistic',
    open: () => paper.omdStronglyConvex('logistic', 0.1),
    options: { l2: 0.1 },
  },
  {
    rule: 'scale-invariant-pnorm',
    loss: 'logistic',
    open: () => paper.scaleInvariantPnorm('logistic', size, 0.8, 1),
    options: { learningRate: 0.8 },
  },
  {
    rule: 'scale-invariant-adagrad',
    loss: 'logistic',
    open: () => paper.scaleInvariantAdagrad('logistic', size, 0.8, 1),
    options: { learningRate: 0.8, dimension: size },
  },
]

interface Stream {
  readonly xs: readonly Float64Array[]
  readonly label: (t: number, score: number) => number
}

function streams(): Readonly<Record<string, Stream>> {
  const next = random(23)
  const xs = Array.from({ length: rounds }, () =>
    Float64Array.from({ length: size }, () => (next() < 0.7 ? next() * 2 - 1 : 0)),
  )
  const noise = Array.from({ length: rounds }, next)
  return {
    'noisy labels': {
      xs,
      label: (t) => (xs[t][0] - xs[t][1] + noise[t] - 0.5 > 0 ? 1 : -1),
    },
    'labels against the prediction': { xs, label: (_t, score) => (score > 0 ? -1 : 1) },
    'growing values': {
      xs: xs.map((x, t) => x.map((v) => v * 1.01 ** t)),
      label: (t) => (xs[t][0] - xs[t][1] + noise[t] - 0.5 > 0 ? 1 : -1),
    },
  }
}

const batchOf = (x: Float64Array, y: number): Batch => ({
  size: 1,
  offsets: Uint32Array.of(0, size),
  indices: Uint32Array.from({ length: size }, (_, i) => i),
  values: x,
  labels: Float64Array.of(y),
})

function fast({ rule, loss, options }: Twin): Learner {
  const own = {
    rule,
    loss,
    precision: 'float64',
    clip: 'none',
    labelScale: 'none',
    constant: false,
    ...(rule.startsWith('scale-invariant') ? { outliers: 'keep' } : {}),
    ...(rule.endsWith('-full') || rule === 'vaw' ? {} : { bits: 3 }),
    ...options,
  }
  return new Learner(checkOptions(own as AnyLearnerOptions) as LearnerOptions) as Learner
}

describe.each(Object.entries(streams()))('the open engine, %s', (_, { xs, label }) => {
  it.each(twins.map((twin) => [twin.rule, twin] as const))(
    '%s is the fast rule, within its bound',
    (_, twin) => {
      const open = new OpenMirrorDescent(size, twin.open())
      const learner = fast(twin)
      const next = random(5)
      const comparators = Array.from({ length: 5 }, (_, k) =>
        Float64Array.from({ length: size }, () => (k === 0 ? 0 : k * (next() * 2 - 1))),
      )
      let worst = 0
      let largest = 1
      xs.forEach((x, t) => {
        const seen = learner.predict(batchOf(x, Number.NaN))[0]
        const y = label(t, seen)
        const score = open.learn(x, y)
        const [own] = learner.learn(batchOf(x, y))
        largest = Math.max(largest, Math.abs(score))
        worst = Math.max(worst, Math.abs(own - score))
        for (const u of comparators) {
          const { measured, bound, tight } = open.bound(u)
          const slack = 1e-9 * (1 + Math.abs(bound))
          expect(measured).toBeLessThanOrEqual(tight + slack)
          expect(tight).toBeLessThanOrEqual(bound + slack)
        }
      })
      expect(worst).toBeLessThanOrEqual(1e-12 * largest)
      expect(open.rounds).toBe(rounds)
    },
  )
})

describe('a rule of one’s own', () => {
  it('needs only f, the gradient of its conjugate, and z', () => {
    // entropy: f(u) = sum u ln u - u, whose conjugate has the gradient exp(theta)
    const open = new OpenMirrorDescent(2, {
      f: (u) => u.reduce((sum, w) => sum + (w > 0 ? w * Math.log(w) : 0) - w, 0) + 2,
      gradient: (theta) => theta.map(Math.exp),
      z: ({ x, y, score }) => x.map((v) => 0.1 * (y - score) * v),
    })
    for (let t = 0; t < 200; t++) open.learn(Float64Array.of(t % 2, 1), 3 * (t % 2) + 1)
    const weights = open.theta.map(Math.exp)
    expect(weights[0]).toBeCloseTo(3, 1)
    expect(weights[1]).toBeCloseTo(1, 1)
    const { measured, bound, tight } = open.bound(Float64Array.of(3, 1))
    expect(tight).toBe(bound)
    expect(measured).toBeLessThanOrEqual(bound)
  })

  it('refuses examples of another length, and rules that lack a function', () => {
    const open = new OpenMirrorDescent(2, paper.perceptron(2))
    expect(() => open.learn(new Float64Array(3), 1)).toThrow('2 numbers')
    expect(() => new OpenMirrorDescent(0, paper.perceptron(1))).toThrow('dimension')
    expect(() => new OpenMirrorDescent(1, {} as OpenRule)).toThrow()
  })
})
