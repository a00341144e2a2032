/** The tables of bench/missing.mjs, and the cells to remove from them. */

/** xorshift32, as shares from 0 to 1 */
function generator(seed) {
  let x = Math.imul(seed, 0x9e3779b1) | 0 || 1
  const next = () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) / 4294967296
  }
  for (let i = 0; i < 20; i++) next()
  return next
}

/** Returns the rows in a different order for each seed. */
export function shuffled(rows, seed) {
  const random = generator(seed)
  const order = [...rows]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

/** the share of the cells with large values that is removed */
const removedOfLarge = 0.8

/**
 * Returns rows without a share of the cells of each column except the label: at random, or, with `large`, four of five
 * of the largest values of numeric columns.
 */
export function withoutCells({ columns, numeric, label }, rows, where, share, seed) {
  if (share === 0) return rows
  const random = generator(seed + 1000)
  const limits = columns.map((_, k) => {
    const sorted = rows
      .map((row) => row[k])
      .filter((text) => text !== '')
      .map(Number)
      .sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length * (1 - share / removedOfLarge))]
  })
  const isRemoved = (text, k) =>
    columns[k] !== label &&
    (where === 'random'
      ? random() < share
      : numeric[k] && Number(text) >= limits[k] && random() < removedOfLarge)
  return rows.map((row) => row.map((text, k) => (text !== '' && isRemoved(text, k) ? '' : text)))
}

/** Returns the fields of a line of CSV. */
function fieldsOf(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  )
}

/** Returns a table without the columns `left`, and without rows that have no label. */
function loader(label, left, task) {
  return (text) => {
    const [names, ...lines] = text.trimEnd().split(/\r?\n/).map(fieldsOf)
    const kept = names.flatMap((name, k) => (name === '' || left.includes(name) ? [] : [k]))
    const columns = kept.map((k) => names[k])
    const rows = lines
      .map((line) => kept.map((k) => (line[k] === 'NA' ? '' : line[k])))
      .filter((row) => row[columns.indexOf(label)] !== '')
    const numeric = columns.map((_, k) => rows.every((row) => row[k] === '' || !Number.isNaN(Number(row[k]))))
    return { task, label, columns, rows, numeric }
  }
}

const set = (name, file, label, left, task, seeds, most) => ({
  name,
  file,
  task,
  seeds,
  most,
  load: loader(label, left, task),
})

export const sets = [
  set('penguins', 'penguins.csv', 'species', ['year'], 'class', 10, Number.POSITIVE_INFINITY),
  set('titanic', 'titanic_all.csv', 'survived', ['name'], 'class', 3, Number.POSITIVE_INFINITY),
  set('mortgages', 'Hdma.csv', 'deny', [], 'class', 3, Number.POSITIVE_INFINITY),
  set('diamonds', 'diamonds.csv', 'price', [], 'regression', 3, 10000),
]
