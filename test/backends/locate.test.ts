import { fallback } from '@ol/fallback'
import { type Batch, capacityOf, emptyCounts, noRow, type RowSlots, rowCounts } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { nativeBackend } from './machine.js'
import { random } from './streams.js'

const native = nativeBackend()
const { used, reach, ignored } = rowCounts

function slotsFor(count: number, most?: number): RowSlots {
  return { slots: new Uint32Array(count), keys: new Uint32Array(count), counts: emptyCounts(most) }
}

/** Examples of 0 to 7 features among `kinds`, some absent, some without label or weight. */
function examples(seed: number, size: number, kinds: number): Batch {
  const next = random(seed)
  const offsets = new Uint32Array(size + 1)
  for (let e = 0; e < size; e++) offsets[e + 1] = offsets[e] + Math.floor(next() * 8)
  const count = offsets[size]
  const names = Uint32Array.from({ length: count }, () => Math.floor(next() * kinds))
  return {
    size,
    offsets,
    // few lower halves, so that probes meet keys that share one
    indices: names.map((name) => name % 50),
    upper: names.map((name) => Math.floor(name / 50)),
    values: Float64Array.from({ length: count }, () => (next() < 0.1 ? 0 : 1)),
    labels: Float64Array.from({ length: size }, () => (next() < 0.2 ? Number.NaN : 1)),
    weights: Float64Array.from({ length: size }, () => (next() < 0.1 ? 0 : 1)),
  }
}

/** Returns what `locate` must give, by way of a map. */
function expected(
  batch: Batch,
  known: Map<string, number>,
  keep: boolean,
  limit: number = noRow,
): { rows: number[]; reach: number } {
  const rows: number[] = []
  let most = 0
  for (let e = 0; e < batch.size; e++) {
    const seen = new Map(known)
    for (let i = batch.offsets[e]; i < batch.offsets[e + 1]; i++) {
      const key = `${batch.indices[i]} ${batch.upper?.[i] ?? 0}`
      if (batch.values[i] !== 0 && !seen.has(key) && seen.size < limit) seen.set(key, seen.size)
      rows.push(batch.values[i] === 0 ? 0 : (seen.get(key) ?? noRow))
    }
    most = Math.max(most, seen.size)
    if (!keep || Number.isNaN(batch.labels[e]) || batch.weights?.[e] === 0) continue
    for (const [key, row] of seen) known.set(key, row)
  }
  return { rows, reach: most }
}

const backends = native === undefined ? [fallback] : [fallback, native]

describe.each(backends.map((backend) => [backend.name, backend] as const))('locate on %s', (_, backend) => {
  it('gives rows in the order of appearance, and leaves no trace of features that are not kept', () => {
    for (const seed of [1, 2, 3]) {
      const index = slotsFor(4096)
      const known = new Map<string, number>()
      for (let k = 0; k < 6; k++) {
        const batch = examples(10 * seed + k, 120, 300)
        const keep = k % 3 !== 2
        const before = index.slots.slice()
        const rows = new Uint32Array(batch.indices.length)
        index.counts[reach] = 0
        expect(backend.locate(index, batch, 0, keep, rows)).toBe(batch.size)
        const right = expected(batch, known, keep)
        expect([...rows]).toEqual(right.rows)
        expect([...index.counts]).toEqual([known.size, right.reach, noRow, 0, 0])
        if (!keep) expect(index.slots).toEqual(before)
      }
      expect(known.size).toBeGreaterThan(200)
    }
  })

  it('gives no row past the most, and counts the values', () => {
    const index = slotsFor(4096, 70)
    const known = new Map<string, number>()
    for (let k = 0; k < 6; k++) {
      const batch = examples(30 + k, 120, 300)
      const rows = new Uint32Array(batch.indices.length)
      index.counts[ignored] = 0
      expect(backend.locate(index, batch, 0, k % 3 !== 2, rows)).toBe(batch.size)
      const right = expected(batch, known, k % 3 !== 2, 70)
      expect([...rows]).toEqual(right.rows)
      expect(index.counts[ignored]).toBe(right.rows.filter((row) => row === noRow).length)
      expect(index.counts[reach]).toBe(70)
    }
    expect(known.size).toBe(70)
  })

  it('stops when half of the slots are taken, at the start of an example', () => {
    const batch = examples(7, 60, 5000)
    const small = slotsFor(64)
    const rows = new Uint32Array(batch.indices.length)
    const stopped = backend.locate(small, batch, 0, true, rows)
    expect(stopped).toBeGreaterThan(2)
    expect(stopped).toBeLessThan(60)
    const known = new Map<string, number>()
    const { rows: before } = expected({ ...batch, size: stopped }, known, true)
    expect([...rows.subarray(0, batch.offsets[stopped])]).toEqual(before)
    expect(small.counts[used]).toBe(known.size)
    expect(known.size).toBeLessThanOrEqual(capacityOf(small.slots))
    expect(small.slots.filter((word) => word > 0).length).toBe(known.size)
    // and again from there, in vain
    const slots = small.slots.slice()
    expect(backend.locate(small, batch, stopped, true, rows)).toBe(stopped)
    expect(small.slots).toEqual(slots)
  })

  it('gives rows of other slots their slots again', () => {
    for (const [seed, distinct] of [
      [1, false],
      [2, true],
      [3, true],
    ] as const) {
      const plain = examples(seed, 400, 900)
      // all features keep their rows
      const batch = { ...plain, labels: plain.labels.map(() => 1), weights: undefined }
      const [index, wider] = [slotsFor(2048), slotsFor(4096)]
      const [rows, again] = [0, 1].map(() => new Uint32Array(batch.indices.length))
      expect(backend.locate(index, batch, 0, true, rows)).toBe(batch.size)
      const { [used]: many } = index.counts
      wider.keys.set(index.keys.subarray(0, 2 * many))
      // in two parts
      expect(backend.placeRows(wider, 100, false)).toBe(100)
      expect(backend.placeRows(wider, many, distinct)).toBe(many)
      expect(wider.counts[used]).toBe(many)
      expect(wider.slots.filter((word) => word > 0).sort()).toEqual(
        Uint32Array.from({ length: many }, (_, k) => k + 1),
      )
      expect(backend.locate(wider, batch, 0, true, again)).toBe(batch.size)
      expect(again).toEqual(rows)
      expect(wider.counts[used]).toBe(many)
    }
  })

  it('stops at a row whose key another has', () => {
    const index = slotsFor(64)
    index.keys.set([5, 1, 5, 2, 0, 0, 5, 1, 9, 9])
    expect(backend.placeRows(index, 5, false)).toBe(3)
    expect(index.counts[used]).toBe(3)
    expect(index.slots.filter((word) => word > 0).length).toBe(3)
    expect(backend.placeRows(index, 3, false)).toBe(3)
  })
})

