import { load, type TrainOptions } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './data.js'
import { search, train } from './small.js'

const folder = temporaryFolder()
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Lines of LIBSVM whose label has to do with their features, one class rare. */
function lines(label: (k: number) => string, rows = 600): string {
  return Array.from({ length: rows }, (_, i) => {
    const x = ((i * 7919) % 1000) / 100
    return `${label(x > 9 ? 1 : x > 8.5 ? 2 : 0)} 1:${x} 2:${(i * 31) % 17}\n`
  }).join('')
}

/** Returns the same examples as CSV. */
const csv = (label: (k: number) => string): Uint8Array =>
  bytes(`y,a,b\n${lines(label).replaceAll(/ \d:/g, ',')}`)

const two = csv((k) => (k === 0 ? 'no' : 'yes'))
const three = csv((k) => ['oak', 'elm', 'ash'][k])

/** Returns the tensors of a model file, without its header. */
function tensorsOf(model: { toBytes(): Uint8Array }): Buffer {
  const file = Buffer.from(model.toBytes())
  return file.subarray(8 + Number(file.readBigUInt64LE(0)))
}

/** Weights are kept by place, or where classes are added by name. */
function weightOf(weights: unknown, name: string, place: number): unknown {
  return (weights as Readonly<Record<string | number, number>>)[Array.isArray(weights) ? place : name]
}

describe('weights of classes', () => {
  test('by name are those weights on the lines', async () => {
    const vw = (weight: string) => bytes(lines((k) => (k === 0 ? '-1 |' : `1${weight} |`)))
    // intervals count examples by their own weights
    const plain = { rule: 'nag', format: 'vw', intervals: 'off' } as const
    const { model } = await train(vw(''), { ...plain, classWeight: { '1': 7 } })
    const { model: written } = await train(vw(' 7'), plain)
    expect(tensorsOf(model).equals(tensorsOf(written))).toBe(true)
    const { model: none } = await train(vw(''), plain)
    expect(tensorsOf(model).equals(tensorsOf(none))).toBe(false)
  })

  test.each([
    [two, { yes: 7 }, [1, 7]],
    [two, 'balanced', 'balanced'],
    [csv((k) => (k === 0 ? '1' : '2')), { '2': 7, '1': 2 }, [2, 7]],
    [csv((k) => String(Math.min(1, k))), { '1': 7 }, [1, 7]],
    [three, { elm: 3 }, [1, 1, 3]],
    [csv((k) => String(k + 1)), { '3': 3 }, [1, 1, 3]],
    [csv((k) => String(k)), { '2': 3 }, [1, 1, 3]],
  ] as const)('go with the names of the input: %#', async (input, classWeight, own) => {
    const options = { label: 'y', classWeight } as TrainOptions
    const { model, report } = await train(input, options)
    const place = (name: string) => (model.classes ?? model.signLabels ?? []).map(String).indexOf(name)
    if (typeof own === 'string') expect(model.learner.options.classWeight).toBe(own)
    else
      for (const [name, weight] of Object.entries(classWeight))
        expect(weightOf(model.learner.options.classWeight, name, place(name))).toBe(weight)
    const plain = await train(input, { rule: 'nag', label: 'y' })
    expect(report.examples).toBe(600)
    expect(report.weightSum).toBe(plain.report.weightSum)
    expect(report.bestConstant).toEqual(plain.report.bestConstant)
    expect(tensorsOf(model).equals(tensorsOf(plain.model))).toBe(false)
    const again = await load(model.toBytes())
    expect(again.toBytes()).toEqual(model.toBytes())
    const path = folder.path('model.ol')
    await model.save(path)
    await train(input, { initialModel: path, label: 'y', classWeight } as TrainOptions)
    await expect(
      train(input, {
        initialModel: path,
        label: 'y',
        classWeight: [...(typeof own === 'string' ? [1, 1] : own)].map((w) => w + 1),
      } as TrainOptions),
    ).rejects.toMatchObject({ code: 'OL_MODEL_MISMATCH' })
  })

  test('balanced finds more of the rare class', async () => {
    const recall = async (classWeight: 'balanced' | undefined): Promise<number> => {
      const { report } = await train(two, { rule: 'nag', label: 'y', classWeight })
      const all = report.evaluation?.overall
      return all?.task === 'binary' ? all.recall : Number.NaN
    }
    expect(await recall('balanced')).toBeGreaterThan((await recall(undefined)) + 0.05)
  })

  test('do not depend on the sizes of chunks', async () => {
    const { model } = await train(two, { rule: 'nag', label: 'y', classWeight: 'balanced' })
    const { model: small } = await train(two, {
      rule: 'nag',
      label: 'y',
      classWeight: 'balanced',
      chunkBytes: 4096,
    })
    expect(small.toBytes()).toEqual(model.toBytes())
  })

  test('a search has them too', async () => {
    const shared = { label: 'y', classWeight: { yes: 7 } } as const
    const { model } = await search(two, { ...shared, grid: { learningRate: [1] }, passes: 1 })
    const alone = await train(two, { ...shared, learningRate: 1 })
    expect(tensorsOf(model).equals(tensorsOf(alone.model))).toBe(true)
    await expect(search(two, { label: 'y', classWeight: { maybe: 7 } })).rejects.toThrow(/"no", "yes"/)
  })

  test('unknown classes and numbers are refused', async () => {
    const run = (input: Uint8Array, classWeight: unknown) =>
      train(input, { label: 'y', classWeight } as TrainOptions)
    await expect(run(two, { maybe: 7 })).rejects.toThrow(/one of "no", "yes", each once.*"maybe"/)
    // a class may still come
    expect((await run(three, { fir: 7 })).notices).toContainEqual({ kind: 'unseen-weights', unseen: ['fir'] })
    await expect(run(two, { yes: 0 })).rejects.toMatchObject({ code: 'OL_PARAMETER' })
    const prices = csv((k) => String(k + 0.5))
    await expect(run(prices, 'balanced')).rejects.toThrow(/regression, which has no classes/)
  })
})
