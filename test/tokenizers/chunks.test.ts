import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import type { ReadOptions, TokenBackend } from '@ol/reader'
import { OLError } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { read } from '../../packages/reader/src/read.js'
import { bytesOf, lines } from '../../packages/reader/test/collect.js'
import { rotation } from '../../packages/spec/test/grid.js'

// Reading must not depend on how an input is cut into chunks, nor on the backend: examples, names of classes,
// counts, bad lines, and with `strict` the examples before the first of them and the error.

const native = load()
const some = rotation()
const backends: TokenBackend[] = 'backend' in native ? [fallback, native.backend] : [fallback]
const sizes = [1 << 10, 1 << 12, 1 << 16, 1 << 22]

/** Numbers in [0, n), the same for the same seed. */
function random(seed: number): (n: number) => number {
  let state = seed >>> 0
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

interface Maker {
  readonly options: ReadOptions
  readonly head?: string
  readonly line: (label: string, next: (n: number) => number) => string
  /** a line that is bad whatever its label */
  readonly bad: (label: string, next: (n: number) => number) => string
  /** a line that is bad once products are made */
  readonly products?: (label: string) => string
}

const value = (next: (n: number) => number): number => next(90) / 8 + 0.5
const commas = (number: number): string => String(number).replace('.', ',')
const makers: Readonly<Record<string, Maker>> = {
  vw: {
    options: { format: 'vw' },
    line: (label, next) => `${label} |f a:${value(next)} b |g ${next(30)}:2`,
    bad: (label, next) => [`${label} |f a:`, `${label} x |f a`, `${label} |f a:1e300`][next(3)],
    products: (label) => `${label} |f a:1e60 b:1e60`,
  },
  svmlight: {
    options: { format: 'svmlight' },
    line: (label, next) => `${label} 1:${value(next)} ${next(40) + 2}:1`,
    bad: (label, next) => (next(2) ? `${label} 1:x` : `${label} y`),
  },
  csv: {
    options: { format: 'csv', header: true, label: 'y', numeric: ['x'] },
    head: 'y,x,c',
    line: (label, next) =>
      next(3)
        ? `${label},${value(next)},c${next(5)}`
        : `"${label}",${value(next)},"over\n${'\n'.repeat(next(4))}lines"`,
    bad: (label, next) =>
      [`${label},1`, `${label},word,c`, `${label},word,"a\nb"`, `${label},1,"a"b`][next(4)],
  },
  'csv with decimal commas': {
    options: { format: 'csv', delimiter: ';', decimal: ',', header: true, label: 'y', numeric: ['x'] },
    head: 'y;x;c',
    line: (label, next) =>
      next(3) ? `${label};${commas(value(next))};c${next(5)}` : `${label};"${commas(value(next))}";"a\nb"`,
    bad: (label, next) => [`${label};1.5;c`, `${label};1,5,5;c`, `${label};"1.5";"a\nb"`][next(3)],
  },
  'csv with quoted decimal commas': {
    options: { format: 'csv', delimiter: ',', decimal: ',', header: true, label: 'y', numeric: ['x'] },
    head: 'y,x,c',
    line: (label, next) =>
      `"${label}",${next(3) ? `"${commas(value(next))}"` : next(9)},${next(3) ? `c${next(5)}` : '"a\nb"'}`,
    bad: (label, next) => [`${label},1.5,c`, `${label},1,5,c`, `${label},"1.5","a\nb"`][next(3)],
  },
  jsonl: {
    options: { format: 'jsonl' },
    line: (label, next) =>
      next(4)
        ? `{"label":"${label}","x":${value(next)}}`
        : `{"x":${value(next)},"label":"\\u00${label.charCodeAt(0).toString(16)}${label.slice(1)}"}`,
    bad: (label, next) => (next(2) ? `{"label":"${label}","x":}` : `{"label":"${label}","x":[1,"a"]}`),
  },
  vwjson: {
    options: { format: 'vwjson' },
    line: (label, next) => `{"_label":"${label}","f":{"x":${value(next)}}}`,
    bad: (label) => `{"_label":"${label}","x":["a"]}`,
  },
  counts: {
    options: { format: 'counts' },
    line: (label, next) => `good:${next(4) + 1} film:1 #label#:${label}`,
    bad: (label, next) => (next(2) ? `good #label#:${label}` : `#label#:${label} film:x`),
  },
}

/** Lines of known labels, of labels that come up late, and bad ones with labels of their own. */
function textOf({ head, line, bad, products }: Maker, seed: number): string {
  const next = random(seed)
  const made = Array.from({ length: 400 }, (_, i) => {
    const wrong = i > 5 && next(15) === 0
    // bad where products are made
    if (products !== undefined && i > 5 && next(20) === 0) return products(`huge${next(9)}`)
    const label = ['red', 'sea', i > 150 ? 'late' : 'red', i > 250 ? `more${next(9)}` : 'sea'][next(4)]
    return wrong ? bad(`junk${next(50)}`, next) : line(label, next)
  })
  return `${[...(head === undefined ? [] : [head]), ...made].join('\n')}\n`
}

/** All that a reading gives; the error as text where it ends with one. */
async function outcome(sources: readonly Uint8Array[], options: ReadOptions) {
  const reader = read(sources, options)
  const examples: string[] = []
  let error: unknown
  try {
    for await (const batch of reader) examples.push(...lines(batch, false))
  } catch (thrown) {
    if (!(thrown instanceof OLError)) throw thrown
    const { code, message, line, column, value } = thrown
    error = { code, message, line, column, value }
  }
  return { examples, report: reader.report, schema: reader.schema, error }
}

const settings: Readonly<Record<string, ReadOptions>> = {
  classes: { labels: 'class', classes: 5 },
  'many classes': { labels: 'class', classes: 40 },
  'classes, strict': { labels: 'class', classes: 5, strict: true },
  'one class means +1': { labels: 'sign', positive: 'sea', namespaces: true },
  products: { labels: 'class', classes: 5, interactions: ['::'], namespaces: true },
  'products, strict': { labels: 'class', classes: 5, interactions: ['::'], strict: true },
}

describe.each(Object.entries(settings))('%s', (_, setting) => {
  test.each(Object.entries(makers))(
    '%s: the same from chunks of every size',
    async (_, maker) => {
      for (const seed of some([1, 2], 1)) {
        const first = `${maker.head === undefined ? '' : `${maker.head}\n`}${maker.line('red', random(7))}\n`
        // schema inference sees all of the text, or nothing but one label
        for (const inputs of [[textOf(maker, seed)], [first, textOf(maker, seed)]]) {
          const sources = inputs.map(bytesOf)
          let expected: unknown
          for (const backend of backends)
            for (const chunkBytes of sizes) {
              const options = { ...maker.options, ...setting, backend, chunkBytes }
              const found = await outcome(sources, options)
              expected ??= found
              expect([seed, backend.name, chunkBytes, found]).toEqual([
                seed,
                backend.name,
                chunkBytes,
                expected,
              ])
            }
        }
      }
    },
    60_000,
  )
})

describe.each(backends)('$name', (backend) => {
  test('a line that is skipped names no class', async () => {
    const good = (i: number) => `{"label":"${['cat', 'dog', 'eel'][i % 3]}","x":${i}}`
    const junk = ['{"label":"junk","x":}', '{"label":"m\\u00fcll","x":[1,"a"]}']
    const text = [
      '{"label":"cat","x":1}',
      '{"label":"dog","x":1}',
      ...junk,
      ...Array.from({ length: 700 }, (_, i) => good(i)),
    ]
    for (const chunkBytes of sizes) {
      const options = { labels: 'class', classes: 3, backend, chunkBytes } as const
      const { report, schema } = await outcome([bytesOf(text.join('\n'))], options)
      expect(schema?.classes).toEqual({ count: 3, names: ['cat', 'dog', 'eel'] })
      expect([report.examples, report.skipped]).toEqual([702, 2])
      // and the same after schema inference that does not see them
      const later = await outcome([bytesOf(text[0]), bytesOf(text.slice(1).join('\n'))], options)
      expect([later.schema?.classes?.names, later.report.skipped]).toEqual([['cat', 'dog', 'eel'], 2])
    }
  })

  test('a name that is written with escapes is the text that they represent', async () => {
    const text = '{"label":"a","x":1}\n{"label":"caf\\u00e9","x":1}\n{"label":"café","x":1}'
    const { report, schema } = await outcome([bytesOf('{"label":"a","x":1}'), bytesOf(text)], {
      labels: 'class',
      classes: 3,
      backend,
    })
    expect([schema?.classes?.names, report.examples]).toEqual([['a', 'café'], 4])
  })

  test('nor does one that is skipped for its products', async () => {
    const text = [
      'a |f x:1',
      'junk |f x:1e60 y:1e60',
      ...Array.from({ length: 200 }, (_, i) => `${'bc'[i % 2]} |f x:${i}`),
    ]
    for (const chunkBytes of sizes)
      for (const inputs of [[text.join('\n')], [text[0], text.slice(1).join('\n')]]) {
        const options = {
          format: 'vw',
          labels: 'class',
          classes: 3,
          interactions: ['::'],
          backend,
          chunkBytes,
        } as const
        const { report, schema } = await outcome(inputs.map(bytesOf), options)
        expect([schema?.classes?.names, report.examples, report.skipped]).toEqual([['a', 'b', 'c'], 201, 1])
      }
  })

  test('with strict all examples before the bad line are given, then the error', async () => {
    const text = Array.from({ length: 300 }, (_, i) => (i === 200 ? '1 |f x:' : `1 |f a:${i}`)).join('\n')
    for (const chunkBytes of sizes) {
      const found = await outcome([bytesOf(text)], { strict: true, format: 'vw', backend, chunkBytes })
      expect(found.examples.length).toBe(200)
      expect(found.error).toMatchObject({ code: 'OL_LINE_VALUE', line: 201 })
      expect(found.report).toMatchObject({ lines: 201, examples: 200, skipped: 1 })
    }
  })

  test('a quotient that cannot be ends the reading behind all examples before it', async () => {
    const text = Array.from({ length: 300 }, (_, i) => `1 | 1:${i === 200 ? '1e99' : 2} 2:1`).join('\n')
    const divisors = Float64Array.of(1, 1e-50)
    for (const chunkBytes of sizes) {
      const found = await outcome([bytesOf(text)], {
        divisors,
        constant: true,
        format: 'vw',
        backend,
        chunkBytes,
      })
      expect(found.examples.length).toBe(200)
      expect(found.error).toMatchObject({ code: 'OL_VALUE', line: 201 })
    }
  })
})
