import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ReadOptions, read } from '@ol/reader'
import { describe, expect, test } from 'vitest'

/**
 * The real data sets, where OL_DATA names the folder that holds them: each is read whole, without a bad line. Without
 * it the test says so and reads the sample that is bundled.
 */
const folder = process.env.OL_DATA

const files: [path: string, examples: number, options: ReadOptions][] = [
  ['bank-full.csv.gz', 45211, { labels: 'sign' }],
  ['census-income.data.gz', 199523, { labels: 'sign', ignore: [25] }],
  ['covtype.data.gz', 581012, {}],
  ['shuttle.trn.gz', 43500, {}],
  ['shuttle.tst.gz', 14500, {}],
  ['YearPredictionMSD.sample.csv.gz', 16858, { label: 1 }],
  ['slice_localization_data.first682rows.csv.gz', 682, {}],
  ['news20.svmlight.gz', 15935, {}],
  ['rcv1_small.vw.gz', 1000, { labels: 'sign' }],
  ['SMSSpamCollection.txt.gz', 5574, { labels: 'sign', label: 1, text: [2], ngrams: ['2'] }],
  ['electricity.csv.gz', 45312, { labels: 'sign' }],
  ['cal_housing.data.gz', 20640, {}],
  ...['books', 'dvd', 'electronics', 'kitchen'].flatMap((domain) =>
    ['positive', 'negative'].map((side): [string, number, ReadOptions] => [
      `sentiment/${domain}/${side}.review.gz`,
      1000,
      { labels: 'sign', positive: 'positive' },
    ]),
  ),
]

const found = files.filter(([path]) => folder !== undefined && existsSync(join(folder, path)))

describe(`real data in ${folder ?? 'no folder (set OL_DATA)'}: ${found.length} of ${files.length} files`, () => {
  test('the bundled sample', async () => {
    expect(
      await count(join(import.meta.dirname, '../data-sample/bank.csv.gz'), { labels: 'sign' }),
    ).toBeGreaterThan(4000)
  })

  for (const [path, examples, options] of found)
    test(path, async () => {
      expect(await count(join(folder ?? '', path), options)).toBe(examples)
    })
})

async function count(path: string, options: ReadOptions): Promise<number> {
  const reader = read(path, options)
  let size = 0
  for await (const batch of reader) size += batch.size
  expect(reader.report.badLines).toEqual([])
  return size
}
