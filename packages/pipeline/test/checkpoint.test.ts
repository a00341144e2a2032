import { gzipSync } from 'node:zlib'
import { checksumLength, checksumOffset } from '@ol/core/internal'
import { type Input, load, readCheckpoint, type TrainOptions } from '@ol/pipeline'
import { crc32 } from '@ol/platform'
import { beforeAll, describe, expect, test } from 'vitest'
import { isFull, rotation } from '../../spec/test/grid.js'
import { backends, temporaryFolder, visits, visitsCsv } from './data.js'
import { train } from './small.js'

const folder = temporaryFolder()
const some = rotation()
const rows = 1500
let csv: string
let gz: string
let second: string
let mixed: string
let far: string
/** known when the tests run, as the options of the cases are not */
const secondPath = (): string => folder.path('second.csv')

beforeAll(() => {
  // two bad lines, and a chunk size of its own: batches are small
  const text = visitsCsv(rows).replace('\n', '\nbad,line\n')
  csv = folder.put('visits.csv', `${text}1,2\n`)
  gz = folder.put('visits.csv.gz', gzipSync(visitsCsv(rows)))
  second = folder.put('second.csv', visitsCsv(450))
  const number = (k: number) => `${k},${(k * 7) % 10}`
  const lines = Array.from({ length: rows }, (_, k) =>
    [number(k % 50), k % 3 === 0 ? '1.5' : '2,5', number(k % 9)].join(';'),
  )
  // y is x with noise, and now and then 3, where no example is held out
  const points = Array.from({ length: rows }, (_, k) => {
    const x = ((k * 7919) % 1009) / 504 - 1
    return `${x},${k % 350 === 300 ? 3 : x + ((k * 31) % 17) / 500}`
  })
  far = folder.put('far.csv', `x,y\n${points.join('\n')}\n`)
  mixed = folder.put('mixed.csv', `x;both;y\n${lines.join('\n')}\n`)
})

const bytesOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Returns a report without what depends on time. */
function facts(report: object): object {
  const { seconds: _, ...rest } = report as { seconds: number }
  return JSON.parse(JSON.stringify(rest))
}

/** Trains, aborts after this many examples of the run, and resumes from the file until it has ended; compares. */
async function compare(input: () => Input, given: TrainOptions, stops: readonly number[]): Promise<void> {
  // `auto` trains many models: the cases that ask for it are enough
  const options = { bits: 10, rule: 'nag', ...given } as TrainOptions
  const whole = await train(input(), options)
  const path = folder.path('state.olckpt')
  let resume: string | undefined
  for (const stop of stops) {
    const controller = new AbortController()
    let seen = 0
    const observe = () => ({
      add: ({ batch }: { readonly batch: { readonly size: number } }) => {
        seen += batch.size
        if (seen >= stop) controller.abort('stop')
      },
    })
    const how =
      resume === undefined ? { ...options, checkpoint: { path } } : { resume, backend: options.backend }
    await expect(train(input(), { ...how, observe, signal: controller.signal } as TrainOptions)).rejects.toBe(
      'stop',
    )
    resume = path
  }
  const { model, report, reading } = await train(input(), { resume, backend: options.backend })
  expect(bytesOf(model.toBytes())).toBe(bytesOf(whole.model.toBytes()))
  // the model of an earlier pass has come through the checkpoints
  if (options.passes === 6) expect(report.holdout?.best).toBeLessThan(6)
  if (options.label === 'y') expect(report.farErrors).toBeGreaterThan(input() === far ? 2 : -1)
  expect(facts(report)).toEqual(facts(whole.report))
  expect(reading).toEqual(whole.reading)
}

