const kinds = { binary: 'two classes', multiclass: 'several classes', regression: 'real labels' }

const geometric = (ratios) =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)

/** Returns geometric means of ratios by kind and order: rows of `{ kind, order, count, mean, worst }`. */
export function means(rows) {
  const groups = []
  for (const task of Object.keys(kinds)) {
    for (const order of ['shuffled', 'time', undefined]) {
      const own = rows.filter((row) => row.task === task && (order === undefined || row.order === order))
      if (own.length === 0) continue
      const worst = own.reduce((a, b) => (b.ratio > a.ratio ? b : a))
      groups.push({
        kind: kinds[task],
        order: order ?? 'all',
        count: own.length,
        mean: geometric(own.map(({ ratio }) => ratio)),
        worst: `${worst.name} ${worst.ratio.toFixed(4)}`,
      })
    }
  }
  return groups
}

/**
 * Returns the ratios of one contestant's figure to another's on the sets where both have the figure, the worst first.
 */
export function ratios(sets, of, beside, figure) {
  const rows = []
  for (const [name, { task, order, results }] of Object.entries(sets)) {
    const [a, b] = [of(results)?.[figure], beside(name)?.[figure]]
    // losses of zero have no ratio
    if (a > 0 && b > 0) rows.push({ name, task, order, ratio: a / b, a, b })
  }
  return rows.sort((x, y) => y.ratio - x.ratio)
}

/** Returns lines that compare a run with an earlier one: means, then the sets that moved most. */
export function comparison(run, earlier, variant, other) {
  const lines = []
  for (const [title, figure] of [
    ['progressive loss', 'loss'],
    ['loss over the last fifth', 'lateLoss'],
    ['seconds', 'seconds'],
  ]) {
    const rows = ratios(
      run.sets,
      (results) => results[`OL ${variant}`],
      (name) => earlier.sets[name]?.results[`OL ${other}`],
      figure,
    )
    lines.push('', `${title}: ${variant} / earlier ${other}, geometric means`)
    for (const { kind, order, count, mean, worst } of means(rows))
      lines.push(
        `  ${kind.padEnd(16)}${order.padEnd(10)}${String(count).padStart(4)} sets ${mean.toFixed(4)}   worst ${worst}`,
      )
    if (figure !== 'loss') continue
    const shown = ({ name, ratio, a, b }) =>
      `  ${name.padEnd(24)}${ratio.toFixed(4)}   ${b.toPrecision(5)} -> ${a.toPrecision(5)}`
    lines.push(
      '  worst:',
      ...rows
        .filter(({ ratio }) => ratio > 1)
        .slice(0, 12)
        .map(shown),
    )
    lines.push(
      '  best:',
      ...rows
        .filter(({ ratio }) => ratio < 1)
        .slice(-12)
        .reverse()
        .map(shown),
    )
  }
  return lines
}
