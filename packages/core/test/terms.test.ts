import { describe, expect, it } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { random } from './data.js'

interface Row {
  readonly features: Record<string, number | string>
  readonly label: number
}

/** Labels in which a column counts in bands, and another together with a third. */
function rows(count: number, real: boolean): Row[] {
  const next = random(11)
  return Array.from({ length: count }, () => {
    const age = Math.floor(next() * 80)
    const x = next() * 10 - 5
    const job = ['a', 'b', 'c'][Math.floor(next() * 3)]
    const z = next() < 0.3 ? next() : 0
    const s = (age > 30 && age < 50 ? 2 : -1) + (job === 'b' ? (x > 0 ? 3 : -2) : 0) + (z > 0.5 ? 1 : 0)
    const label = real ? s + next() : next() < 1 / (1 + Math.exp(-s)) ? 1 : -1
    return { features: { age, x, job, z }, label }
  })
}

const models = new Map<string, Learner>()

function trained(real: boolean, options: AnyLearnerOptions): Learner {
  const key = JSON.stringify([real, options])
  const known = models.get(key)
  if (known !== undefined) return known
  const model = new Learner(
    checkOptions({
      loss: real ? 'squared' : 'logistic',
      bits: 16,
      expand: 'auto',
      stack: 'off',
      curve: 'off',
      ...options,
    }),
  )
  for (const row of rows(2000, real)) model.learn(row)
  models.set(key, model)
  return model
}

const base = { age: 40, x: 1, job: 'a', z: 0 }

describe('terms', () => {
  it.each(['bins', 'auto'] as const)(
    'difference of predictions follows the curve (%s, real labels)',
    (expand) => {
      const model = trained(true, { expand })
      const terms = model.terms()
      expect(
        terms
          .filter(({ kind }) => kind === 'column')
          .map(({ columns }) => columns[0])
          .sort(),
      ).toEqual(['age', 'job', 'x', 'z'])
      if (expand === 'auto') {
        expect(
          terms.some(({ kind, columns }) => kind === 'pair' && [...columns].sort().join() === 'job,x'),
        ).toBe(true)
        return
      }
      for (const term of terms) {
        if (term.kind !== 'column') throw new Error('a cross')
        const [column] = term.columns
        const at = (value: number | string): number => model.predict({ ...base, [column]: value })
        const all =
          column === 'job' ? term.categories.map(({ name, score }) => ({ value: name, score })) : term.points
        expect(all.length).toBeGreaterThan(2)
        for (const { value, score } of all)
          expect(at(value) - at(all[0].value)).toBeCloseTo(score - all[0].score, 9)
      }
    },
  )

  it('explains a pair: differences of differences of predictions follow its cells', () => {
    const model = trained(true, { expand: 'pairs' })
    const pair = model
      .terms()
      .find(({ kind, columns }) => kind === 'pair' && [...columns].sort().join() === 'job,x')
    if (pair?.kind !== 'pair') throw new Error('no pair')
    const [first, second] = pair.axes
    const value = (a: number, i: number): number | string => {
      const { name, to, from } = pair.axes[a].parts[i]
      return pair.columns[a] === 'job' ? name : (to ?? Number(from) + 0.01)
    }
    const predicted = (i: number, j: number): number =>
      model.predict({ ...base, [first.column]: value(0, i), [second.column]: value(1, j) })
    const cell = (i: number, j: number): number => pair.scores[i * second.parts.length + j]
    // the additions of other pairs are the same on both sides
    for (let i = 1; i < first.parts.length; i++)
      for (let j = 1; j < second.parts.length; j++)
        expect(predicted(i, j) - predicted(0, j) - predicted(i, 0) + predicted(0, 0)).toBeCloseTo(
          cell(i, j) - cell(0, j) - cell(i, 0) + cell(0, 0),
          8,
        )
  })

  it.each([true, false])(
    'explain adds up to the score, and moves as the curve does (real labels: %s)',
    (real) => {
      const model = trained(real, {})
      const explanation = model.explain(base)
      let sum = 0
      for (const { contribution } of [
        ...explanation.features,
        ...(explanation.derived ?? []),
        ...explanation.further,
      ])
        sum += contribution
      expect(sum).toBe(explanation.score)
      expect(explanation.score).toBe(model.scores(base)[0])
      const named = explanation.derived?.map(({ columns }) => [...columns].sort().join('*'))
      expect(named).toContain('age')
      expect(named).toContain('job*x')
      const curve = model.terms().find(({ kind, columns }) => kind === 'column' && columns[0] === 'age')
      if (curve?.kind !== 'column') throw new Error('no curve')
      const alone = (value: number): number => {
        const { features, derived = [] } = model.explain({ ...base, age: value })
        const of = features.find(({ name }) => name === 'age')?.contribution ?? 0
        return of + (derived.find(({ columns }) => columns.join() === 'age')?.contribution ?? 0)
      }
      const [first] = curve.points
      for (const { value, score } of curve.points)
        expect(alone(value) - alone(first.value)).toBeCloseTo(score - first.score, 9)
      if (real)
        expect(explanation.further.find(({ part }) => part === 'mixture')?.contribution ?? 0).toBeCloseTo(
          0,
          9,
        )
    },
  )

  it('has the same terms on both backends, and none without derived features', () => {
    const of = (backend: 'native' | 'fallback'): unknown =>
      trained(false, { backend, bits: 12 }).terms({ top: 3 })
    expect(of('native')).toEqual(of('fallback'))
    expect(() => new Learner({ expand: 'off' }).terms()).toThrow(
      expect.objectContaining({ code: 'OL_PARAMETER' }),
    )
    expect(() => trained(false, { bits: 12 }).terms({ top: -1 })).toThrow(
      expect.objectContaining({ code: 'OL_PARAMETER' }),
    )
  })
})
