// Builds docs/results/auto.md from the figures of bench/auto.mjs.

const titles = {
  binary: 'Two classes: log loss',
  multiclass: 'Several classes: log loss',
  regression: 'Real labels: squared error',
}
const orders = { file: 'in the order of the file', shuffled: 'shuffled' }
const columns = [
  'auto',
  'auto-small',
  'nag auto',
  'nag best',
  'nag default',
  'snag best',
  'snag default',
  'adagrad best',
  'adagrad default',
  'sgd best',
  'sgd default',
  'scinol2',
]
const heads = { 'nag auto': 'nag, rate auto' }
const vw = ['VW best', 'VW default']

export function page(found, withVw) {
  const shown = [...columns, ...(withVw ? vw : [])]
  const sections = Object.keys(titles).flatMap((task) =>
    Object.keys(orders).flatMap((order) => {
      const rows = found.filter((row) => row.task === task && row.order === order)
      return rows.length === 0
        ? []
        : [`## ${titles[task]}, ${orders[order]}\n\n${table(rows, shown, lossCell)}`]
    }),
  )
  const errors = Object.keys(orders).flatMap((order) => {
    const rows = found.filter((row) => row.task !== 'regression' && row.order === order)
    return rows.length === 0
      ? []
      : [`## Error rates in percent, ${orders[order]}\n\n${table(rows, shown, errorCell)}`]
  })
  return `# auto, told only the file and the label

One pass, each example predicted before it is learned; the first example does not count. Each figure comes from \`ol-cli train FILE --label ...\`, for the columns next to \`auto\` with
\`--rule\` and \`--learning-rate\`, by \`npm run auto -- --data FOLDER --vw PYTHON\`. "best" is the best rate in hindsight, in brackets: of nag and snag among the 16 of
\`--learning-rate auto\`, of adagrad and sgd among 1e-10, 1e-9 ... 1e5; with classes the rate of the
least mean loss of a class against the others. ${
    withVw
      ? 'VW is Vowpal Wabbit 9.11 on the same features (`ol-cli convert --to vw`), at its default rate and at the best of 16 rates from 0.0232 to 232; with classes `--oaa K --probabilities`; real labels are scaled to [0, 1] for it, in hindsight.'
      : 'Vowpal Wabbit was not installed.'
  } "shuffled" is one shuffle, the same for all. Unless shuffled, positive and negative reviews alternate.

${summary(found, shown)}

${[...sections, ...errors].join('\n\n')}
`
}

function table(rows, shown, cell) {
  const head = ['data', 'rows', ...shown.map((column) => heads[column] ?? column)]
  return [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...rows.map(
      (row) => `| ${[row.name, row.rows, ...shown.map((column) => cell(row, column))].join(' | ')} |`,
    ),
  ].join('\n')
}

function lossCell(row, column) {
  const { loss, rate } = row[column] ?? {}
  if (loss === undefined || loss === null) return '-'
  const text = loss >= 1e5 ? loss.toExponential(4) : Number(loss.toPrecision(5)).toString()
  return rate === undefined || rate === 'default' ? text : `${text} (${Number(rate)})`
}

function errorCell(row, column) {
  const { error } = row[column] ?? {}
  return error === undefined || error === null ? '-' : (100 * error).toFixed(2)
}

/**
 * Geometric means of the loss of auto over the loss of each column, and the sets where auto has a higher loss than the
 * best rate of a single rule.
 */
function summary(found, shown) {
  const others = shown.filter((column) => column !== 'auto')
  const ratios = (rows, column, of) =>
    rows
      .filter((row) => row[column]?.[of] > 0 && row.auto?.[of] > 0)
      .map((row) => row.auto[of] / row[column][of])
  const mean = (all) =>
    all.length === 0 ? '-' : Math.exp(all.reduce((sum, r) => sum + Math.log(r), 0) / all.length).toFixed(3)
  const lines = Object.keys(titles).flatMap((task) =>
    Object.keys(orders).flatMap((order) => {
      const rows = found.filter((row) => row.task === task && row.order === order)
      const line = (what, of) =>
        `| ${what}, ${orders[order]} (${rows.length}) | ${others.map((column) => mean(ratios(rows, column, of))).join(' | ')} |`
      if (rows.length === 0) return []
      return [
        line(titles[task], 'loss'),
        ...(task === 'regression' ? [] : [line(titles[task].replace('log loss', 'errors'), 'error')]),
      ]
    }),
  )
  const worse = found.flatMap((row) => {
    const [column, least] = Object.entries(row)
      .filter(([name, figure]) => /best|default/.test(name) && figure?.loss > 0)
      .map(([name, { loss }]) => [name, loss])
      .reduce((a, b) => (b[1] < a[1] ? b : a), ['', Number.POSITIVE_INFINITY])
    return row.auto.loss > 1.005 * least
      ? [
          `${row.name} ${orders[row.order]} (${column}, by ${(100 * (row.auto.loss / least - 1)).toFixed(1)}%)`,
        ]
      : []
  })
  return `Geometric means of the loss of auto over the loss of each other, less than 1 if auto is better:

| figure (sets) | ${others.map((column) => heads[column] ?? column).join(' | ')} |
| --- | ${others.map(() => '---').join(' | ')} |
${lines.join('\n')}

On ${worse.length} of ${found.length} rows auto loses more than 0.5% more than the best of all others, chosen for each row in hindsight${worse.length === 0 ? '' : `: ${worse.join('; ')}`}.`
}
