import { memory as machineMemory } from '@ol/platform'
import { type Batch, namedRules } from '@ol/spec'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { backends, same, thrown } from './data.js'

vi.mock('@ol/platform', { spy: true })

afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns an example of the features 0 to `count` - 1. */
function featuresTo(count: number): Batch {
  return {
    size: 1,
    offsets: Uint32Array.of(0, count),
    indices: Uint32Array.from({ length: count }, (_, i) => i),
    upper: new Uint32Array(count),
    values: new Float64Array(count).fill(1),
    labels: Float64Array.of(1),
  }
}

describe.each(backends)('the limits of a growing table on %s', (backend) => {
  test('takes memory in proportion to its features', () => {
    const learner = new Learner({ rule: 'nag', bits: 'grow', constant: false, intervals: 'off', backend })
    const rowBytes = 16
    for (const count of [100, 1000, 10_000, 100_000]) {
      learner.learn(featuresTo(count))
      const { table, index } = learner.memory
      expect(table).toBeGreaterThanOrEqual(count * rowBytes)
      expect(table).toBeLessThanOrEqual(2 * count * rowBytes)
      expect(index).toBeLessThanOrEqual(4 * count * 8)
      expect(learner.toBytes().length).toBeLessThan(count * (8 + rowBytes) + 4096)
    }
  })

  test('that does not fit is OL_MEMORY, and nothing is learned', () => {
    const learner = new Learner({ rule: 'nag', bits: 'grow', classes: 40, constant: false, backend })
    learner.learn({ features: { a: 1, b: 2 }, label: 1 })
    const before = learner.toBytes()
    const count = 5000
    const batch = {
      ...featuresTo(count),
      size: 2,
      offsets: Uint32Array.of(0, 3, count),
      labels: Float64Array.of(2, 1),
    }
    const indexBytes = 16384 * 8
    const memory = vi.mocked(machineMemory)
    memory.mockReturnValue(indexBytes)
    for (const action of [() => learner.learn(batch), () => learner.predict(batch)]) {
      const error = thrown(action)
      expect(error).toMatchObject({ code: 'OL_MEMORY', expected: `<= ${indexBytes} bytes` })
      expect(error.message).toContain('2^13 slots')
      expect(same(learner.toBytes(), before)).toBe(true)
    }
    memory.mockReturnValue(indexBytes - 1)
    const other = Learner.fromBytes(before, { backend })
    expect(thrown(() => other.learn(batch))).toMatchObject({ code: 'OL_MEMORY', value: indexBytes })
    expect(same(other.toBytes(), before)).toBe(true)
    memory.mockRestore()
    for (const each of [learner, other]) each.learn(batch)
    expect(learner.slots).toBe(count + 2)
    expect(same(learner.toBytes(), other.toBytes())).toBe(true)
  })

  test('is limited for rules that work on all of it', () => {
    const learner = new Learner({ rule: 'adagrad-cmd-dense', bits: 'grow', constant: false, backend })
    const most = 2 ** (namedRules['adagrad-cmd-dense'].maxBits ?? 0)
    learner.learn(featuresTo(10))
    const before = learner.toBytes()
    const error = thrown(() => learner.learn(featuresTo(most + 1)))
    expect(error).toMatchObject({ code: 'OL_DIMENSION', value: most + 1, expected: `<= ${most}` })
    expect(same(learner.toBytes(), before)).toBe(true)
    learner.learn(featuresTo(most))
    expect(learner.slots).toBe(most)
    expect(thrown(() => new Learner({ rule: 'ons', bits: 'grow' }))).toMatchObject({ code: 'OL_PARAMETER' })
  })

  test('that is loaded with other bits says so', () => {
    const bytes = new Learner({ rule: 'nag', bits: 'grow', backend }).toBytes()
    expect(thrown(() => Learner.fromBytes(bytes, { bits: 18 })).message).toMatch(
      /bits "grow" but received 18/,
    )
    const dense = new Learner({ rule: 'nag', bits: 4, backend }).toBytes()
    expect(thrown(() => Learner.fromBytes(dense, { bits: 'grow' })).message).toMatch(
      /bits 4 but received "grow"/,
    )
    expect(Learner.fromBytes(bytes, { bits: 'grow', backend }).bits).toBe('grow')
  })
})
