import { readFileSync } from 'node:fs'
import { Adwin, type DriftDetector, PageHinkley } from '@ol/core'
import { describe, expect, it, test } from 'vitest'

interface Trace {
  readonly detector: 'adwin' | 'pageHinkley'
  readonly options: object
  readonly detections: readonly number[]
  readonly width?: number
  readonly mean?: number
}

interface Case {
  readonly name: string
  readonly levels?: readonly (readonly [count: number, level: number])[]
  readonly noise?: number
  readonly seed?: number
  readonly count?: number
  readonly bits?: string
  readonly traces: readonly Trace[]
}

// the results of river on the same streams: drift-traces/make.py
const { cases } = JSON.parse(readFileSync(new URL('drift-traces/traces.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly Case[]
}

function valuesOf({ levels = [], noise = 0, seed = 1, count = 0, bits }: Case): number[] {
  if (bits !== undefined) {
    const bytes = Buffer.from(bits, 'base64')
    return Array.from({ length: count }, (_, i) => (bytes[i >> 3] >> (i & 7)) & 1)
  }
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return levels.flatMap(([length, level]) => Array.from({ length }, () => level + noise * (random() - 0.5)))
}

describe.each(cases)('on the stream $name', (stream) => {
  const values = valuesOf(stream)
  it.each(stream.traces)(
    '$detector $options detects where river does',
    ({ detector, options, detections, width, mean }) => {
      const own: DriftDetector = detector === 'adwin' ? new Adwin(options) : new PageHinkley(options)
      const found = values.flatMap((value, i) => (own.update(value) ? [i] : []))
      expect(found).toEqual(detections)
      expect(own.detections).toBe(detections.length)
      if (!(own instanceof Adwin)) return
      expect(own.width).toBe(width)
      expect(own.mean).toBeCloseTo(mean as number, 9)
    },
  )
})

test('some of the streams change, and one does not', () => {
  const counts = cases.map(({ name, traces }) => [name, traces[0].detections.length])
  expect(counts.filter(([, count]) => Number(count) > 0).length).toBeGreaterThan(4)
  expect(Object.fromEntries(counts).flat).toBe(0)
})

test('numbers that are not finite are ignored, and options are checked', () => {
  const [one, other] = [new Adwin(), new Adwin()]
  const values = valuesOf(cases[1])
  for (const [i, value] of values.entries()) {
    if (i % 10 === 0) expect(one.update([Number.NaN, Number.POSITIVE_INFINITY][(i / 10) % 2])).toBe(false)
    expect(one.update(value)).toBe(other.update(value))
  }
  expect(other.detections).toBeGreaterThan(0)
  for (const options of [{ delta: 0 }, { delta: 2 }, { every: -1 }, { buckets: Number.NaN }])
    expect(() => new Adwin(options)).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
  expect(() => new PageHinkley({ fading: 1.5 })).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
})

test('a detector continues from the state of another, and takes no other state', () => {
  const values = valuesOf({
    name: '',
    levels: [
      [700, 0],
      [333, 1],
      [500, 0],
    ],
    noise: 0.5,
    traces: [],
  })
  for (const make of [() => new Adwin(), () => new PageHinkley({ threshold: 10 })]) {
    const whole = make()
    const expected = values.map((value) => whole.update(value))
    let part: DriftDetector = make()
    const found = values.map((value, i) => {
      if (i % 100 === 7) {
        const next = make()
        next.restore(JSON.parse(JSON.stringify(part.state(), (_, x) => (x === Infinity ? 1e300 : x))))
        part = next
      }
      return part.update(value)
    })
    expect(expected.some(Boolean)).toBe(true)
    expect(found).toEqual(expected)
    expect(part.state()).toEqual(whole.state())
    expect(() => make().restore({})).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
  }
})
