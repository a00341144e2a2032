import { hashText, murmur3 } from '@ol/numerics'
import { constantIndex } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { BatchBuilder } from '../src/examples/batch-builder.js'
import type { Example, Features } from '../src/examples/features.js'
import { Learner } from '../src/learner/learner.js'
import { thrown } from './data.js'

const plain = { hash: 'strings', hashSeed: 0, constant: false } as const

function flat(
  features: unknown,
  hashing: ConstructorParameters<typeof BatchBuilder>[0] = plain,
): [number, number][] {
  const builder = new BatchBuilder(hashing, 'real')
  builder.add({ features: features as Features, label: 1 })
  const { indices, values } = builder.take()
  return Array.from(indices, (index, i) => [index, values[i]])
}

function category(text: string, seed: number): number {
  const bytes = new TextEncoder().encode(text)
  return murmur3(bytes, 0, bytes.length, seed)
}

const name = (text: string, seed = 0): number => hashText(text, seed, 'strings')

describe('features given as objects', () => {
  test('numbers, strings and booleans; absent ones leave nothing', () => {
    const features = {
      price: 3.5,
      city: 'oslo',
      new: true,
      old: false,
      zero: 0,
      empty: '',
    }
    expect(flat(features)).toEqual([
      [name('price'), 3.5],
      [category('oslo', name('city')), 1],
      [name('new'), 1],
      [category('', name('empty')), 1],
    ])
  })

  const missingOf = (own: number): readonly (readonly [number, number])[] => [
    [own, Number.NaN],
    [category('missing', own), 1],
  ]

  test('null, undefined and NaN are missing: the value NaN, and the indicator of the string "missing"', () => {
    const user = name('user')
    const features = { a: null, b: undefined, c: Number.NaN, user: { age: null }, d: 'missing' }
    expect(flat(features)).toEqual([
      ...missingOf(name('a')),
      ...missingOf(name('b')),
      ...missingOf(name('c')),
      ...missingOf(name('age', user)),
      [category('missing', name('d')), 1],
    ])
    expect(flat(features, { ...plain, missingAs: 'absent' })).toEqual([[category('missing', name('d')), 1]])
  })

  test('missing elements of arrays of numbers are missing, in arrays of strings they are no names', () => {
    const v = name('v')
    const tags = name('tags')
    const numbers = [1, Number.NaN, 4]
    const expected = [[name('0', v), 1], ...missingOf(name('1', v)), [name('2', v), 4]]
    for (const array of [numbers, [1, null, 4], Float64Array.from(numbers), Float32Array.from(numbers)])
      expect(flat({ v: array })).toEqual(expected)
    expect(flat({ v: [null, undefined] })).toEqual([...missingOf(name('0', v)), ...missingOf(name('1', v))])
    expect(flat({ tags: [null, 'red'] })).toEqual([[name('red', tags), 1]])
  })

  test('a name of digits is its number; with hash all it is hashed', () => {
    expect(flat({ 17: 2 })).toEqual([[17, 2]])
    expect(flat({ 17: 2 }, { ...plain, hash: 'all' })).toEqual([[hashText('17', 0, 'all'), 2]])
  })

  test('namespaces separate names, and nest', () => {
    const user = name('user')
    expect(flat({ age: 1, user: { age: 2, home: { city: 'rome' } } })).toEqual([
      [name('age'), 1],
      [name('age', user), 2],
      [category('rome', name('city', name('home', user))), 1],
    ])
  })

  test('arrays of numbers are numbered from 0, arrays of strings are bare names', () => {
    const v = name('v')
    const tags = name('tags')
    expect(flat({ v: [1, 0, 4], tags: ['red', undefined, 'big'] })).toEqual([
      [name('0', v), 1],
      [name('2', v), 4],
      [name('red', tags), 1],
      [name('big', tags), 1],
    ])
    expect(flat({ v: Float32Array.of(1, 2) })).toEqual(flat({ v: [1, 2] }))
  })

  test('a seed moves everything but the constant', () => {
    const seeded = { hash: 'strings', hashSeed: 5, constant: true } as const
    const root = murmur3(new Uint8Array(0), 0, 0, 5)
    expect(flat({ a: 1, n: { a: 2 } }, seeded)).toEqual([
      [name('a', root), 1],
      [name('a', name('n', 5)), 2],
      [constantIndex, 1],
    ])
    // a namespace without a name is the default one
    expect(flat({ '': { a: 1 } }, seeded)).toEqual(flat({ a: 1 }, seeded))
  })

  test('the constant is index 11650396, which is 116060 of a table of 2^18 rows, and comes last', () => {
    expect(flat({ a: 1 }, { ...plain, constant: true }).at(-1)).toEqual([11650396, 1])
    expect(constantIndex & (2 ** 18 - 1)).toBe(116060)
  })

  const odd = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'ü',
    '\u{1f600}',
    'x'.repeat(65536),
    '日本'.repeat(3e4),
  ]
  test.each(odd.map((text) => [text.slice(0, 20), text]))(
    'a feature called %j learns like any other',
    (_, text) => {
      const features = Object.fromEntries([[text, 2]])
      Object.defineProperty(features, text, { value: 2, enumerable: true })
      expect(flat(features)).toEqual([[name(text), 2]])
      const namespace = Object.defineProperty({}, text, { value: { a: 1 }, enumerable: true })
      expect(flat(namespace)).toEqual([[name('a', name(text)), 1]])
      const model = new Learner({ rule: 'nag', bits: 10, backend: 'fallback' })
      for (let i = 0; i < 20; i++) model.learn({ features, label: 4 })
      expect(model.predict(features)).toBeCloseTo(4, 1)
    },
  )

  test.each([
    [{ a: Number.POSITIVE_INFINITY }, 'OL_VALUE', '"a"'],
    [{ a: Number.POSITIVE_INFINITY }, 'OL_VALUE', 'Infinity'],
    [{ a: 1e101 }, 'OL_VALUE', '1e+101'],
    [{ a: -1e-101 }, 'OL_VALUE', '-1e-101'],
    [{ u: { b: 1, a: Number.POSITIVE_INFINITY } }, 'OL_VALUE', '"u"."a"'],
    [{ v: [1, Number.POSITIVE_INFINITY] }, 'OL_VALUE', '"v"."1"'],
    [{ v: [1, 'a'] }, 'OL_FEATURES', 'position 1'],
    [{ v: ['a', 1] }, 'OL_FEATURES', 'a string at position 1'],
    [{ v: [true] }, 'OL_FEATURES', '"v"'],
    [{ v: [[1]] }, 'OL_FEATURES', '"v"'],
    [{ v: [new Date(0)] }, 'OL_FEATURES', '"v"'],
    // UTF-8 has the same bytes for both of them
    [{ '\ud800': 1 }, 'OL_FEATURES', 'lone surrogates'],
    [{ city: 'é\udc00' }, 'OL_FEATURES', String.raw`"é\udc00"`],
    [{ city: '\u{1f600}\ud83d' }, 'OL_FEATURES', 'lone surrogates'],
    [{ '\ud800x': { a: 1 } }, 'OL_FEATURES', 'lone surrogates'],
    [{ v: ['\udc00\ud800'] }, 'OL_FEATURES', 'lone surrogates'],
    [{ m: new Map() }, 'OL_FEATURES', '"m"'],
    [{ f: () => 1 }, 'OL_FEATURES', 'a function'],
    [{ s: Symbol('x') }, 'OL_FEATURES', 'Symbol(x)'],
    [{ n: 10n }, 'OL_FEATURES', '10'],
    [{ i: new Int32Array(1) }, 'OL_FEATURES', 'Int32Array'],
    [[1, 2], 'OL_FEATURES', 'array'],
    [null, 'OL_FEATURES', 'null'],
    ['a', 'OL_FEATURES', '"a"'],
    [undefined, 'OL_FEATURES', 'undefined'],
  ])('%o is %s', (features, code, part) => {
    const error = thrown(() => flat(features))
    expect(error.code).toBe(code)
    expect(error.message).toContain(part)
  })

  test('a Date, and its string, are its days, month, day of the week and hour', () => {
    const when = name('when')
    const may = [when, 19844.520833333332]
    const words = ['May', 'Wednesday', '12:00'].map((text) => [category(text, when), 1])
    const date = new Date('2024-05-01T12:30:00Z')
    for (const value of [date, date.toISOString(), '2024-05-01T12:30'])
      expect(flat({ when: value })).toEqual([may, ...words])
    const ofModel = (dates: string) => flat({ when: date }, { ...plain, input: { dates } })
    expect(ofModel('number')).toEqual([may])
    expect(ofModel('off')).toEqual([[category(date.toISOString(), when), 1]])
    // midnight is no hour, and day 0 no value
    expect(flat({ when: new Date(0) })).toEqual([
      [category('January', when), 1],
      [category('Thursday', when), 1],
    ])
    expect(flat({ when: new Date(Number.NaN) })).toEqual(missingOf(when))
    // JSON writes a year of more than four digits in another way, which no table has
    for (const time of [1e15, 253402300800000, -62167219200001]) {
      const error = thrown(() => flat({ log: { when: new Date(time) } }))
      expect([error.code, error.message]).toEqual(['OL_VALUE', expect.stringContaining('"log"."when"')])
      expect(flat({ when: new Date(time) }, { ...plain, input: { dates: 'off' } })).toHaveLength(1)
    }
    for (const time of [253402300799999, -62167219200000])
      expect(flat({ when: new Date(time) }).length).toBeGreaterThan(2)
    // in an array of strings each is a name
    expect(flat({ tags: ['2024-05-01'] })).toEqual([[name('2024-05-01', name('tags')), 1]])
  })

  test('with missingAs absent a Date is refused, and its string is a category', () => {
    const absent = { ...plain, missingAs: 'absent' } as const
    expect(thrown(() => flat({ when: new Date(0) }, absent)).code).toBe('OL_FEATURES')
    expect(flat({ when: '2024-05-01' }, absent)).toEqual([[category('2024-05-01', name('when')), 1]])
  })

  test('features that contain themselves are refused', () => {
    const features: Record<string, unknown> = { a: 1 }
    features.self = features
    expect(thrown(() => flat(features)).code).toBe('OL_FEATURES')
  })

  test('a refused example leaves nothing behind', () => {
    const model = new Learner({ rule: 'nag', bits: 8, backend: 'fallback' })
    const other = new Learner({ rule: 'nag', bits: 8, backend: 'fallback' })
    expect(
      thrown(() => model.learn({ features: { x: 1, u: { y: Number.POSITIVE_INFINITY } }, label: 1 })).code,
    ).toBe('OL_VALUE')
    for (const m of [model, other]) m.learn({ features: { u: { z: 1 } }, label: 1 })
    expect(model.toBytes()).toEqual(other.toBytes())
  })

  test('a builder continues after a refused example as if it had not been added', () => {
    const [builder, other] = [new BatchBuilder(plain, 'real'), new BatchBuilder(plain, 'real')]
    const refused = { features: { x: 1, u: { v: { y: Number.POSITIVE_INFINITY } } }, label: 1 }
    for (const b of [builder, other]) b.add({ features: { a: 1 }, label: 1 })
    for (let i = 0; i < 2; i++) {
      const { message } = thrown(() => builder.add(refused))
      expect(message).toMatch(/for feature "u"\."v"\."y" but received Infinity$/)
    }
    for (const b of [builder, other]) b.add({ features: { n: { z: 1 } }, label: 2 })
    expect(builder.take()).toEqual(other.take())
  })

  test('a getter may use the model, and its errors are passed on', () => {
    const model = new Learner({ rule: 'nag', bits: 8, clip: 'none', backend: 'fallback' })
    const features = {
      a: 1,
      get b(): number {
        model.learn({ features: { c: 1 }, label: 2 })
        return 2
      },
    }
    const other = new Learner({ rule: 'nag', bits: 8, clip: 'none', backend: 'fallback' })
    for (const m of [model, other]) m.learn({ features: { d: 1 }, label: 1 })
    model.learn({ features, label: 1 })
    other.learn({ features: { c: 1 }, label: 2 })
    other.learn({ features: { a: 1, b: 2 }, label: 1 })
    expect(model.toBytes()).toEqual(other.toBytes())
    expect(model.report().examples).toBe(3)
    const failing = {
      a: 1,
      get b(): number {
        throw new RangeError('from the getter')
      },
    }
    expect(() => model.learn({ features: failing, label: 1 })).toThrow('from the getter')
    expect(model.report().examples).toBe(3)
  })

  test.each([
    [{ label: Number.NaN }, 'OL_LABEL'],
    [{ label: undefined }, 'OL_LABEL'],
    [{ label: '1' }, 'OL_LABEL'],
    [{ label: 1e16 }, 'OL_LABEL'],
    [{ label: true }, 'OL_LABEL'],
    [{ label: 1, weight: -1 }, 'OL_WEIGHT'],
    [{ label: 1, weight: Number.NaN }, 'OL_WEIGHT'],
    [{ label: 1, weight: 1e10 }, 'OL_WEIGHT'],
    [{ label: 1, initial: Number.POSITIVE_INFINITY }, 'OL_VALUE'],
  ])('%o is %s', (rest, code) => {
    const model = new Learner({ rule: 'nag', bits: 8, backend: 'fallback' })
    const example = { features: { a: 1 }, ...rest } as unknown as Example
    expect(thrown(() => model.learn(example)).code).toBe(code)
  })

  test('labels of signs are -1 (or 0) and 1, or false and true', () => {
    const learned = (label: number | boolean): Uint8Array => {
      const model = new Learner({ rule: 'nag', loss: 'logistic', bits: 4, backend: 'fallback' })
      model.learn({ features: { a: 1 }, label })
      return model.toBytes()
    }
    expect(learned(true)).toEqual(learned(1))
    expect(learned(false)).toEqual(learned(-1))
    for (const zero of [0, -0]) expect(learned(zero)).toEqual(learned(-1))
    expect(thrown(() => learned(2)).message).toContain('-1 or 1')
  })

  test('a batch of examples learns as the examples do', () => {
    const examples = Array.from({ length: 30 }, (_, i) => ({
      features: { x: i % 5, c: `v${i % 3}` },
      label: i % 7,
      weight: 1 + (i % 2),
      initial: i % 4,
    }))
    const [one, many] = [new Learner({ rule: 'nag', bits: 8 }), new Learner({ rule: 'nag', bits: 8 })]
    const predictions = examples.map((example) => one.learn(example))
    expect(many.learn(many.batch(examples))).toEqual(Float64Array.from(predictions))
    expect(many.toBytes()).toEqual(one.toBytes())
  })
})
