import { backendInfo } from '@ol/core'
import { describe, expect, test, vi } from 'vitest'
import { isFull, rotation } from '../../spec/test/grid.js'
import { once } from '../../spec/test/once.js'
import { evaluate, train } from '../src/index.js'

const backends =
  backendInfo('auto').note === undefined ? (['native', 'fallback'] as const) : (['fallback'] as const)

/** Numbers from a seed: cuts and lines that a failure can be repeated with. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const range = (most: number): number[] => Array.from({ length: most }, (_, k) => k + 1)
const next = numbers(5)
const bad = ['no bar', '1 |f a:x', '1 1 1 1 |f b', '1 |f c:', '']
const vw = Array.from({ length: 450 }, (_, i) => {
  if (next(23) === 0) return bad[next(bad.length)]
  const features = Array.from({ length: 1 + next(9) }, () => ` w${next(60)}:${(next(2000) - 1000) / 64}`)
  const weight = next(6) === 0 ? ` ${next(4)}` : ''
  return `${i % 3 === 0 ? 1 : -1}${weight} 't${i}|f${features.join('')} |g ${next(40)}`
}).join('\n')
const csv = [
  'y,n,c,t',
  ...Array.from({ length: 350 }, (_, i) => {
    if (next(31) === 0) return `${next(2)},"open,${next(9)},x`
    const text = next(5) === 0 ? `"a ${next(4)}\n ""b"", c"` : `t${next(6)}`
    return `${(i * i) % 7},${next(1000) / 8},${'abc'[next(3)]},${text}`
  }),
].join('\n')

/** Columns of a table that have no values in the first rows: names say of some features which column they belong to. */
const gaps = [
  'y,n,c,late,m,word',
  ...Array.from({ length: 350 }, (_, i) => {
    const [c, late, word] = [i % 3 === 0 ? '' : 'abc'[next(3)], i < 40 ? '' : `k${next(4)}`, `w${next(30)}`]
    return `${next(2)},${next(1000) / 8},${c},${late},${i < 25 ? '' : next(90)},${i < 70 ? '' : word}`
  }),
].join('\n')

const settings: Readonly<Record<string, readonly [text: string, options: Record<string, unknown>]>> = {
  'two classes': [vw, { loss: 'logistic', bits: 12 }],
  'names of few features, several passes': [vw, { loss: 'logistic', bits: 12, names: 20, passes: 3 }],
  'exact index': [vw, { loss: 'squared', bits: 'grow', names: 'off' }],
  'exact index of few features, two passes': [
    vw,
    { loss: 'squared', bits: 'grow', maxFeatures: 30, passes: 2 },
  ],
  'class weights, interactions': [
    vw,
    { loss: 'hinge', classWeight: 'balanced', bits: 12, interactions: ['fg'] },
  ],
  'quoted fields': [csv, { label: 'y', loss: 'squared', bits: 12 }],
  'several classes': [csv, { label: 'c', classes: 3, loss: 'logistic', bits: 10 }],
  'derived features': [gaps, { label: 'y', task: 'binary', rule: 'auto', expand: 'triples', bits: 8 }],
  'derived features, of a table that is recognized': [
    gaps,
    { label: 'y', task: 'binary', rule: 'auto', expand: 'auto', bits: 14 },
  ],
  'a mixture': [csv, { label: 'y', loss: 'squared', bits: 8, learningRate: 'auto' }],
}

/** All that a training leaves, without what depends on the machine. */
async function outcome(text: string, options: Record<string, unknown>) {
  const bytes = new TextEncoder().encode(text)
  const { model, report, reading } = await train(bytes, options as never)
  const { seconds: _, backend: _b, ...rest } = report
  const tested = await evaluate(bytes, { model, threads: options.threads as number })
  const { seconds: _s, backend: _t, ...test } = tested.report
  return {
    model: Buffer.from(model.toBytes()).toString('base64'),
    report: rest,
    reading,
    test,
    read: tested.reading,
  }
}

describe.each(Object.entries(settings))('%s', (_, [text, options]) => {
  const alone = once(() => outcome(text, { ...options, backend: 'fallback' }))

  test.each(backends)('%s: the same from any cuts by 1 to 8 threads', async (backend) => {
    const expected = await alone()
    const cut = numbers(text.length + backend.length)
    const most = backend === 'native' ? 8 : 2
    for (const threads of isFull ? range(most) : most < 8 ? [2] : [1, 3, 8]) {
      const chunkBytes = 1 + cut(threads % 2 === 0 ? 300 : 9000)
      const found = await outcome(text, { ...options, backend, threads, chunkBytes })
      expect({ threads, chunkBytes, ...found }).toEqual({ threads, chunkBytes, ...expected })
    }
  })
})

