import type { Batch } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { chooseBackend } from '../src/backend/backends.js'
import { newExpanded, newState } from '../src/expand/derivation-capacity.js'
import { Deriver } from '../src/expand/deriver.js'
import { ExpertMixture } from '../src/expand/expert-mixture.js'
import type { Outcome } from '../src/lanes/outcome.js'
import { resolveOptions } from '../src/options/resolve-options.js'
import { backends, random } from './data.js'

const rows = 256

/** A batch of dense examples: column j of example e is `columns[j][e]`. */
function batchOf(columns: readonly (readonly number[])[]): Batch {
  const size = columns[0].length
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e * columns.length),
    indices: Uint32Array.from({ length: size * columns.length }, (_, i) => i % columns.length),
    values: Float64Array.from(
      { length: size * columns.length },
      (_, i) => columns[i % columns.length][Math.floor(i / columns.length)],
    ),
    labels: new Float64Array(size).fill(1),
  }
}

/** The features that a deriver makes of a batch. */
function derived(backend: 'native' | 'fallback', batch: Batch): readonly unknown[] {
  const deriver = new Deriver(chooseBackend(backend).backend, rows, false)
  const { starts, features, amounts, derived: from, binsEnd } = deriver.expand(batch, 1, true)
  return Array.from({ length: batch.size }, (_, e) => [
    features.slice(from[e], binsEnd[e]),
    amounts.slice(from[e], binsEnd[e]),
    starts[e + 1] - starts[e],
  ])
}

describe.each(backends)('bins, %s', (backend) => {
  const next = random(3)
  const normal = Array.from(
    { length: 2400 },
    () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  )
  const ties = normal.map((x) => Math.round(x))

  it('are the same after any increasing map that keeps 0', () => {
    const maps: readonly ((x: number) => number)[] = [
      (x) => x ** 3,
      (x) => x * 2 ** -300,
      (x) => Math.sign(x) * Math.expm1(Math.abs(x)),
    ]
    const plain = derived(backend, batchOf([normal, ties]))
    for (const map of maps) expect(derived(backend, batchOf([normal.map(map), ties.map(map)]))).toEqual(plain)
  })

  it('do not exist for a missing value, and the other examples have theirs as if it had not occurred', () => {
    const some = normal.map((x, e) => (e % 5 === 3 ? Number.NaN : x))
    const all = derived(backend, batchOf([some]))
    const known = derived(backend, batchOf([normal.filter((_, e) => e % 5 !== 3)]))
    const none = all.filter((_, e) => e % 5 === 3) as [Uint32Array, Float64Array, number][]
    expect(none.every(([bins, amounts, count]) => bins.length + amounts.length === 0 && count === 1)).toBe(
      true,
    )
    expect(all.filter((_, e) => e % 5 !== 3)).toEqual(known)
  })

  it('part the values at their eighths', () => {
    const all = derived(backend, batchOf([normal])) as [Uint32Array, Float64Array, number][]
    const parts = new Map<number, number[]>()
    // the first hat of the coarsest level covers one of eight parts of the ranks
    all.slice(1000).forEach(([[part]], e) => {
      parts.set(part, [...(parts.get(part) ?? []), normal[1000 + e]])
    })
    const sides = [...parts.values()].map((side) => side.sort((a, b) => a - b)).sort(([a], [b]) => a - b)
    expect(sides.length).toBe(8)
    for (const { length } of sides) expect(length / 1400).toBeCloseTo(1 / 8, 1)
    sides.slice(1).forEach((side, i) => {
      expect(side[0]).toBeGreaterThan((sides[i].at(-1) ?? 0) - 0.2)
    })
  })

  it('do not exist for constants, for rare columns, and for columns that have just appeared', () => {
    const rare = normal.map((x, e) => (e % 100 === 7 ? x : 0))
    const late = normal.map((x, e) => (e < 1800 ? 0 : x))
    const all = derived(backend, batchOf([normal.map(() => 2), rare, late])) as [
      Uint32Array,
      Float64Array,
      number,
    ][]
    expect(all.slice(0, 1831).every(([features]) => features.length === 0)).toBe(true)
    expect(all.slice(1900).every(([features]) => features.length === 4)).toBe(true)
  })

  it('equal the other backend, with ties, denormals, empty examples and rows that are shared', () => {
    const batch = batchOf([
      normal,
      ties,
      normal.map((x) => x * 5e-324 * 2 ** 40),
      ties.map((x, e) => (e % 3 === 0 ? -0 : x)),
    ])
    const shared = { ...batch, indices: batch.indices.map((i) => (i === 3 ? rows : i)) }
    expect(derived(backend, shared)).toEqual(derived('fallback', shared))
  })
})

