import { readFileSync } from 'node:fs'
import { fallback } from '@ol/fallback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Learner } from '../src/index.js'
import { ClassSets } from '../src/intervals/class-sets.js'
import { intervalLevels } from '../src/intervals/interval-levels.js'
import { LevelThresholds } from '../src/intervals/level-thresholds.js'
import { NumberIntervals } from '../src/intervals/number-intervals.js'
import type { Outcome } from '../src/lanes/outcome.js'

type Sets = readonly (readonly number[])[]

interface Trace {
  readonly model: readonly (number | readonly number[])[]
  readonly labels: readonly number[]
  readonly weights: readonly number[]
  readonly asked: readonly number[]
  /** by example: of numbers half the width of each interval, of classes the sets; null: not known yet */
  readonly following: readonly (readonly number[] | Sets | null)[]
  readonly settled: readonly (readonly number[] | Sets | null)[]
}

function traceOf(name: string): Trace {
  const url = new URL(`../../../test/golden/intervals/${name}_101.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as Trace
}

/** Returns examples `from` to `to` of a trace as a model learned them. */
function turnOf({ model, labels, weights }: Trace, from: number, to: number) {
  const own = model.slice(from, to)
  const flat = Float64Array.from(own.flat())
  const columns = flat.length / own.length
  const outcome: Outcome = {
    predictions: columns === 1 ? flat : new Float64Array(own.length),
    losses: new Float64Array(own.length),
    status: new Uint8Array(own.length),
    ...(columns === 1 ? {} : { scores: flat }),
  }
  const batch = {
    size: own.length,
    indices: new Uint32Array(0),
    values: new Float64Array(0),
    offsets: new Uint32Array(own.length + 1),
    labels: Float64Array.from(labels.slice(from, to)),
    weights: Float64Array.from(weights.slice(from, to)),
  }
  return { batch, outcome }
}

const readings = ['following', 'settled'] as const

describe('intervals of numbers', () => {
  const trace = traceOf('numbers')
  const count = trace.labels.length

  it('are those of numpy before each label', () => {
    const intervals = new NumberIntervals('identity')
    for (let e = 0; e < count; e++) {
      const { batch, outcome } = turnOf(trace, e, e + 1)
      const [prediction] = outcome.predictions
      for (const reading of readings) {
        const theirs = trace[reading][e] as readonly number[] | null
        for (const [k, level] of trace.asked.entries()) {
          const { low, high } = intervals.at(prediction, level, reading === 'following')
          if (theirs === null) expect([low, high]).toEqual([-Infinity, Infinity])
          else
            expect(Math.abs((high - low) / 2 - theirs[k]), `${e}`).toBeLessThanOrEqual(1e-9 * (1 + theirs[k]))
        }
      }
      intervals.learn(batch, outcome)
    }
  })

  it('are the same in batches of any size, and after they were stored', () => {
    const [whole, parts] = [new NumberIntervals('identity'), new NumberIntervals('identity')]
    const all = turnOf(trace, 0, count)
    whole.learn(all.batch, all.outcome)
    let own = parts
    for (let at = 0; at < count; at += 7) {
      const { batch, outcome } = turnOf(trace, at, Math.min(count, at + 7))
      own.learn(batch, outcome)
      if (at % 77 === 0) own = new NumberIntervals('identity', own.state)
    }
    expect(own.state).toEqual(whole.state)
  })
})

describe('sets of classes', () => {
  it('are those of numpy before each label, and hold the class predicted', () => {
    const trace = traceOf('classes')
    const sets = new ClassSets('softmax', undefined, fallback)
    let larger = 0
    for (let e = 0; e < trace.labels.length; e++) {
      const { batch, outcome } = turnOf(trace, e, e + 1)
      for (const reading of readings) {
        const following = reading === 'following'
        const own = trace.asked.map((level) => sets.at(outcome, 0, 1, { level, following }))
        expect(own, `${e}`).toEqual(trace[reading][e])
        const scores = trace.model[e] as readonly number[]
        expect(own[0][0]).toBe(scores.indexOf(Math.max(...scores)))
        if (own[1].length > own[0].length) larger++
      }
      sets.learn(batch, outcome)
    }
    expect(larger).toBeGreaterThan(100)
    expect(sets.coverage.held[8] / sets.coverage.weight).toBeCloseTo(0.9, 1)
  })
})

describe('thresholds', () => {
  it('hold their share over any stretch, whatever scores an adversary makes of them', () => {
    const move = fc.constantFrom('above', 'below', 'highest', 'lowest', 'random')
    fc.assert(
      fc.property(fc.array(fc.tuple(move, fc.integer({ min: 1, max: 90 })), { maxLength: 60 }), (moves) => {
        const step = 0.07
        const own = new LevelThresholds({ least: step, first: 0.5 }, [-20, 50], new Array(14).fill(0))
        const levels = [4, 8, 9]
        const held: number[][] = []
        let random = 1
        const turns = moves.flatMap(([what, times]) => new Array<typeof what>(times).fill(what))
        for (const [t, what] of turns.entries()) {
          random = (Math.imul(random, 1664525) + 1013904223) >>> 0
          const next = own.thresholds[8]
          const wanted = {
            above: next + 1e-9,
            below: next,
            highest: 2,
            lowest: -2,
            random: random / 2 ** 30 - 2,
          }
          const score = Math.max(-2, Math.min(2, wanted[what]))
          if (t >= 51) held.push(levels.map((l) => (score <= own.thresholds[l] ? 1 : 0)))
          moveBy(own, score, 1)
        }
        // thresholds leave [-2, 2] by no more than a step, or where the first larger steps have put them
        const bound = (4 + 1 + step) / step
        for (const [k, l] of levels.entries()) {
          let [sum, least, most] = [0, 0, 0]
          for (const row of held) {
            sum += row[k] - intervalLevels[l]
            least = Math.min(least, sum)
            most = Math.max(most, sum)
          }
          // the sum over any stretch is a difference of two of these
          if (most - least > bound) return false
        }
        return true
      }),
      { seed: 5, numRuns: 60 },
    )
  })

  it('do not run away from a single example, however much it weighs', () => {
    const own = new LevelThresholds({ least: 0.07, first: 0.5 }, [-20, 50], new Array(14).fill(0))
    for (let t = 0; t < 200; t++) moveBy(own, 0, 1)
    const before = own.thresholds.slice()
    moveBy(own, 1e9, 1e12)
    for (const [l, threshold] of own.thresholds.entries())
      expect(threshold - before[l]).toBeLessThanOrEqual(0.5)
  })
})

/** Moves thresholds by the score of an example of weight h. */
function moveBy(own: LevelThresholds, score: number, h: number): void {
  own.begin(1)
  own.add(score, own.count(h), h, 0)
  own.move(() => [0])
}

/** Returns numbers in [0, 1), the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const tasks = {
  regression: { task: 'regression', bits: 12 },
  binary: { task: 'binary', bits: 12 },
  multiclass: { task: 'multiclass', classes: 3, bits: 12 },
} as const
type Task = keyof typeof tasks

/** Rows whose noise grows with the label, and doubles after half of them. */
function rowsOf(task: Task, count: number, seed: number) {
  const next = randomOf(seed)
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [next() * 4 - 2, next() * 4 - 2]
    const noise = (next() + next() + next() - 1.5) * (1 + Math.abs(a + b)) * (i < count / 2 ? 1 : 2)
    const score = 2 * a - b + noise
    const label =
      task === 'regression'
        ? score
        : task === 'binary'
          ? score > 0
            ? 1
            : -1
          : score < -1
            ? 1
            : score < 1
              ? 2
              : 3
    return { features: { a, b }, label }
  })
}

type Row = {
  readonly features: { readonly a: number; readonly b: number }
  readonly label: number
  readonly weight?: number
}
type AnyLearner = Learner<number | string>

function learned(task: Task, rows: readonly Row[], more: object = {}): AnyLearner {
  const model = new Learner<number | string>({ ...tasks[task], ...more } as never)
  for (const row of rows) model.learn(row)
  return model
}

function holds(model: AnyLearner, { features, label }: Row, level: number): boolean {
  const { low, high, set } = model.predictInterval(features, level)
  return set === undefined ? (low as number) <= label && label <= (high as number) : set.includes(label)
}

describe.each(['regression', 'binary', 'multiclass'] as const)('a model of %s', (task) => {
  const rows = rowsOf(task, 2500, 9)

  it.each(['auto', 'nag', 'sgd'])('has intervals that hold their share, with rule %s', (rule) => {
    const more = { rule, ...(task === 'multiclass' && rule !== 'auto' ? { loss: 'logistic' } : {}) }
    const model = learned(task, rows, more)
    const { intervals } = model.report()
    for (const { level, coverage } of intervals?.levels ?? []) {
      expect(coverage, `${level}`).toBeGreaterThan(level - 0.02)
      // a set is never empty
      if (task === 'regression') expect(coverage, `${level}`).toBeLessThan(level + 0.02)
    }
    const fresh = rowsOf(task, 5000, 10).slice(2500, 3300)
    for (const level of [0.8, 0.9, 0.93]) {
      const share = fresh.filter((row) => holds(model, row, level)).length / fresh.length
      expect(share, `${level}`).toBeGreaterThan(level - 0.05)
    }
    const narrow = model.predictInterval({ a: 0.3, b: 0.2 }, 0.5)
    const wide = model.predictInterval({ a: 0.3, b: 0.2 }, 0.95)
    expect(narrow.prediction).toEqual(wide.prediction)
    if (task === 'regression')
      expect((wide.high as number) - (wide.low as number)).toBeGreaterThan(
        (narrow.high as number) - (narrow.low as number),
      )
    else expect(wide.set).toEqual(expect.arrayContaining([...(narrow.set ?? [])]))
  })

  it('is the same on both backends, and continues from a file, to the last byte', () => {
    const [native, fallback] = ['native', 'fallback'].map((backend) =>
      learned(task, rows.slice(0, 700), { backend }).toBytes(),
    )
    expect(Buffer.compare(Buffer.from(native), Buffer.from(fallback))).toBe(0)
    const half = Learner.fromBytes<number | string>(learned(task, rows.slice(0, 350)).toBytes())
    for (const row of rows.slice(350, 700)) half.learn(row)
    expect(Buffer.compare(Buffer.from(half.toBytes()), Buffer.from(native))).toBe(0)
  })

  it('has the same intervals from batches and streams as from single examples', async () => {
    const some = rows.slice(0, 700)
    const single = learned(task, some)
    const batched = new Learner<number | string>(tasks[task] as never)
    batched.learn(batched.batch(some))
    const streamed = new Learner<number | string>(tasks[task] as never)
    await streamed.learn(some)
    for (const model of [batched, streamed]) {
      expect(model.report().intervals).toEqual(single.report().intervals)
      expect(model.predictInterval({ a: 1, b: 1 })).toEqual(single.predictInterval({ a: 1, b: 1 }))
    }
  })

  it('learns nothing from examples without label or weight, nor from an evaluation', async () => {
    const model = learned(task, rows.slice(0, 500))
    const before = model.report().intervals
    model.learn({ features: { a: 1, b: 2 }, label: rows[500].label, weight: 0 })
    model.predict({ a: 1, b: 2 })
    const evaluated = await model.evaluate(rows.slice(500, 1000))
    expect(model.report().intervals).toEqual(before)
    expect(evaluated.intervals?.coverage).toBeGreaterThan(0.8)
    expect(evaluated.intervals?.coverage).not.toBe(before?.coverage)
  })

  it('merges: counts inside add up, thresholds are means', () => {
    const [a, b] = [rows.slice(0, 1000), rows.slice(1000, 2000)].map((part) => learned(task, part))
    const merged = Learner.merge([a, b])
    const of = (model: AnyLearner): number => model.report().intervals?.coverage as number
    expect(of(merged)).toBeCloseTo((of(a) + of(b)) / 2, 2)
    const share = rows.slice(2000, 2500).filter((row) => holds(merged, row, 0.9)).length / 500
    expect(share).toBeGreaterThan(0.55)
    expect(Learner.fromBytes<number | string>(merged.toBytes()).report().intervals).toEqual(
      merged.report().intervals,
    )
  })

  it('names the fault of a level, and reports that a model has none', () => {
    const model = learned(task, rows.slice(0, 10))
    for (const level of [0, 1, -1, Number.NaN, 0.9999])
      expect(() => model.predictInterval({ a: 1 }, level)).toThrow(/level/)
    const off = learned(task, rows.slice(0, 10), { intervals: 'off' })
    expect(off.report().intervals).toBeUndefined()
    expect(() => off.predictInterval({ a: 1 })).toThrow(/train it again/)
    const view = off.toBytes()
    expect(() => Learner.fromBytes(view).predictInterval({ a: 1 })).toThrow(/train it again/)
    const plain = learned(task, rows.slice(0, 10), {
      expand: 'off',
      curve: 'off',
      ...(task === 'regression' ? { stack: 'off' } : {}),
    })
    const small = Learner.fromBytes(plain.toBytes({ predictOnly: true }))
    expect(() => small.predictInterval({ a: 1 })).toThrow(/predictions alone/)
  })
})

describe('intervals of numbers', () => {
  const rows = rowsOf('regression', 800, 4)

  it('have the unit of the labels, exactly, and weights have none', () => {
    const one = learned('regression', rows)
    const scaled = learned(
      'regression',
      rows.map((row) => ({ ...row, label: row.label * 1024 })),
    )
    const weighted = learned(
      'regression',
      rows.map((row) => ({ ...row, weight: 1 })),
    )
    const of = (model: AnyLearner) => model.predictInterval({ a: 1, b: -1 }, 0.9, { following: true })
    const [own, far] = [of(one), of(scaled)]
    expect(far.low).toBe(1024 * (own.low as number))
    expect(far.high).toBe(1024 * (own.high as number))
    expect(of(weighted)).toEqual(own)
    const settled = scaled.predictInterval({ a: 1, b: -1 })
    expect(settled.high).toBeCloseTo(1024 * (one.predictInterval({ a: 1, b: -1 }).high as number), 8)
    expect(settled.high).not.toBe(far.high)
  })

  it('are infinite before there are two labels, and a point if no prediction was wrong', () => {
    const model = new Learner({ rule: 'nag', task: 'regression', bits: 4 })
    expect(model.predictInterval({ a: 1 })).toMatchObject({ low: -Infinity, high: Infinity })
    for (let i = 0; i < 300; i++) model.learn({ features: { a: 1 }, label: 0 })
    expect(model.predictInterval({ a: 1 })).toMatchObject({ prediction: 0, low: 0, high: 0 })
  })

  it('do not take the rounding of a prediction for an error', () => {
    const model = new Learner({ rule: 'auto', task: 'regression', bits: 8 })
    for (let i = 0; i < 100; i++) model.learn({ features: { a: 1 }, label: i < 2 ? 29 : 28 + (i % 3) })
    const { low, high } = model.predictInterval({ a: 1 })
    expect(low).toBeLessThan(28)
    expect(high).toBeGreaterThan(30)
  })

  it('of counts are around the mean', () => {
    const next = randomOf(3)
    const counts = Array.from({ length: 2000 }, () => {
      const a = next()
      return { features: { a }, label: Math.floor(next() * 8 * (0.5 + a)) }
    })
    const model = new Learner({ loss: 'poisson', rule: 'nag', bits: 8, task: 'regression' })
    for (const row of counts) model.learn(row)
    const { prediction, low, high } = model.predictInterval({ a: 0.9 }, 0.9)
    expect(prediction).toBeGreaterThan(3)
    expect(low).toBeLessThan(prediction)
    expect(high).toBeGreaterThan(prediction + 1)
  })
})
