import { type AnyLearnerOptions, checkOptions, Learner } from '@ol/core'
import { type Batch, type LossId, losses, type RuleId, rules } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { random } from '../../core/test/data.js'
import { rotation } from '../../spec/test/grid.js'
import { theorems } from '../src/bounds/theorems.js'
import type { ComparatorSet } from '../src/comparator/sets.js'
import { RegretObserver } from '../src/observer/observer.js'

type Features = readonly (readonly [index: number, value: number])[]

const one = (features: Features, label: number): Batch => ({
  size: 1,
  offsets: Uint32Array.of(0, features.length),
  indices: Uint32Array.from(features, ([i]) => i),
  // three namespaces
  groups: Uint8Array.from(features, ([i]) => 97 + (i % 3)),
  values: Float64Array.from(features, ([, x]) => x),
  labels: Float64Array.of(label),
})

/** A stream that may answer to what the learner would predict. */
type Adversary = (round: number, next: () => number, predict: (features: Features) => number) => Batch

const truth = [0.8, -0.5, 0.3, 0, 0, -0.9, 0.2, 0.6]

const sparse = (next: () => number, size: (i: number) => number): Features =>
  truth.flatMap((_, i) => (next() < 0.6 ? [[i, (next() * 2 - 1) * size(i)] as const] : []))

const scoreOf = (features: Features, size: (i: number) => number): number =>
  features.reduce((z, [i, x]) => z + (truth[i] * x) / size(i), 0)

/** Every label may be -1 or 1, so that it fits every loss but the losses of counts. */
const adversaries: Readonly<Record<string, Adversary>> = {
  'noisy labels': (_t, next) => {
    const features = sparse(next, () => 1)
    return one(features, scoreOf(features, () => 1) + next() - 0.5 > 0 ? 1 : -1)
  },
  'labels against the prediction': (_t, next, predict) => {
    const features = sparse(next, () => 1)
    return one(features, predict(features) > 0 ? -1 : 1)
  },
  'units that differ, and grow on the way': (t, next) => {
    const size = (i: number): number => 10 ** (i - 4) * (t > 150 && i % 2 === 0 ? 20 : 1)
    const features = sparse(next, size)
    return one(features, scoreOf(features, size) > 0 ? 1 : -1)
  },
  'labels without noise, and a margin': (_t, next) => {
    const features = sparse(next, () => 1)
    const score = scoreOf(features, () => 1)
    return one([...features, [9, score > 0 ? 1 : -1]], score > 0 ? 1 : -1)
  },
  'one feature, always the same label, then the other': (t) => one([[0, 1]], t < 200 ? 1 : -1),
  'a new feature in every round': (t, next) => one([[t % 60, 1 + next()]], t % 3 === 0 ? -1 : 1),
}

interface Setting {
  readonly options?: AnyLearnerOptions
  readonly set: ComparatorSet
}

/** With what each rule is run; the comparator must satisfy the theorem's conditions. */
const settings: Readonly<Partial<Record<RuleId, readonly Setting[]>>> = {
  conditioner: [
    { options: { projection: 'l1', learningRate: Math.SQRT2, radius: 2 }, set: { kind: 'l1', radius: 2 } },
    { options: { projection: 'l1', learningRate: 0.7, radius: 0.5 }, set: { kind: 'l1', radius: 0.5 } },
  ],
  transductive: [
    { options: { projection: 'l1', learningRate: Math.SQRT2, radius: 2 }, set: { kind: 'l1', radius: 2 } },
  ],
  'ogd-global': [
    { set: { kind: 'box', radius: 1 } },
    { options: { diameter: 3, learningRate: 0.3 }, set: { kind: 'box', radius: 1 } },
  ],
  'ogd-coordinate': [
    { set: { kind: 'box', radius: 1 } },
    { options: { learningRate: 0.3, lower: -3, upper: 3 }, set: { kind: 'box', radius: 3 } },
  ],
  aogd: [{ set: { kind: 'box', radius: 1 } }],
  'hazan-kale': [
    { set: { kind: 'box', radius: 1 } },
    { options: { radius: 3 }, set: { kind: 'box', radius: 3 } },
  ],
  flh: [
    { options: { lipschitz: 25 }, set: { kind: 'box', radius: 1 } },
    { options: { lipschitz: 25, convexity: 1, radius: 0.5 }, set: { kind: 'box', radius: 0.5 } },
  ],
  flh2: [{ options: { lipschitz: 25 }, set: { kind: 'box', radius: 1 } }],
  'adagrad-cmd': [
    { set: { kind: 'box', radius: 1 } },
    { options: { delta: 0.1, l1: 0.01, l2: 0.01 }, set: { kind: 'l2', radius: 1 } },
    { options: { lower: -0.5, upper: 0.5 }, set: { kind: 'box', radius: 0.5 } },
  ],
  'adagrad-rda': [{ options: { delta: 1e4, l1: 0.01 }, set: { kind: 'box', radius: 1 } }],
  'adagrad-cmd-dense': [
    ...(['l2-norm', 'linf-norm', 'l1-ball', 'l2-ball'] as const),
    ...(['group-l2', 'group-linf'] as const),
  ].map((regularizer) => ({
    options: {
      regularizer,
      strength: regularizer.endsWith('ball') ? 2 : 0.01,
      ...(regularizer.startsWith('group') ? { groupFactors: { a: 3, b: 0 } } : {}),
    },
    set: { kind: regularizer === 'l2-ball' ? 'l2' : 'box', radius: regularizer === 'l1-ball' ? 0.2 : 1 },
  })),
  'adagrad-rda-dense': [
    { options: { delta: 1e4 }, set: { kind: 'box', radius: 1 } },
    {
      options: { delta: 1e4, regularizer: 'group-linf', groupFactors: { b: 2 } },
      set: { kind: 'box', radius: 1 },
    },
  ],
  pa: [{ set: { kind: 'none' } }],
  'adagrad-full': [
    { set: { kind: 'l2', radius: 1 } },
    { options: { regularizer: 'l2sq', delta: 0.1 }, set: { kind: 'box', radius: 1 } },
    { options: { regularizer: 'l2ball' }, set: { kind: 'l2', radius: 1 } },
    { options: { method: 'rda', delta: 1e4 }, set: { kind: 'l2', radius: 1 } },
  ],
  ons: [{ options: { gamma: 0.05 }, set: { kind: 'l2', radius: 0.5 } }],

  sgd: [
    { options: { learningRate: 0.1 }, set: { kind: 'l2', radius: 2 } },
    { options: { learningRate: 0.5, decay: 0.5 }, set: { kind: 'l2', radius: 2 } },
  ],
}

