import { means, ratios } from './compare.mjs'

const ol = 'OL default'
const riverRows = 1000
const river = ['river linear', 'river Hoeffding', 'river forest']
const trees = ['HistGradientBoosting', 'LightGBM']
const kinds = { binary: 'two', multiclass: 'several', regression: 'real' }

const lowest = (results, names, figure) => {
  const all = names.flatMap((name) => (results[name]?.[figure] === undefined ? [] : [results[name]]))
  return all.length === 0 ? undefined : all.reduce((a, b) => (b[figure] < a[figure] ? b : a))
}

/** The comparisons: the other's result, and the figure of each. */
const pairs = [
  ['Vowpal Wabbit, best of 16 rates', (r) => r['Vowpal Wabbit best'], 'loss'],
  ['Vowpal Wabbit, default', (r) => r['Vowpal Wabbit default'], 'loss'],
  ['scikit-learn, SGD in one pass', (r) => r.SGD, 'loss'],
  ...river.map((name) => [`${name}, first 1,000 rows`, (r) => r[name], 'first']),
  ['better boosted trees, last fifth', (r) => lowest(r, trees, 'lateLoss'), 'lateLoss'],
]

/** The loss of OL over the same rows as the other program's: only the first rows, if OL has more. */
const firstOf = (result, rows) =>
  result === undefined
    ? undefined
    : { ...result, first: rows > riverRows ? result.firstLoss : (result.firstLoss ?? result.loss) }
const ofOther = (result, figure) =>
  result === undefined ? undefined : figure === 'first' ? { first: result.loss } : result

function ratioRows(found, own, [, other, figure]) {
  const sets = Object.fromEntries(
    Object.entries(found.sets).map(([name, set]) => [
      name,
      { ...set, results: { own: firstOf(set.results[own], set.rows) } },
    ]),
  )
  return ratios(
    sets,
    (results) => results.own,
    (name) => ofOther(other(found.sets[name].results), figure),
    figure,
  )
}

/** Returns the ratios of the loss of OL to the loss of each other program, set by set. */
export function lossRatios(found) {
  return pairs.map((pair) => ({
    name: pair[0],
    ratios: ratioRows(found, ol, pair).map(({ ratio }) => ratio),
  }))
}

const table = (head, lines) =>
  [head, head.map((_, k) => (k === 0 ? '---' : '--:')), ...lines].map((cells) => `| ${cells.join(' | ')} |`)

const shown = (value, digits = 3) =>
  value === undefined || value === null || Number.isNaN(value)
    ? ''
    : Math.abs(value) >= 1000
      ? value.toExponential(1)
      : value.toPrecision(digits)

function meansOf(found, own) {
  const lines = []
  for (const pair of pairs) {
    const groups = means(ratioRows(found, own, pair))
    for (const { kind, order, count, mean, worst } of groups.filter(
      (one) => one.order !== 'all' || one.single,
    ))
      lines.push([pair[0], kind, order, String(count), mean.toFixed(3), worst])
  }
  return table(['OL compared with', 'labels', 'order', 'sets', 'ratio of losses', 'worst set'], lines)
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.length === 0 ? undefined : sorted[Math.floor(sorted.length / 2)]
}

function eceLines(found) {
  const names = [ol, 'Vowpal Wabbit best', 'Vowpal Wabbit default', 'SGD', ...river, ...trees]
  const lines = names.map((name) => {
    const all = Object.values(found.sets).flatMap(({ results }) => {
      const one = results[name]
      const ece = one?.ece ?? one?.lateEce
      return ece === undefined || ece === null ? [] : [ece]
    })
    const seconds = Object.values(found.sets).flatMap(({ results }) => results[name]?.seconds ?? [])
    return [
      name,
      String(all.length),
      shown(median(all)),
      shown(Math.max(...all)),
      shown(seconds.reduce((a, b) => a + b, 0)),
    ]
  })
  return table(['contestant', 'sets with classes', 'median ECE', 'largest ECE', 'seconds, all sets'], lines)
}

/** A row for each set, the worst first: by the largest ratio to an online contestant. */
function setLines(found) {
  const rows = Object.entries(found.sets).flatMap(([name, { task, order, rows, results }]) => {
    const own = firstOf(results[ol], rows)
    if (own?.loss === undefined) return []
    const ratio = ([, other, figure]) => {
      const one = ofOther(other(results), figure)
      return one?.[figure] > 0 && own[figure] > 0 ? own[figure] / one[figure] : undefined
    }
    const [best, usual, sgd, , , , late] = pairs.map(ratio)
    const streams = pairs
      .slice(3, 6)
      .map(ratio)
      .filter((one) => one !== undefined)
    const all = [best, sgd, ...streams].filter((one) => one !== undefined)
    const worst = all.length === 0 ? 0 : Math.max(...all)
    return [
      {
        name,
        task,
        order,
        rows,
        own,
        best,
        usual,
        sgd,
        stream: streams.length === 0 ? undefined : Math.max(...streams),
        late,
        worst,
      },
    ]
  })
  rows.sort((a, b) => b.worst - a.worst)
  const bold = (ratio) =>
    ratio === undefined ? '' : ratio > 1 ? `**${ratio.toFixed(3)}**` : ratio.toFixed(3)
  return table(
    [
      'set',
      'labels',
      'order',
      'rows',
      'loss',
      'last fifth',
      'error',
      'AUC',
      'ECE',
      'R²',
      'seconds',
      '/ VW best',
      '/ VW default',
      '/ SGD',
      '/ river',
      '/ trees, last fifth',
    ],
    rows.map(({ name, task, order, rows: n, own, best, usual, sgd, stream, late }) => [
      name,
      kinds[task],
      order,
      String(n),
      shown(own.loss, 4),
      shown(own.lateLoss, 4),
      shown(own.error),
      shown(own.auc),
      shown(own.ece, 2),
      shown(own.r2),
      shown(own.seconds, 2),
      bold(best),
      bold(usual),
      bold(sgd),
      bold(stream),
      bold(late),
    ]),
  )
}

