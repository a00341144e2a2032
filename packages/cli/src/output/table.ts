import type { ProgressEvent } from '@ol/core'

const widths = [8, 9, 12, 12, 11, 11, 9] as const

const header = [
  ['average', 'since', 'example', 'example', 'current', 'current', 'current'],
  ['loss', 'last', 'counter', 'weight', 'label', 'predict', 'features'],
] as const

/** Prints the progress table: the header before the first row, then a row for each event. */
export function progressTable(print: (line: string) => void): (event: ProgressEvent) => void {
  let started = false
  return ({ progress, label, prediction, features, classes }) => {
    if (!started) for (const names of header) print(columns(names))
    started = true
    print(
      columns([
        decimals(progress.averageLoss, 6),
        decimals(progress.sinceLast, 6),
        String(progress.examples),
        decimals(progress.weightSum, 1),
        Number.isNaN(label) ? 'unknown' : named(label, classes),
        named(prediction, classes),
        String(features),
      ]),
    )
  }
}

/** A number, or of classes as much of the label as fits. */
function named(value: number, classes: readonly (number | string)[] | undefined): string {
  return classes === undefined ? decimals(value, 4) : String(classes[value - 1] ?? 'none').slice(0, widths[4])
}

function columns(cells: readonly string[]): string {
  return cells.map((cell, i) => cell.padStart(widths[i])).join(' ')
}

/** With a fixed number of decimals while that is readable; `n.a.` where there is no number. */
export function decimals(value: number, places: number): string {
  if (Number.isNaN(value)) return 'n.a.'
  return Math.abs(value) < 1e7 ? value.toFixed(places) : value.toExponential(4)
}
