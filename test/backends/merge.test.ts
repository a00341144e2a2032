import { fallback } from '@ol/fallback'
import {
  type MergeForm,
  type MergePlan,
  mergeOf,
  mergeWidth,
  modifiedRule,
  namedRules,
  type RuleEntry,
  type RuleName,
} from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { nativeBackend } from './machine.js'
import { random } from './streams.js'

const native = nativeBackend()
const mergeable = (Object.keys(namedRules) as RuleName[]).filter(
  (rule) => !('refused' in mergeOf(modifiedRule(rule))),
)

/** A plan for this many models, whose parameters are the defaults of the rule. */
function planOf(rule: RuleName, models: number, lanes: number, next: () => number): MergePlan {
  const entry: RuleEntry = namedRules[namedRules[rule].ensemble?.rule ?? rule]
  const form = mergeOf(modifiedRule(rule)) as MergeForm
  const weights = Float64Array.from({ length: models + 1 }, () => Math.ceil(next() * 1000))
  weights[models] = weights.subarray(0, models).reduce((sum, t) => sum + t, 0)
  // for std some lanes of each family
  const params = Float64Array.from({ length: entry.params.length * lanes }, (_, i) => {
    const { name, default: value } = entry.params[Math.floor(i / lanes)]
    return name === 'scaling' ? i % 2 : name === 'powerT' ? 0.3 : name === 'l1' ? 0.01 : value
  })
  return {
    unit: form.unit,
    evidence: form.evidence,
    power: typeof form.power === 'number' ? form.power : 0.3,
    dual: form.dual ?? 'weight',
    averages: form.averages === true,
    models,
    lanes,
    laneStates: entry.lane.length,
    sharedStates: entry.shared.length,
    limit: 1e30,
    weights,
    rounds: weights,
    units: Float64Array.from({ length: models }, (_, k) => (k === 0 ? 1 : 0.5 + next())),
    params,
  }
}

/** Rows within the ranges of their states, some free, some of them extreme. */
function rowsOf(
  rule: RuleName,
  plan: MergePlan,
  size: number,
  next: () => number,
  extreme: number,
): Float64Array {
  const { lanes, laneStates } = plan
  const width = mergeWidth(plan)
  const { lane, shared } = namedRules[rule]
  return Float64Array.from({ length: plan.models * size * width }, (_, i) => {
    const row = Math.floor(i / width)
    const j = i % width
    if ((row * 7919) % 5 === 0) return 0
    const { name, range } =
      j < lanes * laneStates ? lane[Math.floor(j / lanes)] : shared[j - lanes * laneStates]
    if (name === 'next') return next() < 0.4 ? Math.ceil(next() * 9) : 0
    if (name === 'unit') return 2 ** Math.floor(next() * 8)
    const sign = range.min < 0 && next() < 0.5 ? -1 : 1
    const value = next() < 0.1 ? 0 : sign * next() * 10 ** ((next() - 0.5) * extreme)
    return Math.min(Math.max(value, range.min), range.max)
  })
}

describe.each(mergeable)('merge of %s', (rule) => {
  it.each([4, 200])('has the same bytes in both languages, and is finite (10^-%i .. )', (extreme) => {
    for (const lanes of [1, 3]) {
      const next = random(lanes * 1000 + extreme)
      const plan = planOf(rule, 5, lanes, next)
      const states = rowsOf(rule, plan, 64, next, extreme)
      for (const what of ['merge', 'split'] as const) {
        const merged = new Float64Array(64 * mergeWidth(plan))
        fallback[what](plan, { size: 64, states, merged })
        if (what === 'merge') expect(merged.every(Number.isFinite)).toBe(true)
        if (native === undefined) continue
        const twin = new Float64Array(merged.length)
        native[what](plan, { size: 64, states, merged: twin })
        expect(Buffer.from(twin.buffer).equals(Buffer.from(merged.buffer))).toBe(true)
      }
    }
  })

  it('depends only on the row', () => {
    const next = random(5)
    const plan = planOf(rule, 3, 1, next)
    const width = mergeWidth(plan)
    const states = rowsOf(rule, plan, 10, next, 4)
    const whole = new Float64Array(10 * width)
    fallback.merge(plan, { size: 10, states, merged: whole })
    for (let i = 0; i < 10; i++) {
      const own = new Float64Array(3 * width)
      for (let k = 0; k < 3; k++)
        own.set(states.subarray((k * 10 + i) * width, (k * 10 + i + 1) * width), k * width)
      const merged = new Float64Array(width)
      fallback.merge(plan, { size: 1, states: own, merged })
      expect(merged).toEqual(whole.slice(i * width, (i + 1) * width))
    }
  })
})

describe('merge of nag', () => {
  const plan = (models: number, weights: number[]): MergePlan => ({
    ...planOf('nag', models, 1, () => 0.5),
    weights: Float64Array.of(
      ...weights,
      weights.reduce((a, b) => a + b),
    ),
    units: new Float64Array(models).fill(1),
  })
  const merged = (weights: number[], ...rows: number[][]): number[] => {
    const out = new Float64Array(3)
    fallback.merge(plan(rows.length, weights), {
      size: 1,
      states: Float64Array.of(...rows.flat()),
      merged: out,
    })
    return [...out]
  }

  it('is the mean of the weights by the roots of their gradients and examples', () => {
    // v, n, s: the second model has half the unit, so that its weight is twice as large in units of the first
    const [v, n, s] = merged([100, 400], [0.5, 3, 2], [0.25, 8, 1])
    const [a, b] = [3 * Math.sqrt(100), 8 * 0.5 * Math.sqrt(400)]
    expect(v).toBe((a * 0.5 + b * 0.5) / (a + b))
    expect(n).toBe(5)
    expect(s).toBe(2)
  })

  it('does not change the weight of a feature that only one model has seen', () => {
    expect(merged([100, 400], [0.5, 3, 2], [0, 0, 0])).toEqual([0.5, 3, 2])
  })

  it('does not count a model whose unit is too small, nor one without examples', () => {
    expect(merged([100, 400], [0.5, 3, 2], [0.5, 3, 1e-31])[0]).toBe(0.5)
    expect(merged([100, 0], [0.5, 3, 2], [7, 3, 2])[0]).toBe(0.5)
  })

  it('stays between the smallest and the largest weight', () => {
    const next = random(3)
    for (let i = 0; i < 2000; i++) {
      const rows = Array.from({ length: 3 }, () => [next() - 0.5, next(), 1])
      const [v] = merged([1, 2, 3], ...rows)
      expect(v).toBeGreaterThanOrEqual(Math.min(...rows.map(([w]) => w)))
      expect(v).toBeLessThanOrEqual(Math.max(...rows.map(([w]) => w)))
    }
  })

  it('changes no byte if a unit is a power of two', () => {
    const rows = [
      [0.3, 2, 1.7],
      [-0.6, 5, 0.9],
    ]
    const [v, n, s] = merged([10, 20], ...rows)
    const scaled = rows.map(([w, g, unit]) => [w, g, unit * 2 ** 40])
    expect(merged([10, 20], ...scaled)).toEqual([v, n, s * 2 ** 40])
  })
})
