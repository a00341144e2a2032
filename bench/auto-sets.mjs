// The data sets of auto-targets.mjs, encoded as its targets expect: categories as indicators numbered in the order of
// their first appearance, numbers unchanged (rounded to float32), without zeros.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const text = (folder, name) => gunzipSync(readFileSync(join(folder, name))).toString('latin1')
const lines = (folder, name) =>
  text(folder, name)
    .split('\n')
    .filter((line) => line.trim() !== '')

/** Collects examples in compressed sparse rows. */
class Rows {
  #offsets = [0]
  #indices = []
  #values = []
  #labels = []

  add(label, features) {
    for (const [index, value] of features) {
      if (value === 0) continue
      this.#indices.push(index)
      this.#values.push(Math.fround(value))
    }
    this.#offsets.push(this.#indices.length)
    this.#labels.push(label)
  }

  set(task, K) {
    return {
      task,
      K,
      offsets: Uint32Array.from(this.#offsets),
      indices: Uint32Array.from(this.#indices),
      values: Float64Array.from(this.#values),
      labels: Float64Array.from(this.#labels),
    }
  }
}

/** Numbers the values that it is given, in order of appearance. */
function numbering() {
  const known = new Map()
  const number = (key) => {
    if (!known.has(key)) known.set(key, known.size)
    return known.get(key)
  }
  return Object.assign(number, { known })
}

/** A table whose columns are numbers, except the columns of `categories`. */
function table(rows, { delimiter, label, labelOf, task, K, ignore = [], numeric }) {
  const all = new Rows()
  const number = numbering()
  for (const row of rows) {
    const cells = (typeof delimiter === 'string' ? row.split(delimiter) : row.trim().split(delimiter)).map(
      (cell) => cell.trim().replaceAll('"', ''),
    )
    const at = label < 0 ? cells.length + label : label
    const features = cells.flatMap((cell, j) => {
      if (j === at || ignore.includes(j)) return []
      return numeric === undefined || numeric.includes(j)
        ? [[number(j), Number(cell)]]
        : [[number(`${j}=${cell}`), 1]]
    })
    all.add(labelOf(cells[at]), features)
  }
  // the names of categories, column=text, contain their columns
  const named = [...number.known]
    .filter(([key]) => typeof key === 'string')
    .map(([key, index]) => [index, key])
  return { ...all.set(task, K), names: new Map(named) }
}

const covtype = (folder, task, labelOf) =>
  table(lines(folder, 'covtype.data.gz'), { delimiter: ',', label: -1, labelOf, task, K: 7 })

function sentiment(folder, product) {
  const all = new Rows()
  const number = numbering()
  for (const side of ['positive', 'negative']) {
    for (const line of lines(folder, join('sentiment', product, `${side}.review.gz`))) {
      const features = []
      for (const token of line.trim().split(' ')) {
        const at = token.lastIndexOf(':')
        if (token.startsWith('#label#')) continue
        features.push([number(token.slice(0, at)), Number(token.slice(at + 1))])
      }
      all.add(side === 'positive' ? 1 : -1, features)
    }
  }
  return all.set('binary')
}

function sms(folder) {
  const all = new Rows()
  const number = numbering()
  for (const line of lines(folder, 'SMSSpamCollection.txt.gz').slice(1)) {
    const tab = line.indexOf('\t')
    const counts = new Map()
    for (const [word] of line
      .slice(tab + 1)
      .toLowerCase()
      .matchAll(/[a-z0-9']+/g)) {
      const index = number(word)
      counts.set(index, (counts.get(index) ?? 0) + 1)
    }
    all.add(line.startsWith('spam') ? 1 : -1, counts)
  }
  return all.set('binary')
}

function news20(folder) {
  const all = new Rows()
  for (const line of lines(folder, 'news20.svmlight.gz')) {
    const [label, ...pairs] = line.trim().split(/\s+/)
    all.add(
      Number(label),
      pairs.map((pair) => pair.split(':').map(Number)),
    )
  }
  return all.set('multiclass', 20)
}

const censusNumeric = [1, 3, 4, 6, 17, 18, 19, 31, 37, 39, 40, 41].map((j) => j - 1)

export const loaders = {
  bank: (folder) =>
    table(lines(folder, 'bank-full.csv.gz').slice(1), {
      delimiter: ';',
      label: -1,
      labelOf: (y) => (y === 'yes' ? 1 : -1),
      task: 'binary',
      numeric: [0, 5, 9, 11, 12, 13, 14],
    }),
  census: (folder) =>
    table(lines(folder, 'census-income.data.gz'), {
      delimiter: ',',
      label: -1,
      labelOf: (y) => (y.startsWith('50000+') ? 1 : -1),
      task: 'binary',
      ignore: [24],
      numeric: censusNumeric,
    }),
  covtype2: (folder) => covtype(folder, 'binary', (y) => (y === '2' ? 1 : -1)),
  covtype7: (folder) => covtype(folder, 'multiclass', Number),
  shuttle: (folder) =>
    table([...lines(folder, 'shuttle.trn.gz'), ...lines(folder, 'shuttle.tst.gz')], {
      delimiter: /\s+/,
      label: -1,
      labelOf: Number,
      task: 'multiclass',
      K: 7,
    }),
  electricity: (folder) =>
    table(lines(folder, 'electricity.csv.gz').slice(1), {
      delimiter: ',',
      label: -1,
      labelOf: (y) => (y === '1' ? 1 : -1),
      task: 'binary',
    }),
  sms_spam: sms,
  senti_books: (folder) => sentiment(folder, 'books'),
  senti_dvd: (folder) => sentiment(folder, 'dvd'),
  senti_electronics: (folder) => sentiment(folder, 'electronics'),
  senti_kitchen: (folder) => sentiment(folder, 'kitchen'),
  news20,
  california: (folder) =>
    table(lines(folder, 'cal_housing.data.gz').slice(1), {
      delimiter: ',',
      label: -1,
      labelOf: Number,
      task: 'regression',
    }),
  year_msd: (folder) =>
    table(lines(folder, 'YearPredictionMSD.sample.csv.gz'), {
      delimiter: ',',
      label: 0,
      labelOf: Number,
      task: 'regression',
    }),
}
