import type { TrainOptions } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { train } from './small.js'

const count = 1200
const rows = Array.from({ length: count }, (_, k) => {
  const [a, b] = [(k * 37) % 101, ((k * 7919) % 1000) / 100 - 5]
  return { a, b, label: b > 0 ? 1 : 0 }
})

interface Format {
  readonly head: readonly string[]
  readonly line: (row: (typeof rows)[number]) => string
  /** lines that are refused, whatever else they say */
  readonly refused: Readonly<Record<string, string>>
}

const formats: Readonly<Record<string, Format>> = {
  csv: {
    head: ['a,b,label'],
    line: ({ a, b, label }) => `${a},${b},${label}`,
    refused: {
      'a label out of range': '1,1,1e300',
      'an invalid label': 'x,y,maybe',
      'a NUL byte': '1,x\0,7',
      'a quote that ends too early': '"x"y,1,7',
      'too many cells': '1,2,7,8',
    },
  },
  tsv: {
    head: ['a\tb\tlabel'],
    line: ({ a, b, label }) => `"${a}"\t"${b > 0 ? 'up' : 'down'}"\t${label}`,
    refused: {
      'a stray quote': '1\tup"x"\t1\t"',
      'a quote that ends too early': '1\t"up" x\t1',
      'a quote that is not closed': '"1\tup\t1',
    },
  },
  jsonl: {
    head: [],
    line: (row) => JSON.stringify(row),
    refused: {
      'a label out of range': '{"label":1e300,"a":1,"b":1}',
      'a NUL character in the label': '{"label":"x\\u0000","a":1,"b":1}',
      'a value out of range': '{"label":7,"a":1e200,"b":1}',
      'a NUL byte': '{"label":7,"a":"a\0b","b":1}',
      'no JSON': '{"label":7,"a":',
    },
  },
  vw: {
    head: [],
    line: ({ a, b, label }) => `${label} | a:${a} b:${b}`,
    refused: {
      'a label out of range': '1e300 | a:1 b:1',
      'a value out of range': '7 | a:1e300 b:1',
      'a NUL byte': '7 | a:1\0 b:1',
    },
  },
}

const cases = Object.entries(formats).flatMap(([format, { refused }]) =>
  Object.keys(refused).map((what) => [format, what] as const),
)

describe('a refused line leaves no trace in schema, task or model', () => {
  test.each(cases)('%s: %s', async (format, what) => {
    const { head, line, refused } = formats[format]
    const lines = rows.map(line)
    const textOf = (at?: number) =>
      `${[...head, ...(at === undefined ? lines : [...lines.slice(0, at), refused[what], ...lines.slice(at)])].join('\n')}\n`
    const good = await train(Buffer.from(textOf()), { rule: 'nag' })
    for (const at of [1, 500]) {
      const { model, reading, report } = await train(Buffer.from(textOf(at)), { rule: 'nag' })
      expect([reading.skipped, reading.examples]).toEqual([1, count])
      expect(report.task).toEqual(good.report.task)
      expect(model.schema).toEqual(good.model.schema)
      expect(model.toBytes()).toEqual(good.model.toBytes())
    }
  })
})

describe('an unknown class ends the training, in whatever pass and chunk it is read', () => {
  const known = Array.from({ length: 600 }, (_, k) => `${'abc'[k % 3]} | x:${k % 7} y:${k % 11}`)
  const runs: [string, TrainOptions][] = [
    ['one pass', {}],
    ['a first pass for scales', { prenormalize: 'max' }],
    ['a first pass and two more', { prenormalize: 'max', passes: 2 }],
    ['two passes', { passes: 2, holdout: false }],
  ]
  test.each(runs)('%s', async (_, options) => {
    for (const at of [3, 500]) {
      const text = [...known.slice(0, at), 'zz | x:1 y:2', ...known.slice(at)].join('\n')
      const run = train(Buffer.from(`${text}\n`), {
        format: 'vw',
        classes: ['a', 'b', 'c'],
        loss: 'logistic',
        rule: 'nag',
        chunkBytes: 100,
        ...options,
      } as TrainOptions)
      await expect(run).rejects.toMatchObject({ code: 'OL_LABEL', line: at + 1 })
    }
  })
})

test('a new class that appears late counts in the scales of a first pass', async () => {
  const lines = Array.from({ length: 300 }, (_, k) => `${'ab'[k % 2]} | x:${k % 7}`)
  const text = `${[...lines, 'c | x:1000', 'c | x:900'].join('\n')}\n`
  const options = { format: 'vw', task: 'multiclass', prenormalize: 'max', chunkBytes: 200 } as const
  const { model, reading } = await train(Buffer.from(text), options as TrainOptions)
  expect(reading.skipped).toBe(0)
  expect(model.learner.classNames).toEqual(['a', 'b', 'c'])
  const { scales } = model.learner
  expect((scales as Float64Array).reduce((a, b) => Math.max(a, b))).toBe(1000)
})

test('lines that are bad only after division are an error: they have moved the scales', async () => {
  const lines = Array.from(
    { length: 50 },
    (_, k) => `${k % 2 ? 1 : -1} |a x:${1 + (k % 7)} |b y:${1 + (k % 5)}`,
  )
  // the product of the quotients is too small
  const text = `${[...lines, '1 |a x:1e-60 |b y:1e-60'].join('\n')}\n`
  const options = { format: 'vw', interactions: ['ab'], prenormalize: 'max' } as const
  const run = train(Buffer.from(text), options as TrainOptions)
  await expect(run).rejects.toMatchObject({ code: 'OL_VALUE', value: 1 })
})

test('bad rows do not decide the types of columns, however many there are', async () => {
  const good = Array.from({ length: 200 }, (_, k) => `${k % 2 ? 'yes' : 'no'},${k / 8},"a\n${k % 3}"`)
  const bad = ['x,word,"b\n\0c"', 'x,other,d,e', 'x,"third"y,d', 'x,fourth,"e\n\0"']
  const rows = good.flatMap((row, k) => (k % 2 ? [bad[(k >> 1) % bad.length], row] : [row]))
  const textOf = (lines: readonly string[]) => Buffer.from(`y,n,c\n${lines.join('\n')}\n`)
  const options = { label: 'y', rule: 'nag' } as const
  const expected = await train(textOf(good), options)
  const { model, reading } = await train(textOf(rows), options)
  expect(reading.examples).toBe(200)
  expect(model.schema).toEqual(expected.model.schema)
  expect(model.schema?.columns?.[1].role).toBe('numeric')
  expect(model.toBytes()).toEqual(expected.model.toBytes())
})
