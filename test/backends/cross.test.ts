import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import {
  type CrossedFeatures,
  type CrossPlan,
  type CrossTokens,
  constantIndex,
  crossFaults,
  crossPiece,
  crossSlack,
} from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { nativeBackend } from './machine.js'
import { random } from './streams.js'

const native = nativeBackend()
const found = load()
const tiers = 'tiers' in found ? found.tiers : []

const [a, b, c] = [97, 98, 99]

/** Lists of bytes one after another, and their ends. */
function lists(texts: readonly string[]): [Uint8Array, Uint32Array] {
  let end = 0
  const ends = texts.map((text) => {
    end += text.length
    return end
  })
  return [Uint8Array.from(texts.join(''), (text) => text.charCodeAt(0)), Uint32Array.from(ends)]
}

interface Wanted extends Partial<Omit<CrossPlan, 'interactions' | 'named'>> {
  readonly interactions?: readonly string[]
  readonly named?: readonly string[]
}

function planOf({ interactions = [], named = [], ...own }: Wanted): CrossPlan {
  const [bytes, interactionEnds] = lists(interactions)
  const [namedBytes, namedEnds] = lists(named)
  return {
    goesBy: Uint32Array.from({ length: 256 }, (_, byte) => byte),
    spaceOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
    columns: new Uint8Array(0),
    grams: new Uint32Array(256).fill(1),
    skips: new Uint32Array(256),
    most: new Uint32Array(256).fill(0xffffffff),
    interactions: bytes,
    interactionEnds,
    named: namedBytes,
    namedEnds,
    permutations: false,
    constant: false,
    wide: true,
    groups: true,
    ...own,
  }
}

/** An example: a stretch for each namespace in turn, with the values of its features. */
type Example = readonly (readonly [space: number, values: readonly number[]])[]

function tokensOf(examples: readonly Example[], constant: boolean, seed = 1): CrossTokens {
  const next = random(seed)
  const values: number[] = []
  const offsets = [0]
  const spaces: number[] = []
  const spaceEnds: number[] = []
  for (const example of examples) {
    for (const [space, own] of example) {
      for (const value of own) values.push(value)
      spaces.push(space, values.length)
    }
    if (constant) values.push(1)
    offsets.push(values.length)
    spaceEnds.push(spaces.length / 2)
  }
  const hashes = () => Uint32Array.from(values, () => 2 ** 32 * next())
  const indices = hashes()
  if (constant) for (const end of offsets.slice(1)) indices[end - 1] = constantIndex
  return {
    offsets: Uint32Array.from(offsets),
    indices,
    upper: hashes(),
    values: Float64Array.from(values),
    spaces: Uint32Array.from(spaces),
    spaceEnds: Uint32Array.from(spaceEnds),
  }
}

function crossedFor(features: number, examples: number): CrossedFeatures {
  const capacity = features + crossSlack
  return {
    starts: new Uint32Array(examples + 1),
    lowers: new Uint32Array(capacity),
    uppers: new Uint32Array(capacity),
    amounts: new Float64Array(capacity),
    groups: new Uint8Array(capacity),
    faults: new Uint8Array(examples),
  }
}

/** The features that a backend makes of the examples from `first` on, as bytes. */
function made(
  backend: Pick<typeof fallback, 'cross'>,
  plan: CrossPlan,
  tokens: CrossTokens,
  capacity: number,
  first = 0,
) {
  const size = tokens.spaceEnds.length
  const out = crossedFor(capacity, size - first)
  const until = backend.cross(plan, tokens, out, first, size)
  const done = until - first
  const features = out.starts[done]
  const bytes = (array: Uint8Array | Uint32Array | Float64Array, end: number) =>
    Buffer.from(array.buffer, 0, end * array.BYTES_PER_ELEMENT).toString('hex')
  return {
    until,
    features,
    faults: [...out.faults.subarray(0, done)],
    starts: bytes(out.starts, done + 1),
    lowers: bytes(out.lowers, features),
    uppers: plan.wide ? bytes(out.uppers, features) : '',
    amounts: bytes(out.amounts, features),
    groups: plan.groups ? bytes(out.groups, features) : '',
  }
}

/** Examples over some namespaces: stretches of up to a dozen features, which may be empty or come again; `some`: a value that some have. */
function randomExamples(seed: number, count: number, some?: number): Example[] {
  const next = random(seed)
  const letters = [a, b, c, 32, 200]
  const value = () =>
    some !== undefined && next() < 0.2
      ? some
      : ([1, -1, 0.5, -3, 1e-60, 1e60, -0, 5e-324][Math.floor(8 * next() ** 4)] ?? 1)
  return Array.from({ length: count }, () =>
    Array.from({ length: Math.floor(6 * next()) }, () => [
      letters[Math.floor(letters.length * next())],
      Array.from({ length: Math.floor(13 * next() ** 2) }, value),
    ]),
  )
}

