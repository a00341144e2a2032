import type { ProgressRow } from '@ol/pipeline'
import type { RegretPoint } from '@ol/regret'

const widths = [8, 9, 12, 12, 11, 11, 9, 11, 9] as const

const header = [
  ['since', 'example', 'example', 'current', 'current', 'current'],
  ['last', 'counter', 'weight', 'label', 'predict', 'features'],
] as const

/** Returns the name of a figure in two lines that fit its column. */
function figureHeader(name: string): readonly [string, string] {
  if (name.length < widths[0]) return ['', name]
  return name === 'log loss' ? ['log', 'loss'] : ['average', 'loss']
}

/**
 * Prints the progress table: the header before the first row, then a row for each event. `classed`: whether labels are
 * classes; `regret`: whether there is a column of the regret for an example, and for a mixture a column of its loss
 * minus the loss of its best lane, in nats.
 */
export function progressTable(
  print: (line: string) => void,
  classed: () => boolean,
  regret = false,
): (row: ProgressRow, point?: RegretPoint) => void {
  let started = false
  let mixed = false
  return ({ averageLoss, sinceLast, figure, examples, weightSum, label, prediction, features }, point) => {
    if (!started) {
      const own = figureHeader(figure?.name ?? '')
      mixed = point?.lane !== undefined
      header.forEach((names, i) => {
        print(
          columns([
            own[i],
            ...names,
            ...(regret ? [['average', 'regret'][i]] : []),
            ...(mixed ? [['nats over', 'best lane'][i]] : []),
          ]),
        )
      })
    }
    started = true
    print(
      columns([
        sevenDigits(figure?.overall ?? averageLoss),
        sevenDigits(figure?.sinceLast ?? sinceLast),
        String(examples),
        decimals(weightSum, 1),
        label === undefined ? 'unknown' : named(label, classed()),
        named(prediction, classed()),
        String(features),
        ...(regret ? [sevenDigits(point === undefined ? Number.NaN : point.regret / point.examples)] : []),
        ...(mixed ? [decimals(beyondLane(point), 4)] : []),
      ]),
    )
  }
}

/** Returns by how much the predictions so far have lost more than the best lane; NaN where it is not known. */
function beyondLane({ loss, lane }: Partial<RegretPoint> = {}): number {
  return loss === undefined || lane === undefined ? Number.NaN : loss - lane.loss
}

/** Returns a number with six decimals, or as many as seven digits leave. */
export function sevenDigits(value: number): string {
  const whole = Math.trunc(Math.abs(value))
  return decimals(value, whole < 10 ? 6 : Math.max(0, 7 - String(whole).length))
}

/** Returns a number, or the label of a class, truncated to fit. */
function named(value: number | string | undefined, classed: boolean): string {
  return classed ? String(value ?? 'none').slice(0, widths[4]) : decimals(Number(value), 4)
}

function columns(cells: readonly string[]): string {
  return cells.map((cell, i) => cell.padStart(widths[i])).join(' ')
}

/** Returns a number with fixed decimals, or in scientific notation where it is large or small; `n.a.` for NaN. */
export function decimals(value: number, places: number): string {
  if (Number.isNaN(value)) return 'n.a.'
  return Math.abs(value) < 1e7 ? value.toFixed(places) : value.toExponential(4)
}