describe.skipIf(native === undefined)('native and fallback', () => {
  it('leave the same bytes of an index', () => {
    const both = [fallback, native as NonNullable<typeof native>]
    for (let seed = 0; seed < 40; seed++) {
      const most = seed % 3 === 0 ? 40 : noRow
      const indices = both.map(() => slotsFor(seed % 2 === 0 ? 2048 : 128, most))
      for (let k = 0; k < 5; k++) {
        const plain = examples(100 * seed + k, 50, 20 + seed * 40)
        const batch = k === 3 ? { ...plain, upper: undefined, weights: undefined } : plain
        const rows = both.map(() => new Uint32Array(batch.indices.length))
        const stops = both.map((backend, b) => backend.locate(indices[b], batch, k, k !== 2, rows[b]))
        expect(stops[1]).toBe(stops[0])
        expect(rows[1]).toEqual(rows[0])
        expect(indices[1]).toEqual(indices[0])
      }
      const placed = both.map((backend, b) => {
        const { slots, keys, counts } = indices[b]
        const wider = {
          slots: new Uint32Array(2 * slots.length),
          keys: new Uint32Array(2 * keys.length),
          counts: emptyCounts(most),
        }
        wider.keys.set(keys)
        expect(backend.placeRows(wider, counts[used], seed % 2 === 0)).toBe(counts[used])
        return wider
      })
      expect(placed[1]).toEqual(placed[0])
    }
  })

  it('refuse arrays that do not fit', () => {
    const batch = examples(1, 10, 30)
    const rows = new Uint32Array(batch.indices.length)
    const locate = (slots: RowSlots, of: Batch, from: number, out: Uint32Array) => () =>
      (native as NonNullable<typeof native>).locate(slots, of, from, true, out)
    const place = (slots: RowSlots, until: number) => () =>
      (native as NonNullable<typeof native>).placeRows(slots, until, false)
    const index = slotsFor(64)
    const full = { ...index, counts: Uint32Array.of(33, 0, noRow, 0, 0) }
    for (const call of [
      locate({ ...index, slots: new Uint32Array(63) }, batch, 0, rows),
      locate({ ...index, keys: new Uint32Array(63) }, batch, 0, rows),
      locate({ ...index, counts: new Uint32Array(1) }, batch, 0, rows),
      locate(full, batch, 0, rows),
      locate(index, batch, 11, rows),
      locate(index, { ...batch, upper: new Uint32Array(1) }, 0, rows),
      locate(index, { ...batch, offsets: batch.offsets.slice(0, 5) }, 0, rows),
      locate(index, { ...batch, offsets: batch.offsets.map((o) => 100 - o) }, 0, rows),
      locate(index, { ...batch, labels: new Float64Array(2) }, 0, rows),
      locate(index, { ...batch, values: new Float64Array(2) }, 0, rows),
      locate(index, batch, 0, rows.subarray(1)),
      place({ ...index, slots: new Uint32Array(63) }, 1),
      place({ ...index, keys: new Uint32Array(63) }, 1),
      place(index, 33),
      place({ ...index, counts: Uint32Array.of(2, 0, noRow, 0, 0) }, 1),
    ])
      expect(call).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
  })
})