const perSpace = (common: number, own: Readonly<Record<number, number>> = {}) => {
  const all = new Uint32Array(256).fill(common)
  for (const [space, number] of Object.entries(own)) all[Number(space)] = number
  return all
}
const renaming = (own: Readonly<Record<number, number>>) =>
  Uint32Array.from({ length: 256 }, (_, byte) => own[byte] ?? byte)
// 1 and 2 stand for columns whose names start with a, 3 for one with c
const columns = {
  columns: Uint8Array.of(1, 2, 3),
  spaceOf: Uint8Array.from({ length: 256 }, (_, byte) => [byte, a, a, c][byte] ?? byte),
  goesBy: renaming({ 1: a, 2: a, 3: c }),
}

const plans: readonly [string, Wanted][] = [
  ['nothing', {}],
  ['a pair', { interactions: ['ab'] }],
  ['a namespace with itself', { interactions: ['aa', 'bb'] }],
  ['both orders', { interactions: ['aa', 'ab', 'ba'], permutations: true }],
  ['three, the same apart', { interactions: ['aba', 'abc', 'aab'] }],
  ['three of one, and four', { interactions: ['aaa', 'abab', 'aabb'] }],
  ['wildcards', { interactions: ['::', 'a:', ':::'] }],
  ['wildcards in both orders', { interactions: ['::', ':a:'], permutations: true }],
  ['namespaces that no example has', { interactions: ['xy', 'ax', 'ab'] }],
  ['n-grams', { grams: perSpace(3) }],
  ['n-grams with gaps', { grams: perSpace(4, { [a]: 2 }), skips: perSpace(2, { [b]: 1e6 }) }],
  ['n-grams longer than a namespace', { grams: perSpace(1e6), interactions: ['ab'] }],
  ['limits', { most: perSpace(3, { [b]: 0 }), grams: perSpace(2), interactions: ['ab', 'ac'] }],
  [
    'names that are changed or ignored',
    { goesBy: renaming({ [b]: a, [c]: 256 }), interactions: ['aa', 'a ', 'b:'] },
  ],
]

describe.each(native === undefined ? [fallback] : [fallback, native])('cross on $name', (backend) => {
  it('makes products and n-grams with a missing factor missing, and no fault of them', () => {
    const plan = planOf({ interactions: ['ab', 'aab'], grams: perSpace(2), wide: false })
    const tokens = tokensOf(
      [
        [
          [a, [2, Number.NaN]],
          [b, [3]],
        ],
      ],
      false,
    )
    const out = crossedFor(64, 1)
    backend.cross(plan, tokens, out, 0, 1)
    expect(out.faults[0]).toBe(crossFaults.none)
    const none = Number.NaN
    // a, its 2-gram, b; then a x b, with the 2-gram; then a x a x b
    expect([...out.amounts.subarray(0, 6)]).toEqual([2, none, none, 3, 6, none])
    expect([...out.amounts.subarray(6, out.starts[1])]).toEqual([none, 12, none, none, none, none, none])
  })
})

