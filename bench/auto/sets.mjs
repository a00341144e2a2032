// The input of bench/auto.mjs: files of a folder of public data sets, and the flags that name the label column.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const product = (name) => ({
  name: `Sentiment, ${name}`,
  files: ['positive', 'negative'].map((side) => `sentiment/${name}/${side}.review.gz`),
  flags: [],
  task: 'binary',
})

/** `header`: lines before the first row; several files: a row of each in turn. */
export const sets = [
  { name: 'Bank', files: ['bank-full.csv.gz'], flags: ['--label', 'y'], header: 1, task: 'binary' },
  { name: 'Census', files: ['census-income.data.gz'], flags: ['--label', '-1'], task: 'binary' },
  {
    name: 'Covertype, class 2',
    files: ['covtype.data.gz'],
    flags: ['--label', '-1', '--positive', '2'],
    task: 'binary',
  },
  {
    name: 'Electricity',
    files: ['electricity.csv.gz'],
    flags: ['--label', 'class'],
    header: 1,
    task: 'binary',
  },
  {
    name: 'SMS spam',
    files: ['SMSSpamCollection.txt.gz'],
    flags: ['--label', '1'],
    header: 1,
    task: 'binary',
  },
  { name: 'RCV1, 1,000 rows', files: ['rcv1_small.vw.gz'], flags: [], task: 'binary' },
  ...['books', 'dvd', 'electronics', 'kitchen'].map(product),
  { name: 'Covertype, 7 classes', files: ['covtype.data.gz'], flags: ['--label', '-1'], task: 'multiclass' },
  { name: 'Shuttle, 7 classes', files: ['shuttle.trn.gz'], flags: ['--label', '-1'], task: 'multiclass' },
  { name: 'news20, 20 classes', files: ['news20.svmlight.gz'], flags: [], task: 'multiclass' },
  {
    name: 'California housing',
    files: ['cal_housing.data.gz'],
    flags: ['--label', 'medianHouseValue'],
    header: 1,
    task: 'regression',
  },
  {
    name: 'Year of a song',
    files: ['YearPredictionMSD.sample.csv.gz'],
    flags: ['--label', '1'],
    task: 'regression',
  },
  {
    name: 'CT slices, 682 rows',
    files: ['slice_localization_data.first682rows.csv.gz'],
    flags: ['--label', 'reference'],
    header: 1,
    task: 'regression',
  },
]

/** Writes the rows of a set into a folder, unchanged or shuffled, and returns the path and the number of rows. */
export function writeRows({ files, header = 0 }, data, folder, seed) {
  const all = files.map((file) =>
    gunzipSync(readFileSync(join(data, file)))
      .toString('latin1')
      .split('\n')
      .filter((line) => line.trim() !== ''),
  )
  const head = all[0].slice(0, header)
  const longest = Math.max(...all.map((lines) => lines.length))
  const rows = []
  for (let i = header; i < longest; i++) for (const lines of all) if (i < lines.length) rows.push(lines[i])
  if (seed !== undefined) shuffle(rows, seed)
  const path = join(folder, basename(files[0], '.gz'))
  writeFileSync(path, [...head, ...rows, ''].join('\n'), 'latin1')
  return { path, count: rows.length }
}

/** Fisher-Yates with mulberry32: the same order on every machine. */
function shuffle(rows, seed) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  for (let i = rows.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[rows[i], rows[j]] = [rows[j], rows[i]]
  }
}
