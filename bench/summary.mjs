/**
 * Returns the medians of the runs of each driver, and its ratio to the driver that it is compared with; throws if
 * losses that must be equal differ.
 */
export function summarize(measured, file) {
  const rows = measured.map(({ driver, runs }) => {
    const { features, loss } = runs[0]
    const of = (key) => median(runs.map((run) => run[key]))
    const nanoseconds = (1e9 * of('seconds')) / features
    return {
      name: driver.name,
      nanoseconds,
      wholeNanoseconds: (1e9 * of('wall')) / features,
      processorNanoseconds: (1e9 * of('processor')) / features,
      examplesPerSecond: (file.examples * features) / file.features / of('seconds'),
      memory: of('memory'),
      loss,
      share: features / file.features,
    }
  })
  const named = new Map(rows.map((row) => [row.name, row]))
  const twins = new Map()
  for (const { driver } of measured) {
    const row = named.get(driver.name)
    const twin = twins.get(driver.same ?? driver.name)
    if (twin !== undefined && twin.loss !== row.loss)
      throw new Error(
        `${row.name} has the loss ${row.loss}, ${twin.name} ${twin.loss}: no time is worth printing`,
      )
    twins.set(driver.same ?? driver.name, row)
    const other = named.get(driver.against)
    if (other === undefined) continue
    const [ours, theirs] = driver.tool === 'ol' && driver.against !== 'OL' ? [row, other] : [other, row]
    row.against = driver.against
    row.ratio = theirs.nanoseconds / ours.nanoseconds
    row.wholeRatio = theirs.wholeNanoseconds / ours.wholeNanoseconds
  }
  return rows
}

export const headings = [
  'driver',
  'ns per feature',
  'whole process',
  'processor',
  'examples/s',
  'peak MB',
  'loss',
  'ratio',
]

/** The cells of a row as text, under `headings`. */
export function cells(row) {
  const share = row.share < 0.99 ? ` (first ${(100 * row.share).toFixed(0)}%)` : ''
  return [
    `${row.name}${share}`,
    row.nanoseconds.toPrecision(3),
    row.wholeNanoseconds.toPrecision(3),
    known(row.processorNanoseconds, (x) => x.toPrecision(3)),
    Math.round(row.examplesPerSecond).toLocaleString('en'),
    known(row.memory, (x) => (x / 1e6).toFixed(0)),
    row.loss === null ? '' : row.loss.toFixed(4),
    row.ratio === undefined ? '' : ratioText(row),
  ]
}

const known = (value, text) => (Number.isFinite(value) ? text(value) : '')

const ratioText = ({ ratio, against }) => `${ratio.toFixed(2)} × ${against}`

export function table(workload, file, rows) {
  const lines = [headings, ...rows.map(cells)]
  const widths = headings.map((_, k) => Math.max(...lines.map((line) => line[k].length)))
  const text = lines.map((line) =>
    line
      .map((cell, k) =>
        k === 0 || k === headings.length - 1 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]),
      )
      .join('  '),
  )
  return [`\n${workload.name}: ${workload.what}, ${file.examples} examples`, ...text].join('\n')
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