describe.runIf(native !== undefined)('cross: the same bytes on both backends', () => {
  const backend = native as NonNullable<typeof native>

  it.each(plans)('%s', (_, wanted) => {
    for (const [constant, wide] of [
      [true, true],
      [false, false],
    ]) {
      const plan = planOf({ ...wanted, constant, wide })
      const tokens = tokensOf(randomExamples(5, 150), constant)
      const right = made(fallback, plan, tokens, 1 << 18)
      expect(right.until).toBeGreaterThan(100)
      for (const tier of tiers) {
        expect('useTier' in found && found.useTier(tier)).toBe(true)
        expect(made(backend, plan, tokens, 1 << 18)).toEqual(right)
        // from the middle of a chunk
        expect(made(backend, plan, tokens, 1 << 18, 77)).toEqual(made(fallback, plan, tokens, 1 << 18, 77))
      }
    }
  })

  it.each(plans)('features that are missing: %s', (_, wanted) => {
    const plan = planOf({ ...wanted, constant: true, wide: true })
    const tokens = tokensOf(randomExamples(6, 150, Number.NaN), true)
    const right = made(fallback, plan, tokens, 1 << 18)
    for (const tier of tiers) {
      expect('useTier' in found && found.useTier(tier)).toBe(true)
      expect(made(backend, plan, tokens, 1 << 18)).toEqual(right)
    }
  })

  it('columns by their names, one of which is ignored', () => {
    const plan = planOf({
      ...columns,
      goesBy: renaming({ 1: a, 2: a, 3: 256 }),
      named: ['\u0001\u0002', '\u0001\u0001', '\u0002\u0003', '\u0001\u0002\u0001'],
      interactions: ['aa'],
    })
    const next = random(9)
    const examples = Array.from({ length: 60 }, (): Example => {
      const own = [1, 2, 3, b].filter(() => next() < 0.7)
      return own.map((space) => [space, Array.from({ length: 1 + Math.floor(3 * next()) }, () => 1 - next())])
    })
    const tokens = tokensOf(examples, false)
    const right = made(fallback, plan, tokens, 1 << 14)
    expect(right.features).toBeGreaterThan(tokens.values.length)
    expect(made(backend, plan, tokens, 1 << 14)).toEqual(right)
  })

  it('products that are no values, and infinite ones times zero', () => {
    const plan = planOf({ interactions: ['ab', 'aab'] })
    const tokens = tokensOf(
      [
        [
          [a, [1e60, 2]],
          [b, [1e60]],
        ],
        [
          [a, [1, 2]],
          [b, [-3]],
        ],
        [
          [a, [1, 0]],
          [b, [1]],
        ],
        [
          [a, [1e200, 1e200]],
          [b, [0]],
        ],
        [
          [a, [1e-60]],
          [b, Array.from({ length: 20 }, (_, k) => (k === 19 ? 1e-60 : 1))],
        ],
        [[a, [1e100, 1e-100]]],
      ],
      false,
    )
    const right = made(fallback, plan, tokens, 1000)
    const { value, none } = crossFaults
    expect(right.faults).toEqual([value, none, value, value, value, none])
    expect(made(backend, plan, tokens, 1000)).toEqual(right)
  })

  it('more features than the limit, for which a triangle counts as its square', () => {
    const ones = (count: number) => Array.from({ length: count }, () => 1)
    const plan = planOf({ interactions: ['aa', 'ab'], wide: false })
    const tokens = tokensOf([[[a, ones(4097)]], [[a, ones(3)]]], false)
    const right = made(fallback, plan, tokens, 20_000)
    expect(right.faults).toEqual([crossFaults.features, crossFaults.none])
    expect(made(backend, plan, tokens, 20_000)).toEqual(right)
  })

  it('as many features as the cap have no room here, and one more is too many', () => {
    const ones = (count: number) => Array.from({ length: count }, () => 1)
    // 97 * 172961 = 2^24 + 1
    const example: Example = [
      [a, ones(96)],
      [b, ones(172_960)],
    ]
    for (const constant of [false, true]) {
      const plan = planOf({ interactions: ['ab'], wide: false, constant })
      const tokens = tokensOf([example], constant)
      const right = made(fallback, plan, tokens, 200_000)
      expect(right.faults).toEqual(constant ? [crossFaults.features] : [])
      expect(made(backend, plan, tokens, 200_000)).toEqual(right)
    }
  })

  it('stops after a piece, and before an example that does not fit', () => {
    const plan = planOf({ interactions: ['ab'] })
    const ones = Array.from({ length: 100 }, () => 1)
    const example: Example = [
      [a, ones],
      [b, ones],
    ]
    const tokens = tokensOf(
      Array.from({ length: 20 }, () => example),
      false,
    )
    for (const capacity of [0, 199, 200, 10_199, 10_200, 20_000, 1 << 18]) {
      const right = made(fallback, plan, tokens, capacity)
      expect(right.until).toBe(
        capacity < 1 << 18 ? Math.floor(capacity / 10_200) : Math.ceil(crossPiece / 10_200),
      )
      expect(made(backend, plan, tokens, capacity)).toEqual(right)
    }
    const none = tokensOf([], false)
    expect(made(backend, plan, none, 0)).toEqual(made(fallback, plan, none, 0))
  })

  it('refuses places outside its arrays', () => {
    const plan = planOf({ interactions: ['ab'], constant: true })
    const tokens = tokensOf(
      [
        [
          [a, [1]],
          [b, [1]],
        ],
      ],
      true,
    )
    const out = crossedFor(10, 1)
    expect(backend.cross(plan, tokens, out, 0, 1)).toBe(1)
    const refused = (own: object, given: object = {}, put: object = {}) =>
      expect(() =>
        backend.cross({ ...plan, ...own }, { ...tokens, ...given }, { ...out, ...put }, 0, 1),
      ).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
    refused({ goesBy: perSpace(257) })
    refused({ goesBy: new Uint32Array(255) })
    refused({ interactionEnds: Uint32Array.of(3) })
    refused({ interactionEnds: Uint32Array.of(1) })
    refused({ namedEnds: Uint32Array.of(2) })
    refused({}, { spaces: Uint32Array.of(a, 1, b, 9) })
    refused({}, { spaces: Uint32Array.of(a, 1, 256, 2) })
    refused({}, { spaces: Uint32Array.of(a, 1) })
    refused({}, { spaceEnds: new Uint32Array(0) })
    refused({}, { offsets: Uint32Array.of(0, 4) })
    refused({}, { offsets: Uint32Array.of(3, 3) })
    refused({}, { upper: new Uint32Array(2) })
    refused({}, {}, { lowers: new Uint32Array(10) })
    refused({}, {}, { uppers: new Uint32Array(10) })
    refused({}, {}, { amounts: new Float64Array(crossSlack - 1) })
    refused({}, {}, { starts: new Uint32Array(1) })
    refused({}, {}, { faults: new Uint8Array(0) })
    expect(() => backend.cross(plan, tokens, out, 1, 0)).toThrow()
  })
})
