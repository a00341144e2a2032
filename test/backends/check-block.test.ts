import { crc32 } from 'node:zlib'
import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { type BlockNumbers, limits } from '@ol/spec'
import { afterAll, describe, expect, it } from 'vitest'

const found = load()
const backends = [fallback, ...('backend' in found && found.backend !== undefined ? [found.backend] : [])]
const { minValue, maxValue, maxLabel, maxWeight } = limits

/** Three examples of six features. */
function blockOf(changes: Partial<BlockNumbers> = {}): BlockNumbers {
  return {
    bytes: new Uint8Array(64),
    sum: 0x758d6336,
    size: 3,
    offsets: Uint32Array.of(0, 2, 2, 6),
    values: Float64Array.of(1, -0, 0, minValue, -maxValue, 0.1),
    labels: Float64Array.of(1, Number.NaN, -1),
    ...changes,
  }
}

const values = (last: number) => ({ values: Float64Array.of(1, 2, 3, 4, 5, last) })
const sound: readonly [name: string, classes: number, changes: Partial<BlockNumbers>][] = [
  ['as it is', 0, {}],
  ['labels at their limits', 0, { labels: Float64Array.of(maxLabel, -maxLabel, -0) }],
  ['a missing value', 0, values(Number.NaN)],
  ['classes', 3, { labels: Float64Array.of(3, Number.NaN, -1) }],
  ['weights', 0, { weights: Float64Array.of(0, 1, maxWeight) }],
  ['initial predictions', 0, { initial: Float64Array.of(-maxLabel, 0, maxLabel) }],
  ['a label that is no class, of numbers', 0, { labels: Float64Array.of(0.5, 7, -2) }],
  [
    'nothing',
    0,
    { size: 0, offsets: new Uint32Array(1), values: new Float64Array(0), labels: new Float64Array(0) },
  ],
  ['room behind the examples', 0, { labels: Float64Array.of(1, 1, 1, 1e300) }],
]
const unsound: readonly [name: string, classes: number, changes: Partial<BlockNumbers>][] = [
  ['another sum', 0, { sum: 0x758d6337 }],
  ['a byte that changed', 0, { bytes: new Uint8Array(64).fill(1, 63) }],
  ['a first example that starts later', 0, { offsets: Uint32Array.of(1, 2, 2, 6) }],
  ['offsets that fall', 0, { offsets: Uint32Array.of(0, 3, 2, 6) }],
  ['offsets that fall at the end', 0, { offsets: Uint32Array.of(0, 3, 7, 6) }],
  ['features without an example', 0, { offsets: Uint32Array.of(0, 2, 2, 5) }],
  ['infinity', 0, values(Number.NEGATIVE_INFINITY)],
  ['a value too large', 0, values(-maxValue * 1.01)],
  ['a value too small', 0, values(minValue * 0.99)],
  ['a denormal value', 0, values(5e-324)],
  ['a label too large', 0, { labels: Float64Array.of(1, 1, maxLabel * 1.01) }],
  ['a label without end', 0, { labels: Float64Array.of(1, 1, Number.NEGATIVE_INFINITY) }],
  ['a class too many', 3, { labels: Float64Array.of(1, 1, 4) }],
  ['a class between two', 3, { labels: Float64Array.of(1, 1, 1.5) }],
  ['a class below all', 3, { labels: Float64Array.of(1, 1, -2) }],
  ['a negative weight', 0, { weights: Float64Array.of(1, 1, -1) }],
  ['an invalid weight', 0, { weights: Float64Array.of(1, Number.NaN, 1) }],
  ['an invalid initial prediction', 0, { initial: Float64Array.of(1, 1, Number.NaN) }],
]

describe.each(backends.map((backend) => [backend.name, backend] as const))('checkBlock, %s', (_, backend) => {
  it.each(sound)('accepts %s', (_name, classes, changes) => {
    expect(backend.checkBlock(classes, blockOf(changes))).toBe(1)
  })

  it.each(unsound)('refuses %s', (_name, classes, changes) => {
    expect(backend.checkBlock(classes, blockOf(changes))).toBe(0)
  })

  it('fills the values of a block that has them in float32, and checks them', () => {
    const block = blockOf({ values: new Float64Array(6), singles: Float32Array.of(0.1, -0, 1, 2, 3, 4) })
    expect(backend.checkBlock(0, block)).toBe(1)
    expect(block.values).toEqual(Float64Array.of(Math.fround(0.1), -0, 1, 2, 3, 4))
    const singles = Float32Array.of(1, 1, 1, 1, 1, Number.POSITIVE_INFINITY)
    expect(backend.checkBlock(0, blockOf({ values: new Float64Array(6), singles }))).toBe(0)
  })
})

const native = 'backend' in found ? found : undefined
const widest = native?.tier() ?? ''
afterAll(() => native?.useTier(widest))

it.each(native?.tiers ?? [])('%s: the sum of bytes equals zlib, for each length and alignment', (tier) => {
  if (native === undefined) throw new Error('unreachable')
  expect(native.useTier(tier)).toBe(true)
  const all = Uint8Array.from({ length: 1 << 12 }, (_, i) => Math.imul(i + 1, 2654435761) >>> 13)
  const lengths = [...Array.from({ length: 300 }, (_, n) => n), 1023, 1024, 4032, 4089]
  for (const [at, length] of lengths.flatMap((length) => [0, 1, 7].map((start) => [start, length]))) {
    const bytes = all.subarray(at, at + length)
    const sum = crc32(bytes)
    expect(native.backend.checkBlock(0, blockOf({ bytes, sum }))).toBe(1)
    expect(native.backend.checkBlock(0, blockOf({ bytes, sum: (sum ^ 1) >>> 0 }))).toBe(0)
  }
})

it.each(backends.map((backend) => [backend.name, backend] as const))(
  '%s: checks off the main thread',
  async (_, backend) => {
    for (const threads of [1, 3]) {
      const stream = backend.stream(threads)
      const blocks = [blockOf(), blockOf({ sum: 1 }), blockOf(values(Number.POSITIVE_INFINITY)), blockOf()]
      const answers = [backend, stream].map((own) => blocks.map((block) => own.checkBlockAsync(0, block)))
      expect(await Promise.all(answers.flat())).toEqual([1, 0, 0, 1, 1, 0, 0, 1])
      stream.close()
    }
  },
)

it('the addon was there', () => {
  expect(backends.map(({ name }) => name)).toEqual(['fallback', 'native'])
})
