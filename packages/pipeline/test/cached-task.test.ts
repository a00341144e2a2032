import { convert, type ReadingOptions, type TrainOptions } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './data.js'
import { train } from './small.js'

const folder = temporaryFolder()

type Label = (x: number, i: number) => unknown

const rows = Array.from({ length: 300 }, (_, i) => ({ x: ((i * 7919) % 1000) / 100, z: (i * 31) % 17, i }))

/** The text of the same examples in several formats. */
const texts: Readonly<Record<string, (label: Label) => string>> = {
  csv: (label) => `x,z,y\n${rows.map(({ x, z, i }) => `${x},${z},${label(x, i)}\n`).join('')}`,
  svmlight: (label) => rows.map(({ x, z, i }) => `${label(x, i)} 1:${x} 2:${z}\n`).join(''),
  vw: (label) => rows.map(({ x, z, i }) => `${label(x, i)} | x:${x} z:${z}\n`).join(''),
  arff: (label) =>
    `@relation r\n@attribute x numeric\n@attribute z numeric\n@attribute y numeric\n@data\n${rows
      .map(({ x, z, i }) => `${x},${z},${label(x, i)}\n`)
      .join('')}`,
}

const labels: Readonly<Record<string, Label>> = {
  '0 and 1': (x) => (x > 5 ? 1 : 0),
  '1 and 2': (x) => (x > 5 ? 2 : 1),
  '-1 and 1': (x) => (x > 5 ? 1 : -1),
  '1 to 4': (x, i) => 1 + ((Math.floor(x) + (i % 2)) % 4),
  counts: (x) => Math.floor(x * 10),
  numbers: (x) => x / 7,
}

const labelOf = (kind: string) => (i: number) => labels[kind](rows[i].x, i)

async function cacheOf(paths: readonly string[], options: ReadingOptions = {}): Promise<string> {
  const cache = `${paths.at(-1)}.raw.olcache`
  await convert([...paths], { ...options, to: 'cache' }).toFile(cache)
  return cache
}

describe('a cache that was converted from a file', () => {
  const cases = Object.keys(texts).flatMap((format) =>
    Object.keys(labels).map((kind) => [format, kind] as const),
  )

  test.each(cases)('%s with labels %s is learned as the file is', async (format, kind) => {
    const path = folder.put(`${format}-${kind}.${format}`, texts[format](labels[kind]))
    const cache = await cacheOf([path])
    for (const options of [
      {},
      { passes: 2, cache: false },
      { task: 'regression' },
    ] satisfies TrainOptions[]) {
      const file = await train(path, { rule: 'nag', ...options })
      const cached = await train(cache, { rule: 'nag', ...options })
      expect(cached.report.task).toEqual(file.report.task)
      expect(cached.model.toBytes()).toEqual(file.model.toBytes())
    }
  })

  test('names of classes are two classes or more, as in the file', async () => {
    for (const [kind, label] of [
      ['yn', (x: number) => (x > 5 ? 'yes' : 'no')],
      ['abc', (x: number) => 'cab'[Math.floor(x) % 3]],
    ] as const) {
      const path = folder.put(`${kind}.csv`, texts.csv(label))
      const file = await train(path, { rule: 'nag' })
      const cached = await train(await cacheOf([path]), { rule: 'nag' })
      expect(cached.model.toBytes()).toEqual(file.model.toBytes())
    }
  })

  test('a first file of one class is decided by the next, and a model that is known decides', async () => {
    const ones = folder.put(
      'ones.csv',
      texts.csv(() => 1),
    )
    const both = folder.put('both.csv', texts.csv(labels['0 and 1']))
    const file = await train([ones, both], { rule: 'nag' })
    const cache = await cacheOf([ones, both])
    expect((await train(cache, { rule: 'nag' })).model.toBytes()).toEqual(file.model.toBytes())
    const caches = [await cacheOf([ones]), await cacheOf([both])]
    expect((await train(caches, { rule: 'nag' })).model.toBytes()).toEqual(file.model.toBytes())
    const { report } = await file.model.evaluate(await cacheOf([both]))
    expect(report.averageLoss).toBe((await file.model.evaluate(both)).report.averageLoss)
  })

  test('a label that contradicts the decision of the first labels is refused', async () => {
    const two = await cacheOf([folder.put('two.csv', texts.csv(labels['0 and 1']))])
    const four = await cacheOf([folder.put('four.csv', texts.csv(labels['1 to 4']))])
    const refused = train([two, four], { rule: 'nag' })
    await expect(refused).rejects.toMatchObject({ code: 'OL_LABEL', file: four, value: '3' })
    await expect(refused).rejects.toThrow(/one of the two labels of the first 1 MiB \("0", "1"\)/)
    await expect(refused).rejects.toThrow('or skip such lines (--on-new-label skip)')
  })

  test.each<[string, (i: number) => unknown, (i: number) => unknown, number]>([
    ['a third number of two', labelOf('0 and 1'), (i) => i % 3, 100],
    ['a third name of two', (i) => 'ab'[i % 2], (i) => 'abc'[i % 3], 100],
    ['a number below 1', labelOf('1 to 4'), (i) => (i === 299 ? 0 : 1 + (i % 4)), 1],
    ['the first and the last', labelOf('0 and 1'), (i) => (i === 0 || i === 299 ? 7 : i % 2), 2],
  ])('%s is skipped where a file does so', async (name, first, next, skipped) => {
    const path = folder.put(
      `${name}-first.csv`,
      texts.csv((_, i) => first(i)),
    )
    const { model } = await train(path, { rule: 'nag' })
    const other = folder.put(
      `${name}-next.csv`,
      texts.csv((_, i) => next(i)),
    )
    const cache = await cacheOf([other])
    const options = { onNewLabel: 'skip' } as const
    const [file, cached] = [await model.evaluate(other, options), await model.evaluate(cache, options)]
    expect(file.report.skippedLines).toBe(skipped)
    const { averageLoss, labelled, badLines } = file.report
    expect(cached.report).toMatchObject({ averageLoss, labelled, badLines, skippedLines: skipped })
    expect(cached.reading.badLines.map(({ line }) => line)).toEqual(
      file.reading.badLines.map(({ line }) => line),
    )
    const more = async (input: string) =>
      (await train(input, { initialModel: model.toBytes(), ...options })).model.toBytes()
    expect(await more(cache)).toEqual(await more(other))
    await expect(model.evaluate(cache, { ...options, strict: true })).rejects.toMatchObject({
      code: 'OL_LINE_LABEL',
      line: file.reading.badLines[0].line,
    })
  })
})
