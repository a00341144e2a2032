import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { keepAllLanes } from '../src/learner/slices.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, random } from './data.js'

interface Row {
  readonly features: Record<string, number | string>
  readonly label: number
}

/** Labels in which a column counts in bands, and another together with a third; `turned`: the columns in another order. */
function rows(count: number, seed: number, real: boolean, turned = false): Row[] {
  const next = random(seed)
  return Array.from({ length: count }, () => {
    const age = Math.floor(next() * 80)
    const x = next() * 10 - 5
    const job = ['a', 'b', 'c'][Math.floor(next() * 3)]
    const s = (age > 30 && age < 50 ? 3 : -2) + (job === 'b' ? (x > 0 ? 4 : -3) : 0)
    const label = real ? s + next() : next() < 1 / (1 + Math.exp(-s)) ? 1 : -1
    return { features: turned ? { job, x, age } : { age, x, job }, label }
  })
}

function trained(all: readonly Row[], options: AnyLearnerOptions): Learner {
  const model = new Learner(checkOptions({ loss: 'logistic', bits: 12, expand: 'auto', ...options }))
  keepAllLanes(model)
  for (const row of all) model.learn(row)
  return model
}

/** The mean squared error, or log loss, of predictions. */
function lossOf(model: Learner, all: readonly Row[], real: boolean): number {
  const losses = all.map(({ features, label }) => {
    const [p] = model.scores(features)
    return real ? (p - label) ** 2 : Math.log1p(Math.exp(-p * label))
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

const hash = (model: Learner): string => createHash('sha256').update(model.toBytes()).digest('hex')

describe('models with derived features, merged', () => {
  it.each([false, true])(
    'have the learning of each shard, and continue learning (real labels: %s)',
    (real) => {
      const options: AnyLearnerOptions = real ? { loss: 'squared' } : {}
      const parts = [rows(1200, 1, real), rows(1300, 2, real, true)]
      const held = rows(500, 3, real)
      const shards = parts.map((part) => trained(part, options))
      const whole = trained(parts.flat(), options)
      const plain = trained(parts.flat(), { ...options, expand: 'off' })
      const merged = Learner.merge(shards)
      expect(lossOf(merged, held, real)).toBeLessThan(
        Math.max(...shards.map((shard) => lossOf(shard, held, real))),
      )
      expect(lossOf(merged, held, real)).toBeLessThan(1.1 * lossOf(whole, held, real))
      expect(lossOf(merged, held, real)).toBeLessThan(0.8 * lossOf(plain, held, real))
      expect(merged.report().examples).toBe(2500)
      const columns = (model: Learner): string[] =>
        model.terms().map((term) => [...term.columns].sort().join('*'))
      expect(columns(merged)).toEqual(expect.arrayContaining(['age', 'x', 'job', 'job*x']))
      // each column once, though the shards numbered them in other orders
      expect(new Set(columns(merged)).size).toBe(columns(merged).length)
      const again = Learner.fromBytes<number>(merged.toBytes())
      for (const row of rows(150, 4, real)) {
        merged.learn(row)
        again.learn(row)
      }
      expect(hash(again)).toBe(hash(merged))
    },
  )

  it('have the same bytes on both backends, and as from the only one', () => {
    const made = backends.map((backend) => {
      const shards = [5, 6, 7].map((seed) => trained(rows(600, seed, false), { backend }))
      const merged = Learner.merge(shards)
      expect(hash(Learner.merge([shards[0]]))).toBe(hash(shards[0]))
      expect(hash(Learner.merge(shards))).toBe(hash(merged))
      return hash(merged)
    })
    expect(new Set(made).size).toBe(1)
  })

  it('have sketches of all values: quantiles cover the shards together', () => {
    const parts = [rows(3000, 8, false), rows(2000, 9, false)]
    const merged = Learner.merge(parts.map((part) => trained(part, { expand: 'bins' })))
    const values = parts.flat().map(({ features }) => features.x as number)
    const curve = merged.terms().find(({ columns }) => columns[0] === 'x')
    if (curve?.kind !== 'column') throw new Error('no curve')
    expect(curve.edges).toHaveLength(31)
    curve.edges.forEach((edge, i) => {
      const rank = values.filter((x) => x <= edge).length / values.length
      expect(Math.abs(rank - (i + 1) / 32)).toBeLessThan(0.02)
    })
  })

  it.each(backends)(
    'have no column without features: another model may have them alone, on %s',
    (backend) => {
      // a word is a column of its own where its first value is not 1, and a member of its namespace otherwise
      const words = (value: number) =>
        rows(300, value, true).map(({ features: { age, x }, label }, e) => {
          const amount = e < 9 ? value : 1
          return { features: { age, x, d: { [`w${e % 3}`]: amount } }, label: label + (e % 3) }
        })
      const models = [2, 1].map((value) => {
        const model = new Learner({ rule: 'auto', bits: 10, expand: 'triples', backend })
        for (const row of words(value)) model.learn(row)
        return model
      })
      for (const order of [models, models.toReversed()]) {
        const merged = Learner.fromBytes(Learner.merge(order).toBytes(), { backend })
        const named = merged.terms().flatMap(({ columns }) => columns)
        expect(named).toContain('x')
        const [row] = words(1).slice(20)
        expect(merged.predict(row.features)).toBeCloseTo(models[1].predict(row.features), -1)
        merged.learn(row)
      }
    },
  )

  it('are refused if they differ', () => {
    const one = trained(rows(50, 1, false), {})
    for (const other of [{ expand: 'bins' }, { expand: 'off' }] as const)
      expect(() => Learner.merge([one, trained(rows(50, 1, false), other)])).toThrow(
        expect.objectContaining({
          code: 'OL_MERGE_SETTINGS',
          message: expect.stringContaining(`expand is "auto" in model 1 and "${other.expand}"`),
        }),
      )
    expect(() => Learner.merge([one, trained(rows(50, 1, false), { bits: 13 })])).toThrow(
      expect.objectContaining({ code: 'OL_MERGE_SETTINGS' }),
    )
  })
})
