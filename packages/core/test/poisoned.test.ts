import { log } from '@ol/numerics'
import type { Batch, MixtureOutput } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, random } from './data.js'

// The cost of a poisoned stream for rule auto: on all of it no more than its best lane and a few nats, on the rows
// after the poison
// no more than is stated for each kind.

const columns = 6
const poisonAt = 1500
const rows = 3000

/** Labels that are linear in six columns, of which one is far from 0, up to noise. */
function clean(): Batch {
  const next = random(11)
  const values = Float64Array.from(
    { length: rows * columns },
    (_, i) => 2 * next() - 1 + (i % columns === 4 ? 9 : 0),
  )
  const labels = Float64Array.from({ length: rows }, (_, e) => {
    let score = next() - next()
    for (let j = 0; j < columns; j++) score += (j - 2) * (values[e * columns + j] - (j === 4 ? 9 : 0))
    return score > 0 ? 1 : -1
  })
  return {
    size: rows,
    offsets: Uint32Array.from({ length: rows + 1 }, (_, e) => e * columns),
    indices: Uint32Array.from(values, (_, i) => i % columns),
    values,
    labels,
  }
}

const poisons: Readonly<Record<string, (batch: Batch) => Batch>> = {
  'one value of 1e38': (batch) => ({ ...batch, values: batch.values.with(poisonAt * columns + 5, 1e38) }),
  'one value of -1e38': (batch) => ({ ...batch, values: batch.values.with(poisonAt * columns + 5, -1e38) }),
  '100 flipped labels': (batch) => ({
    ...batch,
    labels: batch.labels.map((y, e) => (e >= poisonAt && e < poisonAt + 100 ? -y : y)),
  }),
  'a column that is a million times as large from there on': (batch) => ({
    ...batch,
    values: batch.values.map((x, i) => (i % columns === 5 && i >= poisonAt * columns ? 1e6 * x : x)),
  }),
}

/** Returns the batch without its last column. */
function without(batch: Batch): Batch {
  const kept = (_: number, i: number): boolean => i % columns !== columns - 1
  return {
    ...batch,
    offsets: Uint32Array.from({ length: rows + 1 }, (_, e) => e * (columns - 1)),
    indices: batch.indices.filter(kept),
    values: batch.values.filter(kept),
  }
}

/** Returns the log loss of each row before it is learned from. */
function losses(options: AnyLearnerOptions, batch: Batch): Float64Array {
  const scores = new Learner(checkOptions({ loss: 'logistic', bits: 4, ...options })).learn(batch)
  return scores.map((z, e) => Math.log1p(Math.exp(-Math.abs(z))) + Math.max(0, -z * batch.labels[e]))
}

const sum = (all: Float64Array, from = 0, to = all.length): number =>
  all.subarray(from, to).reduce((total, x) => total + x, 0)

/** Returns the losses of each lane of auto: models of the rule std. */
function lanes(batch: Batch, outliers: 'bound' | 'keep'): Float64Array[] {
  const own = new Learner(checkOptions({ loss: 'logistic', rule: 'auto' })).lanes
  return own.map(({ parameters }) => losses({ rule: 'std', ...parameters, outliers }, batch))
}

describe.each(Object.keys(poisons))('%s', (name) => {
  const batch = poisons[name](clean())

  test.each(['bound', 'keep'] as const)(
    'costs a mixture no more than its bounds, outliers %s',
    (outliers) => {
      const alone = lanes(batch, outliers)
      const best = Math.min(...alone.map((own) => sum(own)))
      const stretches = [0, poisonAt, poisonAt + 100, rows]
      const sequence = stretches
        .slice(1)
        .reduce((total, to, i) => total + Math.min(...alone.map((own) => sum(own, stretches[i], to))), 0)
      const switches = stretches.length - 2
      const alpha = 0.001
      const share = log(16) + switches * log(16 / alpha) - (rows - 1 - switches) * log(1 - alpha + alpha / 16)
      const bounds: readonly (readonly [MixtureOutput, number])[] = [
        ['ew', best + log(16)],
        ['fs', sequence + share],
        ['sw', Math.min(best + log(16), sequence + share) + log(3)],
        ['cal', best + log(16) + log(3) + log(2)],
      ]
      // with derived features the mixture of experts may lose more than the plain model
      const further = { off: 0, auto: log(1 / 0.9) + log(3) + log(2) } as const
      for (const [mixture, bound] of bounds)
        for (const expand of ['off', 'auto'] as const) {
          const own = losses({ rule: 'auto', mixture, outliers, expand }, batch)
          expect(own.every((loss) => loss >= 0 && loss <= 51 + log(2))).toBe(true)
          expect(sum(own)).toBeLessThan(bound + further[expand] + 1e-6)
          // not a bound for want of a loss: the best lane is within it, too
          expect(sum(own)).toBeGreaterThan(best / 2)
        }
    },
  )

  test('costs the rows from the hundredth after it on no more than is stated', () => {
    const after = (outliers: 'bound' | 'keep', of: Batch): number =>
      sum(losses({ rule: 'auto', outliers }, of), poisonAt + 100)
    const [plain, blind] = [after('bound', clean()), after('bound', without(clean()))]
    // the column says much
    expect(blind).toBeGreaterThan(4 * plain)
    const [bound, keep] = [after('bound', batch), after('keep', batch)]
    if (/1e38/.test(name)) {
      expect(bound).toBeLessThan(1.05 * plain)
      // if outliers count as they are, the column is lost for good, and no more than it
      expect(keep).toBeGreaterThan(4 * plain)
      expect(keep).toBeLessThan(1.05 * blind)
    } else {
      // labels have to be learned again, a unit has to be believed
      expect(bound).toBeLessThan(1.5 * plain)
      expect(keep).toBeLessThan(1.5 * plain)
    }
  })

  test('leaves the same bytes on every backend', () => {
    const files = backends.map((backend) => {
      const learner = new Learner(checkOptions({ rule: 'auto', loss: 'logistic', bits: 4, backend }))
      learner.learn(batch)
      return Buffer.from(learner.toBytes())
    })
    for (const file of files) expect(file.equals(files[0])).toBe(true)
  })
})