function variantsOf(found) {
  const names = new Set(Object.values(found.sets).flatMap(({ results }) => Object.keys(results)))
  return [...names].filter((name) => name.startsWith('OL ') && name !== ol)
}

const flagsOf = (found, name) =>
  Object.values(found.sets)
    .map(({ results }) => results[name]?.flags)
    .find((text) => text !== undefined)

/** A row for each variant: geometric means of its loss and seconds over the default's. */
function variantLines(found) {
  return variantsOf(found).flatMap((name) => {
    const flags = flagsOf(found, name)
    const of = (figure) =>
      means(
        ratios(
          found.sets,
          (results) => results[name],
          (set) => found.sets[set].results[ol],
          figure,
        ),
      ).filter(({ order }) => order === 'all')
    const [losses, late, seconds] = [of('loss'), of('lateLoss'), of('seconds')]
    return losses.map(({ kind, count, mean, worst }, k) => [
      `\`${flags}\``,
      kind,
      String(count),
      mean.toFixed(3),
      late[k].mean.toFixed(3),
      seconds[k].mean.toFixed(2),
      worst,
    ])
  })
}

/** Returns docs/results/quality.md. */
export function page(found) {
  const sets = Object.values(found.sets)
  const versions = [
    ...new Set(sets.flatMap(({ results }) => Object.values(results).flatMap(({ version }) => version ?? []))),
  ]
  const failed = Object.entries(found.sets).flatMap(([name, { results }]) =>
    Object.entries(results).flatMap(([who, { failed: why }]) =>
      why === undefined ? [] : [`- ${name}, ${who}: ${why.split('\n')[0]}`],
    ),
  )
  const variants = variantLines(found)
  return `${[
    '# Quality on public tables',
    '',
    '`npm run quality` makes this page from [quality.json](quality.json). OL gets a file and its label column, and no other flag.',
    `There are ${sets.length} sets, of PyPI packages (\`bench/quality/recipe.py\`) and of public files; a large set is cut to 50,000 rows. Nothing`,
    'was tuned on them. Each row is predicted before it is learned, in one pass. The first row does not count.',
    '',
    '- **loss**: log loss; with real labels the squared error in units of the variance of all labels.',
    '- **ratio of losses**: geometric mean over sets of the loss of OL over the loss of the other. Below 1, OL is better. Losses near 0 weigh',
    '  as much as others.',
    '- **best of 16 rates**: the rate that turns out best for each set, from 0.023 to 233. Nobody knows it beforehand.',
    '- **river** learns the first 1,000 rows of a set, because it is slow, and is compared with OL on these rows.',
    '- **boosted trees** (HistGradientBoosting, LightGBM, both with their defaults) are fitted offline to the first four fifths, and predict',
    '  the last fifth. OL is compared with the better of both on the same rows.',
    '- **ECE**: expected calibration error, 15 bins of equal width; of two classes by the probability of the second one.',
    '',
    'Slow contestants may not have run on all sets: the column `sets` says on how many.',
    '',
    `${versions.join(', ')}; ${found.machine}.`,
    '',
    '## Geometric means',
    '',
    ...meansOf(found, ol),
    '',
    '## Calibration and time',
    '',
    'All programs except OL and Vowpal Wabbit read tables only. Trees are measured on the last fifth.',
    '',
    ...eceLines(found),
    '',
    ...(variants.length === 0
      ? []
      : [
          '## With other flags',
          '',
          'Geometric means of loss and seconds over the default. Seconds are rough: other work ran on the machine.',
          '',
          ...table(['flags', 'labels', 'sets', 'loss', 'last fifth', 'seconds', 'worst set'], variants),
          '',
          ...variantsOf(found).flatMap((name) => [
            `With \`${flagsOf(found, name)}\`:`,
            '',
            ...meansOf(found, name),
            '',
          ]),
        ]),
    '## All sets, those where OL is worse first',
    '',
    'Sets are in the order of the largest ratio to an online contestant. Ratios above 1 are bold.',
    '',
    ...setLines(found),
    '',
    ...(failed.length === 0 ? [] : ['## What failed', '', ...failed, '']),
  ]
    .join('\n')
    .trimEnd()}\n`
}