const anySettings: readonly Setting[] = [
  { set: { kind: 'l2', radius: 1 } },
  { set: { kind: 'box', radius: 0.5 } },
]

const some = rotation()

function lossesOf(rule: RuleId): readonly LossId[] {
  const { losses: allowed, othersRefused } = rules[rule]
  return (Object.keys(losses) as LossId[]).filter(
    (loss) =>
      losses[loss].labels !== 'count' && (othersRefused !== true || allowed?.includes(loss) !== false),
  )
}

const ruleIds = Object.keys(rules) as RuleId[]
const proven = ruleIds.filter((id) => 'watch' in theorems[id])

async function observe(
  rule: RuleId,
  loss: LossId,
  adversary: Adversary,
  options: AnyLearnerOptions,
): Promise<RegretObserver> {
  const learner = new Learner(
    checkOptions({
      rule,
      loss,
      bits: 8,
      precision: 'float64',
      clip: 'none',
      labelScale: 'none',
      update: 'plain',
      constant: false,
      ...options,
    }),
  )
  // the features of a stream do not depend on the predictions
  if (learner.needsFirstPass) {
    const next = random(7)
    await learner.fitScales(Array.from({ length: 400 }, (_, t) => adversary(t, next, () => 0)))
  }
  const observer = new RegretObserver(learner)
  const next = random(7)
  for (let t = 0; t < 400; t++) {
    const batch = adversary(t, next, (features) => learner.predict(one(features, Number.NaN))[0])
    observer.add(batch, learner.learn(batch))
  }
  return observer
}

/** Rules of a theorem that bound values far off, unless they are told to keep them. */
const bounded: readonly string[] = ['scinol1', 'scale-invariant-adagrad', 'scale-invariant-pnorm']

describe('every theorem', () => {
  it('has an entry for every rule, and every entry a rule', () => {
    expect(ruleIds.filter((id) => theorems[id] === undefined)).toEqual([])
    for (const entry of Object.values(theorems)) {
      if ('reason' in entry) expect(entry.reason).not.toBe('')
      else expect(entry.paper).toMatch(/\(\d{4}\)/)
    }
  })

  for (const rule of proven) {
    let met = 0
    for (const [name, adversary] of Object.entries(adversaries)) {
      it(`bounds ${rule} on ${name}`, async () => {
        const own = settings[rule] ?? anySettings
        for (const { options = {}, set } of own) {
          for (const loss of some(lossesOf(rule), own.length > 1 ? 1 : 2)) {
            // bounded values differ from the theorem's
            const bound = bounded.includes(rule) ? { ...options, outliers: 'keep' as const } : options
            const observer = await observe(rule, loss, adversary, bound)
            const { theorem, comparator } = observer.report(set, { tolerance: 1e-3, iterations: 2000 })
            if (theorem === undefined) throw new Error('no theorem')
            if (theorem.bound === undefined) continue
            met++
            const where = `${loss}, ${JSON.stringify(options)}, ${set.kind}`
            expect(theorem.bound, where).toBeGreaterThanOrEqual(0)
            // the regret against the exact optimum can be larger by the gap
            const most = theorem.measure === 'regret' ? theorem.measured + comparator.gap : theorem.measured
            expect(most, where).toBeLessThanOrEqual(theorem.bound * (1 + 1e-9) + 1e-9)
          }
        }
      })
    }
    it(`is about some of these runs of ${rule}`, () => expect(met).toBeGreaterThan(0))
  }
})
