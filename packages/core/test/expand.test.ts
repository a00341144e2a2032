import { createHash } from 'node:crypto'
import type { Batch } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, random } from './data.js'

type Task = 'binary' | 'regression' | 'multiclass'

/** Examples in which a column counts in bands, and another together with a third. */
function* examples(
  count: number,
  task: Task,
  seed = 7,
): Generator<{ features: Record<string, number | string>; label: number | string }> {
  const next = random(seed)
  for (let e = 0; e < count; e++) {
    const age = Math.floor(next() * 80)
    const x = next() * 10 - 5
    const job = ['a', 'b', 'c'][Math.floor(next() * 3)]
    const late = e > count / 2 ? next() : 0
    const z = next() < 0.3 ? next() : 0
    const s =
      (age > 30 && age < 50 ? 2 : -1) +
      (job === 'b' && x > 0 ? 3 : 0) +
      (z > 0.5 ? 1 : 0) -
      (late > 0.5 ? 1 : 0)
    const label =
      task === 'regression'
        ? s + next()
        : task === 'multiclass'
          ? ['u', 'v', 'w'][Math.min(2, Math.max(0, Math.floor(s + 1)))]
          : next() < 1 / (1 + Math.exp(-s))
            ? 1
            : -1
    yield {
      features: { age, x, job, z, late, always: 3, zero: -0, tiny: 1e-90 * (1 + Math.floor(x)) },
      label,
    }
  }
}

function learnerOf(task: Task, options: AnyLearnerOptions = {}): Learner<string> {
  const own: AnyLearnerOptions =
    task === 'multiclass'
      ? { classes: ['u', 'v'], mostClasses: 5 }
      : { loss: task === 'regression' ? 'squared' : 'logistic' }
  return new Learner<string>(checkOptions({ expand: 'auto', bits: 12, ...own, ...options }))
}

const hash = (model: Learner<string>): string => createHash('sha256').update(model.toBytes()).digest('hex')
const tasks: readonly Task[] = ['binary', 'regression', 'multiclass']

/** The same examples in batches of a size. */
function learnIn(
  model: Learner<string>,
  all: readonly { features: object; label: number | string }[],
  size: number,
): void {
  for (let from = 0; from < all.length; from += size)
    model.learn(model.batch(all.slice(from, from + size) as never) as Batch)
}

describe.each(tasks)('derived features, %s', (task) => {
  const all = [...examples(600, task)]

  it.each(['float32', 'float64'] as const)(
    'give the same bytes on every backend and in batches of any size, %s',
    (precision) => {
      const models = backends.flatMap((backend) =>
        (backend === 'native' ? [1, 97, 600] : [600]).map((size) => {
          const model = learnerOf(task, { backend, precision })
          learnIn(model, all, size)
          return hash(model)
        }),
      )
      expect(new Set(models).size).toBe(1)
    },
  )

  it.each([250, 311])('go on from a model file as if nothing had been, after %d examples', async (cut) => {
    const whole = learnerOf(task)
    learnIn(whole, all, 200)
    const first = learnerOf(task)
    await first.learn(all.slice(0, cut))
    const again = Learner.fromBytes<string>(first.toBytes())
    expect(hash(again)).toBe(hash(first))
    await again.learn(all.slice(cut))
    expect(hash(again)).toBe(hash(whole))
    expect(again.predict(all[5].features)).toBe(whole.predict(all[5].features))
  })

  it('predict the same as learning, and change nothing', () => {
    const model = learnerOf(task)
    learnIn(model, all.slice(0, 500), 250)
    const before = hash(model)
    const predicted = all.slice(500, 520).map(({ features }) => model.scores(features))
    expect(hash(model)).toBe(before)
    expect(model.scores(model.batch(all.slice(500, 501) as never) as Batch)).toEqual(predicted[0])
  })

  it('do not change with examples without a label or a weight', () => {
    const plain = learnerOf(task)
    learnIn(plain, all.slice(0, 300), 300)
    const mixed = learnerOf(task)
    for (const example of all.slice(0, 300)) {
      mixed.learn({ ...example, weight: 0 } as never)
      mixed.learn(example as never)
    }
    expect(mixed.predict(all[7].features)).toBe(plain.predict(all[7].features))
  })
})

describe('derived features', () => {
  it('see bands and pairs, which a linear model does not', () => {
    const all = [...examples(4000, 'binary')]
    const losses = (['off', 'bins', 'pairs', 'auto'] as const).map((expand) => {
      const model = learnerOf('binary', { expand })
      learnIn(model, all, 500)
      return model.report().averageLoss
    })
    expect(losses[1]).toBeLessThan(0.93 * losses[0])
    expect(losses[2]).toBeLessThan(0.99 * losses[1])
    expect(losses[3]).toBeLessThan(0.9 * losses[0])
  })

  it('do not change by the unit of a column, a power of two', () => {
    const scores = [1, 2 ** 40, 2 ** -40].map((unit) => {
      const model = learnerOf('binary')
      const scaled = [...examples(600, 'binary')].map(({ features, label }) => ({
        features: { ...features, x: (features.x as number) * unit, age: (features.age as number) / unit },
        label,
      }))
      learnIn(model, scaled, 200)
      return model.scores(scaled[3].features)
    })
    expect(scores[1]).toEqual(scores[0])
    expect(scores[2]).toEqual(scores[0])
  })

  it('are refused with options that exclude them, which the error names', () => {
    const refused: readonly [AnyLearnerOptions, RegExp][] = [
      [{ rule: 'nag' }, /expand 'off' with rule nag but received "auto"/],
      [{ rule: 'auto-small' }, /expand 'off' with rule auto-small/],
      [{ bits: 'grow' }, /expand 'off' with bits 'grow'/],
      [{ classWeight: 'balanced', loss: 'logistic' }, /expand 'off' with classWeight/],
      [{ families: 'rms' }, /expand 'off' with families 'rms'/],
      [{ expand: 'more' as never }, /expand/],
    ]
    for (const [options, message] of refused)
      expect(() => new Learner(checkOptions({ expand: 'auto', ...options }))).toThrowError(
        expect.objectContaining({ code: 'OL_PARAMETER', message: expect.stringMatching(message) }),
      )
  })

  it('are refused by operations that do not support them yet', () => {
    const model = learnerOf('binary')
    learnIn(model, [...examples(50, 'binary')], 50)
    expect(() => model.toBytes({ predictOnly: true })).toThrowError(
      /without derived features to distill it but this one has them: train it with expand 'off'/,
    )
    expect(() => model.split(2)).toThrowError(/without derived features to cut it into shares/)
    expect(() => Learner.fromBytes(model.toBytes(), { expand: 'bins' })).toThrowError(
      /expand auto|expand "auto"/,
    )
  })

  it('refuse a model file with inconsistent derived features', () => {
    const model = learnerOf('binary')
    learnIn(model, [...examples(300, 'binary')], 300)
    const bytes = model.toBytes()
    expect(() => Learner.fromBytes(bytes.subarray(0, bytes.length - 64))).toThrowError(
      expect.objectContaining({ code: 'OL_MODEL_FORMAT' }),
    )
  })
})