describe.each(backends)('pairs and triples, %s', (backend) => {
  it('are chosen once: evidence is collected only for the others', () => {
    const next = random(9)
    const deriver = new Deriver(chooseBackend(backend).backend, rows, false)
    const size = 250
    for (let part = 0; part < 9; part++) {
      const columns = Array.from({ length: 6 }, () =>
        Array.from({ length: size }, () => 1 + Math.floor(4 * next())),
      )
      deriver.begin(batchOf(columns))
      const expanded = deriver.expand(batchOf(columns), 3, true)
      const [a, b, c] = columns.map((column) => column.map((x) => (x < 3 ? -1 : 1)))
      deriver.screen(3, expanded, {
        classes: 1,
        gradients: Float64Array.from(a, (_, e) => a[e] * b[e] * (1 + c[e])),
        curvatures: new Float64Array(size).fill(2),
        learned: new Uint8Array(size).fill(1),
      })
      deriver.choose()
    }
    const known = deriver.chosen.map(({ columns }) => String(columns))
    expect(known).toContain('1,2')
    expect(known).toContain('1,2,3')
    expect(new Set(known).size).toBe(known.length)
    const { candidateColumns: of } = deriver.state
    const screened = Array.from({ length: of.length / 3 }, (_, i) => of.slice(3 * i, 3 * i + 3))
      .filter(([column]) => column > 0)
      .map((columns) => String(columns.filter((column) => column > 0)))
    expect(screened.length).toBeGreaterThan(10)
    expect(screened.filter((columns) => known.includes(columns))).toEqual([])
  })
})

describe.each(backends)('the mixture of experts (%s)', (name) => {
  const { backend } = chooseBackend(name)
  const settings = resolveOptions({ rule: 'auto', loss: 'logistic', expand: 'auto' })
  const bound = Math.log(1 / 0.9) + Math.log(3) + Math.log(2)

  /** The loss of the mixture beyond the first expert's; `play` returns log odds and the label. */
  function behind(play: (e: number, score: number) => [number[], number]): number {
    const top = new ExpertMixture(settings, backend, 4)
    const outcome: Outcome = {
      predictions: new Float64Array(1),
      losses: new Float64Array(1),
      status: new Uint8Array(1),
    }
    const residuals = {
      classes: 1,
      gradients: new Float64Array(1),
      curvatures: new Float64Array(1),
      learned: new Uint8Array(1),
    }
    let sum = 0
    let last = 0
    let most = 0
    for (let e = 0; e < 2000; e++) {
      const [scores, label] = play(e, last)
      const experts = scores.map((score) => ({ ...outcome, predictions: Float64Array.of(score) }))
      top.combine(experts, { size: 1, labels: Float64Array.of(label) }, outcome, 0, residuals, undefined)
      last = outcome.predictions[0]
      sum += Math.log1p(Math.exp(-label * last)) - Math.log1p(Math.exp(-label * scores[0]))
      most = Math.max(most, sum)
    }
    return most
  }

  it('is never more than ln(1/.9) + ln 3 + ln 2 nats behind the first, whatever the others say', () => {
    const next = random(5)
    expect(behind(() => [[0, 8, 8, 8].map((x) => x * (next() - 0.5)), next() < 0.5 ? 1 : -1])).toBeLessThan(
      bound,
    )
    // the others were right for long, and then are always wrong
    expect(behind((e) => [[0.1, ...[3, 4, 5].map((x) => (e < 1000 ? x : -x))], 1])).toBeLessThan(bound)
    // the label is always the one that the mixture holds for less likely
    expect(
      behind((e, last) => [[0.2, e % 7 === 0 ? 5 : -5, e % 2 === 0 ? 9 : -9, 1], last > 0 ? -1 : 1]),
    ).toBeLessThan(bound)
  })

  it('takes the weight from experts that are given up', () => {
    const top = new ExpertMixture(settings, backend, 4)
    const outcome: Outcome = {
      predictions: new Float64Array(1),
      losses: new Float64Array(1),
      status: new Uint8Array(1),
    }
    const own = { ...outcome, predictions: Float64Array.of(2) }
    const one = { size: 1, labels: Float64Array.of(1) }
    top.combine([own, undefined, undefined, undefined], one, outcome, 0, undefined, undefined)
    expect(outcome.predictions[0]).toBeCloseTo(2, 0)
  })
})

it.runIf(backends.includes('native'))(
  'places of named features outside of a batch are refused by the addon',
  () => {
    const batch = batchOf([
      [1, 2],
      [3, 4],
    ])
    const named = (namedAt: number[], namedOf: number[]) => () =>
      chooseBackend('native').backend.expand(
        {
          depth: 1,
          constant: -1,
          keep: true,
          namedAt: Uint32Array.from(namedAt),
          namedOf: Uint32Array.from(namedOf),
          namedColumns: new Uint32Array(2),
        },
        newState(rows),
        batch,
        newExpanded(2, 100),
        0,
      )
    expect(named([0, 1], [0, 1])()).toBe(2)
    for (const [at, of] of [
      [[4], [0]],
      [
        [1, 0],
        [0, 0],
      ],
      [[0], [2]],
      [[0, 1], [0]],
    ])
      expect(named(at, of)).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
  },
)