// past the first inspection of a mixture, in batches so short that threads end them in another order than they were learned
const long = Array.from({ length: 5000 }, (_, i) => {
  const features = Array.from({ length: 3 }, () => ` ${next(90)}:${1 + next(8)}`)
  return `${next(90) < 30 + (i % 30) ? 1 : -1} |${features.join('')}`
}).join('\n')

const ways = [
  [2, 300],
  [4, 300],
  [2, 3000],
] as const
const some = rotation()

describe.runIf(backends.length > 1)('batches that are learned before the results of others are taken', () => {
  test.each([
    ['a mixture of models', { rule: 'auto', loss: 'logistic' }],
    ['a mixture of real labels', { rule: 'auto-small', loss: 'squared' }],
    ['replicates', { rule: 'nag', loss: 'logistic', bootstrap: 6 }],
    ['one model', { rule: 'nag', loss: 'squared' }],
    ['a mixture of crosses', { rule: 'auto', loss: 'logistic', interactions: ['::'] }],
    ['n-grams and crosses', { rule: 'nag', loss: 'squared', ngrams: ['2'], interactions: ['::'] }],
    ['crosses in rows of their own', { rule: 'nag', loss: 'logistic', bits: 'grow', interactions: ['::'] }],
    [
      'a mixture in rows of their own',
      { rule: 'auto', loss: 'logistic', bits: 'grow', interactions: ['::'] },
    ],
    ['rows for a few features', { rule: 'nag', loss: 'squared', bits: 'grow', maxFeatures: 50 }],
    ['a matrix', { rule: 'arow-full', loss: 'hinge' }],
  ])('%s: as if one after another', async (_, own) => {
    const options = { bits: 8, ...own, backend: 'native' }
    const expected = await outcome(long, { ...options, threads: 1 })
    for (const [threads, chunkBytes] of some(ways, 1))
      expect(await outcome(long, { ...options, threads, chunkBytes })).toEqual(expected)
  })

  test('the weights of a mixture are those after the same examples, however many threads there are', async () => {
    const bytes = new TextEncoder().encode(long)
    const histories = []
    for (const threads of [1, 2, 4]) {
      const own = { rule: 'auto-small', loss: 'logistic', bits: 8, chunkBytes: 500 } as const
      const { mixture } = await train(bytes, { ...own, backend: 'native', threads })
      histories.push(mixture?.map(({ examples, shares }) => [examples, ...shares]))
    }
    expect(histories[0]?.length).toBeGreaterThan(8)
    expect(histories[1]).toEqual(histories[0])
    expect(histories[2]).toEqual(histories[0])
  })
})

describe('an observer that does not read the model', () => {
  const late = [
    'y,n',
    ...Array.from({ length: 3000 }, (_, i) => `${i < 1500 ? 'ab'[i % 2] : 'c'},${next(50)}`),
  ].join('\n')
  const options = { label: 'y', classes: 3, loss: 'hinge', bits: 8, chunkBytes: 300, threads: 2 } as const

  async function seen(backend: 'native' | 'fallback', readsModel: boolean | undefined) {
    const classes: unknown[] = []
    const rows: unknown[] = []
    let early: unknown
    await train(new TextEncoder().encode(late), {
      ...options,
      backend,
      schedule: { every: 100 },
      onProgress: (row) => rows.push(row),
      observe: ({ learner }) => {
        const spy = vi.spyOn(learner, 'learn')
        return {
          ...(readsModel === undefined ? {} : { readsModel }),
          add: (event) => {
            early ??= (spy.mock.calls as unknown as [unknown, { early?: boolean }][])[0][1].early
            classes.push(event.classes?.join(), ...Array.from(event.predictions, (_, e) => event.class(e)))
          },
        }
      },
    })
    return { early, classes, rows }
  }

  test.each(backends)('%s: is told the same as one that does', async (backend) => {
    const { early, ...expected } = await seen(backend, undefined)
    expect(early).toBe(false)
    expect(await seen(backend, true)).toEqual({ early: false, ...expected })
    for (let turn = 0; turn < (isFull ? 5 : 2); turn++)
      expect(await seen(backend, false)).toEqual({ early: true, ...expected })
  })

  test('is refused where it says neither', async () => {
    const observe = () => ({ add: () => undefined, readsModel: 'no' as never })
    await expect(train(new TextEncoder().encode(late), { ...options, observe })).rejects.toMatchObject({
      code: 'OL_PARAMETER',
      value: 'no',
    })
  })
})

test('an abort leaves no thread that works on', async () => {
  const controller = new AbortController()
  const lines = new TextEncoder().encode('1 |f a b c\n-1 |f d\n'.repeat(50_000))
  const running = train(lines, { loss: 'logistic', chunkBytes: 2000, threads: 4, signal: controller.signal })
  const stopped = expect(running).rejects.toBe(controller.signal.reason)
  await new Promise((resolve) => setTimeout(resolve, 20))
  controller.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
  await stopped.catch(() => undefined)
})
