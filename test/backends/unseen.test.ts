import { fallback } from '@ol/fallback'
import { type Batch, firstKeys, type SeenKeys, seenCounts, seenWords } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { nativeBackend } from './machine.js'
import { random } from './streams.js'

const native = nativeBackend()
const backends = native === undefined ? [fallback] : [fallback, native]

/** Features among `kinds`, some absent; keys that differ in one half only, and those whose numbers are 0 and 1. */
function features(seed: number, count: number, kinds: number, wide: boolean): Batch {
  const next = random(seed)
  const names = Uint32Array.from({ length: count }, () => Math.floor(kinds * next() ** 2))
  return {
    size: 2,
    offsets: Uint32Array.of(0, count >> 1, count),
    indices: wide ? names.map((name) => name % 40) : names,
    upper: wide ? names.map((name) => Math.floor(name / 40)) : undefined,
    values: Float64Array.from({ length: count }, () => [0, -0, 1][Math.floor(next() * 8)] ?? 1),
    labels: Float64Array.of(1, 1),
  }
}

/** The names that `unseen` must find, by way of a set. */
function expected(batch: Batch, known: Set<string>, limit: number): number[] {
  const found: number[] = []
  batch.indices.forEach((low, i) => {
    const key = `${low} ${batch.upper?.[i] ?? 0}`
    if (batch.values[i] === 0 || known.has(key) || known.size >= limit) return
    known.add(key)
    found.push(i)
  })
  return found
}

function keysFor(slots: number, limit: number, wide = false): SeenKeys {
  return {
    wide,
    slots: new Uint32Array(slots * seenWords(wide)),
    counts: Uint32Array.of(0, limit, 0, 0),
    first: new Uint32Array(firstKeys * seenWords(wide)),
  }
}

describe.each(backends.map((backend) => [backend.name, backend] as const))('unseen on %s', (_, backend) => {
  it.each([
    [true, 200],
    [false, 200],
    [true, 10_000],
    [false, 10_000],
  ])('finds first appearances up to a limit (wide keys: %s, limit %i)', (wide, limit) => {
    const seen = keysFor(2048, limit, wide)
    const known = new Set<string>()
    for (let k = 0; k < 8; k++) {
      const batch = features(k + 1, 400, 100 * (k + 1), wide)
      const found = new Uint32Array(400)
      seen.counts[seenCounts.found] = 0
      expect(backend.unseen(seen, batch, 0, found)).toBe(400)
      const right = expected(batch, known, limit)
      expect([...found.subarray(0, seen.counts[seenCounts.found])]).toEqual(right)
      expect(seen.counts[seenCounts.size]).toBe(known.size)
    }
    expect(seen.counts[seenCounts.zero]).toBe(1)
    expect(known.size).toBeGreaterThan(150)
    expect(known.size <= limit).toBe(true)
  })

  it('distinguishes keys with equal lowest bits, in two tables in turn', () => {
    const both = [keysFor(4096, 1000), keysFor(4096, 1000)].map((seen) => ({
      seen,
      known: new Set<string>(),
    }))
    for (let k = 0; k < 6; k++) {
      for (const [t, { seen, known }] of both.entries()) {
        const batch = features(10 + k, 300, 60 + 20 * t, false)
        batch.indices.forEach((name, i) => {
          batch.indices[i] = ((name % 7) << 16) | (name >> 4)
        })
        const found = new Uint32Array(300)
        seen.counts[seenCounts.found] = 0
        backend.unseen(seen, batch, 0, found)
        expect([...found.subarray(0, seen.counts[seenCounts.found])]).toEqual(expected(batch, known, 1000))
      }
    }
  })

  it('stops at the feature for which half of the slots have no room', () => {
    const batch = {
      ...features(1, 40, 1, false),
      indices: Uint32Array.from({ length: 40 }, (_, i) => i >> 1),
    }
    batch.values.fill(1)
    const seen = keysFor(16, 100)
    const found = new Uint32Array(40)
    // key 0 has no slot, 1 to 8 have one each
    expect(backend.unseen(seen, batch, 0, found)).toBe(18)
    expect([...found.subarray(0, seen.counts[seenCounts.found])]).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16])
    expect(backend.unseen(seen, batch, 18, found)).toBe(18)
    expect(seen.counts[seenCounts.size]).toBe(9)
  })

  it('finds nothing if nothing counts', () => {
    const batch = features(1, 50, 50, false)
    const seen = keysFor(16, 0)
    expect(backend.unseen(seen, batch, 0, new Uint32Array(50))).toBe(50)
    const none = { ...batch, size: 0, offsets: Uint32Array.of(0) }
    expect(backend.unseen(keysFor(16, 5), none, 0, new Uint32Array(0))).toBe(0)
    expect(seen.counts[seenCounts.found]).toBe(0)
  })
})

it.runIf(native !== undefined).each([true, false])(
  'leaves the same bytes in the tables of both backends (wide: %s)',
  (wide) => {
    const tables = backends.map((backend) => {
      const seen = keysFor(8192, 3000, wide)
      const found = new Uint32Array(20_000)
      for (let k = 0; k < 20; k++) backend.unseen(seen, features(k, 1000, 4000, k % 2 === 0), 0, found)
      return { seen, found }
    })
    expect(tables[1]).toEqual(tables[0])
    expect(tables[0].seen.counts[seenCounts.found]).toBeGreaterThan(1000)
  },
)

it.runIf(native !== undefined)('refuses tables that a probe would not end in', () => {
  const batch = features(1, 10, 10, false)
  const found = new Uint32Array(10)
  const seen = keysFor(16, 8)
  const calls = [
    { ...seen, slots: seen.slots.subarray(2) },
    { ...seen, wide: true, slots: seen.slots.subarray(1) },
    { ...seen, counts: Uint32Array.of(9, 100, 0, 0) },
    { ...seen, counts: Uint32Array.of(0, 100, 1, 0) },
    { ...seen, counts: Uint32Array.of(0, 100, 0, 1) },
    { ...seen, counts: Uint32Array.of(0, 100, 0) },
    { ...seen, first: new Uint32Array(firstKeys - 1) },
    { ...keysFor(16, 8, true), first: new Uint32Array(2 * firstKeys - 1) },
  ]
  for (const wrong of calls) expect(() => native?.unseen(wrong, batch, 0, found)).toThrow()
  expect(() => native?.unseen(seen, batch, 11, found)).toThrow()
  expect(() => native?.unseen(seen, batch, 0, new Uint32Array(9))).toThrow()
})