const small = { chunkBytes: 2048 } as const
const cases: readonly (readonly [string, () => Input, TrainOptions, readonly number[]])[] = [
  ['a file', () => csv, { label: 'bought', rule: 'auto', ...small }, [250, 350]],
  ['the first batch', () => csv, { label: 'bought', ...small }, [1]],
  ['a compressed file', () => gz, { label: 'bought', loss: 'logistic', ...small }, [650]],
  ['two files', () => [csv, second], { label: 'bought', ...small }, [rows + 25]],
  [
    'passes without a cache',
    () => csv,
    { label: 'bought', passes: 3, cache: false, ...small },
    [50, rows, 1000],
  ],
  ['passes over a cache', () => gz, { label: 'bought', passes: 3, cache: true, ...small }, [50, rows, 1000]],
  [
    'examples held out, an early pass kept',
    () => csv,
    { label: 'bought', loss: 'logistic', passes: 6, learningRate: 50, holdout: { every: 97 }, ...small },
    [50, rows, 1000, rows, rows],
  ],
  [
    'a file held out, patience, and the first examples',
    () => csv,
    {
      label: 'bought',
      passes: 9,
      examples: 617,
      patiencePasses: 2,
      holdout: { input: [secondPath()] },
      rule: 'sgd',
      learningRate: 3,
      ...small,
    },
    [50, 617, 1000],
  ],
  [
    'decimal commas, and a column of both marks',
    () => mixed,
    { label: 'y', task: 'regression', passes: 2, cache: false, ...small },
    [250, rows + 350],
  ],
  [
    'decimal commas, and a column of both marks, over a cache',
    () => mixed,
    { label: 'y', task: 'regression', rule: 'auto', passes: 2, cache: true, ...small },
    [250, rows + 350],
  ],
  ['the end held out', () => csv, { label: 'bought', passes: 3, holdout: { after: 1250 }, ...small }, [1300]],
  ['slices', () => csv, { label: 'bought', rule: 'auto', by: 'city', ...small }, [250, 350]],
  [
    'slices of a column of numbers, over a cache',
    () => csv,
    { label: 'bought', by: 'hour', passes: 2, cache: true, ...small },
    [350, rows],
  ],
  ['a growing table', () => csv, { label: 'bought', bits: 'grow', ...small }, [500]],
  ...stopped([
    {},
    { passes: 2, cache: true },
    { passes: 2, cache: false, threads: 2 },
    { interactions: ['::'] },
    { rule: 'auto' },
    { rule: 'nag', learningRate: 'auto', classWeight: 'balanced', loss: 'logistic' },
    { prenormalize: 'max', passes: 2 },
  ]),
  ['errors far beyond the others', () => far, { label: 'y', passes: 2, ...small }, [450, rows + 200]],
  [
    'errors far beyond the others, an early pass kept',
    () => far,
    { label: 'y', rule: 'nag', passes: 6, learningRate: 90, holdout: { every: 97 }, ...small },
    [50, 550, 450, rows],
  ],
  [
    'classes by name',
    () => csv,
    { label: 'city', classes: 3, loss: 'logistic', passes: 2, ...small },
    [5, rows],
  ],
  [
    'weights of classes so far',
    () => csv,
    { label: 'bought', classWeight: 'balanced', passes: 2, ...small },
    [150, rows + 9],
  ],
  ['a mixture of rates', () => csv, { label: 'bought', learningRate: 'auto', ...small }, [150, 450]],
  ['replicates', () => csv, { label: 'bought', rule: 'nag', bootstrap: 4, ...small }, [400]],
  ['a first pass', () => csv, { label: 'bought', prenormalize: 'max', passes: 2, ...small }, [400, 1250]],
  ['objects', () => visits(rows), { loss: 'logistic', passes: 2 }, [350, rows]],
  [
    'bytes of a stream',
    () => new Blob([visitsCsv(rows)]).stream() as never,
    { label: 'bought', ...small },
    [450],
  ],
  ['products', () => csv, { label: 'bought', interactions: ['::'], ...small }, [450]],
]

/** Cases of a table that has all the features it may have before the training is aborted. */
function stopped(each: readonly TrainOptions[]): typeof cases {
  return each.map((own) => [
    `a table that stops growing, ${JSON.stringify(own)}`,
    () => csv,
    { label: 'bought', bits: 'grow', maxFeatures: 9, ...own, ...small } as TrainOptions,
    own.passes === 2 ? [500, rows] : [100, 750],
  ])
}

describe.each(backends)(
  'a resumed training ends with the bytes of one that was not interrupted (%s)',
  (backend) => {
    // in a short run each backend has half of the cases
    test.each(some(cases, Math.ceil(cases.length / 2)))('%s', async (_, input, options, stops) => {
      await compare(input, { ...options, backend } as TrainOptions, stops)
    })
  },
)

const headBytes = 20
const modelStart = (checkpoint: Uint8Array): number =>
  headBytes + new DataView(checkpoint.buffer).getUint32(8, true)

