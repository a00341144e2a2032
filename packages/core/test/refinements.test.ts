import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { once } from '../../spec/test/once.js'
import { chooseBackend } from '../src/backend/backends.js'
import { Learner } from '../src/index.js'
import type { Outcome } from '../src/lanes/outcome.js'
import { ClassCurve } from '../src/refine/class-curve.js'
import { LaneStack } from '../src/refine/lane-stack.js'
import { NumberCurve } from '../src/refine/number-curve.js'
import type { Refiner } from '../src/refine/refiner.js'

interface Trace {
  readonly model: readonly (number | readonly number[])[]
  readonly lanes?: readonly (readonly number[])[] | undefined
  readonly labels: readonly number[]
  readonly weights: readonly number[]
  readonly refined: readonly (number | readonly number[])[]
}

function traceOf(name: string): Trace {
  const url = new URL(`../../../test/golden/refinements/${name}_101.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as Trace
}

/**
 * Returns the predictions of a refiner for a trace in batches of this many examples; predictions that it leaves alone
 * are the model's.
 */
function refinedOf(refiner: Refiner, { model, lanes, labels, weights }: Trace, size: number): number[] {
  const all: number[] = []
  for (let at = 0; at < labels.length; at += size) {
    const of = <T>(list: readonly T[]): readonly T[] => list.slice(at, at + size)
    const own = of(model)
    const count = own.length
    const flat = Float64Array.from(own.flat())
    const columns = flat.length / count
    const outcome: Outcome = {
      predictions: columns === 1 ? flat : new Float64Array(count),
      losses: new Float64Array(count),
      status: new Uint8Array(count).fill(1),
      ...(columns === 1 ? {} : { scores: flat }),
      ...(lanes === undefined ? {} : { lanes: Float64Array.from(of(lanes).flat()) }),
    }
    const out = new Float64Array(flat.length)
    const turns = {
      size: count,
      outcome,
      labels: Float64Array.from(of(labels)),
      weights: Float64Array.from(of(weights)),
      moves: new Uint8Array(count).fill(1),
    }
    const from = refiner.refine(turns, out)
    for (let i = 0; i < out.length; i++) all.push(i < from * columns ? flat[i] : out[i])
  }
  return all
}

const { backend } = chooseBackend()

const refiners = {
  curve_binary: () => new ClassCurve(1, true, backend),
  curve_classes: () => new ClassCurve(3, false, backend),
  curve_numbers: () => new NumberCurve(backend),
  stack: () => new LaneStack(4),
} as const

describe('a refiner', () => {
  for (const [name, make] of Object.entries(refiners)) {
    const trace = traceOf(name)

    it(`${name}: predicts what numpy does`, () => {
      const own = refinedOf(make(), trace, trace.labels.length)
      const theirs = trace.refined.flat()
      expect(own).toHaveLength(theirs.length)
      const far = own.findIndex(
        (x, i) => !(Math.abs(x - theirs[i]) <= 1e-9 * Math.max(1, Math.abs(theirs[i]))),
      )
      expect(far, `${own[far]} is not ${theirs[far]}`).toBe(-1)
      // the model alone predicts something else
      expect(own.some((x, i) => x !== trace.model.flat()[i])).toBe(true)
    })

    it(`${name}: predicts the same in batches of any size, and after it was stored`, () => {
      const whole = refinedOf(make(), trace, trace.labels.length)
      expect(refinedOf(make(), trace, 7)).toEqual(whole)
      const half = { ...trace, labels: trace.labels.slice(0, 550) }
      const first = make()
      const begun = refinedOf(first, half, 550)
      const Kind = first.constructor as new (...args: unknown[]) => Refiner
      const parts =
        name === 'curve_binary'
          ? [1, true, backend]
          : name === 'curve_classes'
            ? [3, false, backend]
            : name === 'stack'
              ? [4]
              : [backend]
      const rest = {
        model: trace.model.slice(550),
        lanes: trace.lanes?.slice(550),
        labels: trace.labels.slice(550),
        weights: trace.weights.slice(550),
        refined: [],
      }
      expect([...begun, ...refinedOf(new Kind(...parts, first.state), rest, 100)]).toEqual(whole)
    })
  }
})

/** Returns numbers in [0, 1), the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

type Row = { readonly features: Readonly<Record<string, number | string>>; readonly label: number | string }

/** Rows whose labels a linear model is wrong about: saturated, skewed and with noise. */
function rows(kind: 'binary' | 'classes' | 'numbers', count: number, seed: number): Row[] {
  const next = randomOf(seed)
  return Array.from({ length: count }, () => {
    const [a, b, c] = [next() * 4 - 2, next() * 4 - 2, next() * 4 - 2]
    const features = { a, b, c }
    const score = a + b - c
    if (kind === 'numbers') return { features, label: Math.exp(score) + next() }
    // a tenth of the labels is noise
    const noise = next() < 0.1
    if (kind === 'binary') return { features, label: (noise ? next() - 0.5 : score) > 0 ? 1 : -1 }
    const label = noise ? Math.floor(next() * 3) : score < -1 ? 0 : score < 1 ? 1 : 2
    return { features, label: `class ${label}` }
  })
}

const options = {
  binary: { task: 'binary', bits: 12 },
  classes: { task: 'multiclass', classes: 3, bits: 12 },
  numbers: { task: 'regression', bits: 12 },
} as const

type Kind = keyof typeof options
const kinds = Object.keys(options) as Kind[]

function learned(kind: Kind, all: readonly Row[], more: object = {}): Learner<number | string> {
  const model = new Learner<number | string>({ ...options[kind], ...more } as never)
  for (const row of all) model.learn(row as never)
  return model
}

describe.each(kinds)('a model of %s', (kind) => {
  const all = rows(kind, 1800, 5)
  /** Models of all rows, which only read. */
  const whole = once(() => learned(kind, all, { expand: 'auto' }))
  const linear = once(() => learned(kind, all, { expand: 'off' }))

  it('loses less with its refinements, and says so in its options', () => {
    const off = { curve: 'off', ...(kind === 'numbers' ? { stack: 'off' } : {}) }
    for (const expand of ['off', 'auto']) {
      const plain = learned(kind, all, { expand, ...off }).report()
      const refined = expand === 'off' ? linear() : whole()
      expect(refined.options).toMatchObject({ curve: 'auto' })
      const figure = (report: ReturnType<typeof refined.report>): number =>
        report.logLoss ?? report.averageLoss
      expect(figure(refined.report())).toBeLessThan(figure(plain))
    }
  })

  it('is the same on both backends, to the last byte, and at both precisions', () => {
    for (const precision of ['float32', 'float64']) {
      const [native, fallback] = ['native', 'fallback'].map((backend) =>
        learned(kind, all.slice(0, 700), { backend, precision }).toBytes(),
      )
      expect(Buffer.compare(Buffer.from(native), Buffer.from(fallback))).toBe(0)
    }
  })

  it('continues from a file to the last bit', () => {
    const half = Learner.fromBytes(learned(kind, all.slice(0, 900)).toBytes())
    for (const row of all.slice(900)) half.learn(row as never)
    expect(Buffer.compare(Buffer.from(half.toBytes()), Buffer.from(whole().toBytes()))).toBe(0)
  })

  it('predicts the same one by one and in a batch', () => {
    const model = learned(kind, all.slice(0, 400))
    const some = all.slice(400, 440)
    const alone = some.map((row) => model.predict(model.batch([row] as never))[0])
    expect([...model.predict(model.batch(some as never))]).toEqual(alone)
  })

  it('is explained by a sum, with a line for each refinement', () => {
    const model = whole()
    for (const { features } of all.slice(0, 20)) {
      const { features: own, derived = [], further, score } = model.explain(features)
      const sum = [...own, ...derived, ...further].reduce(
        (total, { contribution }) => total + contribution,
        0,
      )
      expect(sum).toBe(score)
    }
    const parts = model.explain(all[0].features).further.map(({ part }) => part)
    expect(parts).toContain('curve')
    if (kind !== 'numbers') return
    // curves of derived features leave nothing to a stack here
    expect(
      linear()
        .explain(all[0].features)
        .further.map(({ part }) => part),
    ).toContain('stack')
  })

  it.runIf(kind === 'numbers')(
    'has lanes of nag while features are derived, and none without a stack',
    () => {
      const model = learned(kind, all.slice(0, 500))
      const bytes = Buffer.from(model.toBytes())
      const header = JSON.parse(bytes.toString('utf8', 8, 8 + Number(bytes.readBigUInt64LE(0))))
      const { experts } = JSON.parse(header.__metadata__.expansion)
      // bins, pairs, triples, and four rates of nag
      expect(experts).toHaveLength(7)
      expect(experts.slice(3).every((size: number) => size > 0)).toBe(true)
      expect(header.stack_weights.shape).toEqual([20])
      const data = bytes.subarray(8 + Number(bytes.readBigUInt64LE(0)))
      ;[0.1, 1, 10, 100].forEach((learningRate, i) => {
        const lane = Learner.fromBytes(data.subarray(...header[`expert_${i + 4}`].data_offsets))
        const alone = learned(kind, all.slice(0, 500), { rule: 'nag', learningRate })
        for (const { features } of all.slice(500, 510))
          expect(lane.predict(features as never)).toBe(alone.predict(features as never))
      })
      const text = learned(kind, all.slice(0, 500), { stack: 'off' }).toBytes()
      expect(Buffer.from(text).includes('"expert_4"')).toBe(false)
    },
  )

  it('merges: the curve comes from the shard that learned the most', () => {
    const shards = [all.slice(0, 600), all.slice(600)].map((own) => learned(kind, own, { keepLanes: true }))
    const merged = Learner.merge(shards)
    const again = Learner.fromBytes(merged.toBytes())
    const { features } = all[7]
    expect(again.predict(features as never)).toEqual(merged.predict(features as never))
    expect(merged.explain(features).further.map(({ part }) => part)).toContain('curve')
    for (const row of all.slice(0, 300)) merged.learn(row as never)
    expect(Number.isFinite(merged.report().averageLoss)).toBe(true)
  })
})

describe('a refined model', () => {
  it('is never far behind the model, on any stream', () => {
    // labels that follow the score for a while, then contradict it
    const next = randomOf(11)
    const all = Array.from({ length: 4000 }, (_, t) => {
      const a = next() * 2 - 1
      const turned = Math.floor(t / 500) % 2 === 1
      return { features: { a }, label: (turned ? -a : a) > 0 ? 1 : -1 }
    })
    const lossOf = (curve: string): number =>
      learned('binary', all, { expand: 'off', curve }).report().averageLoss * all.length
    expect(lossOf('auto') - lossOf('off')).toBeLessThanOrEqual(Math.log(1 / 0.9) + Math.log(3))
  })

  it('of numbers predicts in other units what it predicts in these', () => {
    const all = rows('numbers', 1500, 3)
    const inUnits = (factor: number): number[] => {
      const model = new Learner({ task: 'regression', bits: 12, precision: 'float64' })
      return all.map(({ features: { a, b, c }, label }) => {
        const features = { a: Number(a) * factor, b: Number(b) / factor, c: Number(c) }
        return Number(model.learn({ features, label: Number(label) * factor })) / factor
      })
    }
    // powers of two move no digit
    expect(inUnits(2 ** 10)).toEqual(inUnits(1))
  })

  it('takes classes that appear during training', () => {
    const all = rows('classes', 1500, 9)
    const late = { features: { a: 0, b: 0, c: 9 }, label: 'late' }
    const model = new Learner<string>({
      task: 'multiclass',
      classes: ['class 0', 'class 1'],
      mostClasses: 5,
      bits: 12,
    } as never)
    for (const row of [...all.slice(0, 900), late, ...all.slice(900), late, late]) model.learn(row as never)
    expect(model.report().examples).toBe(1503)
    const probabilities = model.probabilities({ a: 0, b: 0, c: 9 })
    expect([...probabilities].reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12)
    const again = Learner.fromBytes(model.toBytes())
    expect([...again.probabilities({ a: 0, b: 0, c: 9 })]).toEqual([...probabilities])
  })

  it('refuses the options if there is nothing to refine', () => {
    expect(() => new Learner({ rule: 'nag', curve: 'auto' } as never)).toThrow(/curve of rule nag/)
    expect(() => new Learner({ task: 'binary', stack: 'auto' })).toThrow(/stack of loss logistic/)
  })

  it('of batches and objects, asynchronous or not, is one', async () => {
    const all = rows('binary', 1200, 17)
    const one = learned('binary', all, { expand: 'auto' })
    const streamed = new Learner({ ...options.binary, expand: 'auto' })
    await streamed.learn(all as never)
    expect(Buffer.compare(Buffer.from(streamed.toBytes()), Buffer.from(one.toBytes()))).toBe(0)
  })
})
