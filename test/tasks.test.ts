import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Report, train } from '@ol/pipeline'
import type { Column } from '@ol/reader'
import { describe, expect, test } from 'vitest'

/**
 * With nothing named but the label each data set gets its task, and no example is dropped: the bundled sample always, the real data
 * sets where OL_DATA names their folder.
 */
const folder = process.env.OL_DATA
const sides = ['negative', 'positive']

interface TaskCase {
  readonly files: readonly string[]
  readonly label?: Column
  readonly examples: number
  readonly task: 'binary' | 'multiclass' | 'regression'
  /** two classes: -1 and +1; several: how many */
  readonly labels?: readonly (number | string)[] | number
}

const cases: readonly TaskCase[] = [
  { files: ['bank-full.csv.gz'], label: 'y', examples: 45211, task: 'binary', labels: ['no', 'yes'] },
  {
    files: ['census-income.data.gz'],
    label: -1,
    examples: 199523,
    task: 'binary',
    labels: ['- 50000.', '50000+.'],
  },
  { files: ['electricity.csv.gz'], label: 'class', examples: 45312, task: 'binary', labels: [0, 1] },
  { files: ['SMSSpamCollection.txt.gz'], label: 1, examples: 5574, task: 'binary', labels: ['ham', 'spam'] },
  { files: ['rcv1_small.vw.gz'], examples: 1000, task: 'binary', labels: [-1, 1] },
  ...['books', 'dvd', 'electronics', 'kitchen'].map((domain) => ({
    files: sides.map((side) => `sentiment/${domain}/${side}.review.gz`),
    examples: 2000,
    task: 'binary' as const,
    labels: sides,
  })),
  { files: ['covtype.data.gz'], examples: 581012, task: 'multiclass', labels: 7 },
  { files: ['shuttle.trn.gz'], examples: 43500, task: 'multiclass', labels: 7 },
  { files: ['news20.svmlight.gz'], examples: 15935, task: 'multiclass', labels: 20 },
  { files: ['cal_housing.data.gz'], label: 'medianHouseValue', examples: 20640, task: 'regression' },
  { files: ['YearPredictionMSD.sample.csv.gz'], label: 1, examples: 16858, task: 'regression' },
  {
    files: ['slice_localization_data.first682rows.csv.gz'],
    label: 'reference',
    examples: 682,
    task: 'regression',
  },
]

const found = cases.filter(({ files }) =>
  files.every((file) => folder !== undefined && existsSync(join(folder, file))),
)

describe(`tasks of real data in ${folder ?? 'no folder (set OL_DATA)'}: ${found.length} of ${cases.length}`, () => {
  test('the bundled sample is two classes', async () => {
    const sample = join(import.meta.dirname, '../data-sample/bank.csv.gz')
    const { report, notices } = await train(sample, { label: 'y' })
    expect(report).toMatchObject({ loss: 'logistic', examples: 4521, labelled: 4521, skippedLines: 0 })
    expect(report.task).toEqual({ task: 'binary', labels: ['no', 'yes'], by: 'labels' })
    expect(notices).toEqual([])
  })

  test.each(found)(
    '$files is $task',
    async ({ files, label, examples, task, labels }) => {
      const paths = files.map((file) => join(folder ?? '', file))
      const { report, notices } = await train(paths, label === undefined ? {} : { label })
      expect(report).toMatchObject({ examples, labelled: examples, skippedLines: 0, diverged: 0 })
      expect(report.task?.task).toBe(task)
      if (typeof labels === 'number') expect(report.task?.labels).toHaveLength(labels)
      else expect(report.task?.labels).toEqual(labels)
      // a few rows of slice are sorted by their label, which moves on
      expect(notices.filter((one) => one.kind !== 'label-outliers' || one.count > 5)).toEqual([])
      if (task === 'regression')
        expect(explained(report)).toBeGreaterThan(files[0].startsWith('Year') ? 0 : 0.5)
    },
    300_000,
  )
})

/** R² of all predictions, or without the warm-up, whose first is made before any label. */
function explained({ evaluation }: Report): number {
  const metrics = evaluation?.sinceWarmUp ?? evaluation?.overall
  return metrics?.task === 'regression' ? metrics.r2 : Number.NaN
}