describe('checkpoints', () => {
  const options = { label: 'bought', rule: 'nag', backend: 'fallback', ...small } as const

  test('are written while the training continues, and it can continue from each', async () => {
    const path = folder.path('often.olckpt')
    const copies: Uint8Array[] = []
    const positions: number[] = []
    const { readFileSync, existsSync } = await import('node:fs')
    const observe = () => ({
      add: async () => {
        if (!existsSync(path)) return
        const { position, context } = await readCheckpoint(path)
        expect(context).toEqual({ mine: 1 })
        if (position.examples === positions.at(-1)) return
        positions.push(position.examples)
        copies.push(new Uint8Array(readFileSync(path)))
      },
    })
    const checkpoint = { path, every: { examples: 500 }, context: { mine: 1 } }
    const { model } = await train(csv, { ...options, checkpoint, observe })
    expect(positions.length).toBe(2)
    for (const copy of copies)
      expect(bytesOf((await train(csv, { resume: copy })).model.toBytes())).toBe(bytesOf(model.toBytes()))
  })

  test.each([
    ['every tenth example', { holdout: { every: 10 } }],
    ['a file', { holdout: { input: [secondPath()] } }],
    ['a share, patience', { patiencePasses: 1 }],
    ['nothing', { holdout: false }],
  ] as const)('at the end of a pass have its holdout: %s', async (_, how) => {
    const path = folder.path('passes.olckpt')
    const { readFileSync } = await import('node:fs')
    const copies: Uint8Array[] = []
    const copy = () => void copies.push(new Uint8Array(readFileSync(path)))
    // the whole input is one batch, so that each checkpoint is at the end of a pass
    const own = {
      label: 'bought',
      loss: 'logistic',
      rule: 'nag',
      learningRate: 9,
      backend: 'fallback',
    } as const
    const run = { ...own, ...how, passes: 5, cache: false }
    const whole = await train(csv, { ...run, checkpoint: { path, every: { examples: 1 } }, onPass: copy })
    copy()
    expect(copies.length).toBeGreaterThan(2)
    for (const resume of copies) {
      const { model, report } = await train(csv, { resume, onPass: () => undefined })
      expect(facts(report)).toEqual(facts(whole.report))
      expect(bytesOf(model.toBytes())).toBe(bytesOf(whole.model.toBytes()))
    }
  })

  test('of another input, other options, or no checkpoint at all are refused', async () => {
    const path = folder.path('refused.olckpt')
    await train(csv, { ...options, checkpoint: { path, every: { examples: 1 } } })
    await expect(train(second, { resume: path })).rejects.toMatchObject({ code: 'OL_CHECKPOINT' })
    const changed = folder.put('changed.csv', visitsCsv(rows))
    await expect(train(changed, { resume: path })).rejects.toMatchObject({ code: 'OL_CHECKPOINT' })
    await expect(train(visits(20), { resume: path })).rejects.toMatchObject({ code: 'OL_CHECKPOINT' })
    for (const other of [
      { label: 'bought' },
      { passes: 2 },
      { rule: 'sgd' },
      { initialModel: path },
      { cache: false },
      { warmUp: 10 },
      { window: 10 },
      { by: 'city' },
    ])
      await expect(train(csv, { resume: path, ...other } as never)).rejects.toMatchObject({
        code: 'OL_PARAMETER',
      })
    await expect(load(path)).rejects.toMatchObject({ code: 'OL_MODEL_FORMAT' })
    await expect(train(csv, { resume: csv })).rejects.toMatchObject({ code: 'OL_CHECKPOINT' })
    await expect(
      train(csv, { ...options, checkpoint: { path: folder.path('none/x') } }),
    ).rejects.toMatchObject({
      code: 'OL_FILE_MISSING',
    })
  })

  test('of an input with other features are refused', async () => {
    const text = (features: string, first = `1 | ${features}`): Uint8Array =>
      new TextEncoder().encode(`${first}\n${`1 | ${features}\n`.repeat(49)}`)
    const path = folder.path('features.olckpt')
    await train(text('a b'), {
      rule: 'nag',
      format: 'vw',
      bits: 4,
      checkpoint: { path, every: { examples: 1 } },
    })
    await expect(train(text('a'), { resume: path })).rejects.toMatchObject({
      code: 'OL_CHECKPOINT',
      message: expect.stringContaining('150, but received 100 features'),
    })
    // another label, weight, initial prediction, name or value
    for (const first of ['0 | a b', '1 2 | a b', '1 1 .5 | a b', '1 | a c', '1 | a b:3'])
      await expect(train(text('a b', first), { resume: path })).rejects.toMatchObject({
        code: 'OL_CHECKPOINT',
        message: expect.stringContaining('but received others in its first 50 examples'),
      })
    for (const backend of backends) await train(text('a b'), { resume: path, backend })
    await train(text('a b', '1 1 0 | a b'), { resume: path })
  })

  test('with a right checksum and a state that no training writes are refused', async () => {
    const path = folder.path('hostile.olckpt')
    await train(second, { ...options, bits: 4, checkpoint: { path, every: { examples: 1 } } })
    const { readFileSync } = await import('node:fs')
    const bytes = new Uint8Array(readFileSync(path))
    const start = modelStart(bytes)
    const model = bytes.subarray(start)
    const state = JSON.parse(new TextDecoder().decode(bytes.subarray(headBytes, start)))
    const position = state.position
    for (const [name, value] of [
      ['position', { ...position, examples: -1 }],
      ['position', { ...position, examples: 1e15 }],
      ['position', { ...position, features: 'x' }],
      ['position', null],
      ['passes', 0],
      ['files', ['x']],
      ['progress', [[1]]],
      ['progress', [['one']]],
      ['progress', []],
      ['evaluation', [[1, 2]]],
      ['losses', {}],
      ['read', { lines: 1 }],
      ['every', 7],
      ['decidedBy', 7],
      ['holdout', true],
      ['patiencePasses', 'two'],
      ['examples', -1],
      ['heldOut', { ...state.heldOut, best: 1 }],
      ['heldOut', { ...state.heldOut, sum: null }],
      ['heldOut', undefined],
    ] as const) {
      const json = new TextEncoder().encode(JSON.stringify({ ...state, [name]: value }))
      const forged = new Uint8Array(headBytes + json.length + model.length)
      forged.set(bytes.subarray(0, 8))
      forged.set(json, headBytes)
      forged.set(model, headBytes + json.length)
      const checksum = model.subarray(checksumOffset, checksumOffset + checksumLength)
      for (const [at, value] of [json.length, crc32(json), crc32(checksum, crc32(json))].entries())
        new DataView(forged.buffer).setUint32(8 + 4 * at, value, true)
      await expect([name, await train(second, { resume: forged }).catch((error: unknown) => error)]).toEqual([
        name,
        expect.objectContaining({ code: 'OL_CHECKPOINT' }),
      ])
    }
  })

  test('with the model of another checkpoint are refused', async () => {
    const path = folder.path('other-model.olckpt')
    const { readFileSync } = await import('node:fs')
    const bytesWith = async (learningRate: number) => {
      await train(second, { ...options, bits: 4, learningRate, checkpoint: { path, every: { examples: 1 } } })
      return new Uint8Array(readFileSync(path))
    }
    const [one, other] = [await bytesWith(0.5), await bytesWith(0.25)]
    const mixed = Buffer.concat([one.subarray(0, modelStart(one)), other.subarray(modelStart(other))])
    await expect(train(second, { resume: new Uint8Array(mixed) })).rejects.toMatchObject({
      code: 'OL_CHECKPOINT',
      message: expect.stringContaining('has the model of another one'),
    })
  })

  test('truncated at any place, or with a flipped bit, are refused', async () => {
    const path = folder.path('torn.olckpt')
    await train(second, { ...options, bits: 4, checkpoint: { path, every: { examples: 1 } } })
    const { readFileSync } = await import('node:fs')
    const bytes = new Uint8Array(readFileSync(path))
    const codes = /^OL_(CHECKPOINT|MODEL_)/
    const code = (part: Uint8Array): Promise<string> =>
      train(second, { resume: part }).then(
        () => 'none',
        (error: unknown) => String((error as { code?: unknown }).code),
      )
    for (let length = 0; length < bytes.length; length += isFull ? 37 : 997)
      expect(await code(bytes.slice(0, length))).toMatch(codes)
    for (let at = 0; at < bytes.length; at += isFull ? 41 : 863) {
      const flipped = bytes.slice()
      flipped[at] ^= 1 << (at % 8)
      expect(await code(flipped)).toMatch(codes)
    }
  })
})
