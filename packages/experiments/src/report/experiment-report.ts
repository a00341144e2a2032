import type { Figure } from '@ol/figures'

export type { Axis, Figure, Series } from '@ol/figures'

/** A cell: text, or text with its number, and how the number compares with the expected figure. */
export type ReportCell =
  | string
  | {
      readonly text: string
      readonly value?: number | null
      readonly mark?: Mark | undefined
      /** whether it is printed bold, because it is significantly better than its rival */
      readonly strong?: boolean | undefined
    }

/** `fits`: within tolerance of the expected figure; `better`: lower than expected; `differs`: outside. */
export type Mark = 'fits' | 'better' | 'differs'

export interface ReportTable {
  readonly title: string
  readonly columns: readonly { readonly name: string; readonly align?: 'left' | 'right' }[]
  readonly rows: readonly (readonly ReportCell[])[]
  readonly description?: string | undefined
}

/** The findings of an experiment. */
export interface ExperimentReport {
  readonly id: string
  readonly title: string
  readonly paper: string
  /** the command that reproduces it */
  readonly command: string
  /** how it was run, and the differences from the paper */
  readonly notes: readonly string[]
  readonly seeds: readonly number[]
  readonly tables: readonly ReportTable[]
  readonly figures: readonly Figure[]
  /** the seconds of learning, summed over threads, including cached results */
  readonly seconds: number
}

export function cellText(cell: ReportCell): string {
  return typeof cell === 'string' ? cell : cell.text
}

/** The cell of a number that there is none of. */
export const noNumber: ReportCell = { text: 'n.a.', value: null }

/** Returns a number as a cell; `n.a.` if there is none. */
export function numberCell(value: number | undefined, digits: number): ReportCell {
  if (value === undefined || Number.isNaN(value)) return noNumber
  return { text: value.toFixed(digits), value }
}

/** Returns the mean and standard deviation of a sample; the latter is NaN for fewer than two values. */
export function meanAndSd(values: readonly number[]): { mean: number; sd: number } {
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  const squares = values.reduce((sum, v) => sum + (v - mean) * (v - mean), 0)
  return { mean, sd: values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1)) }
}

/** Returns the mean over runs, with its standard deviation if there are several. */
export function meanCell(values: readonly number[], digits: number, mark?: Mark): ReportCell {
  if (values.length === 0 || values.some(Number.isNaN)) return noNumber
  const { mean, sd } = meanAndSd(values)
  const text = mean.toFixed(digits)
  return { text: Number.isNaN(sd) ? text : `${text} ± ${sd.toFixed(digits)}`, value: mean, mark }
}

/** Returns a rate, or another number of any magnitude, with three digits, and an exponent if needed. */
export function shortNumber(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1e-3 && size < 1e4) return String(Number(value.toPrecision(3)))
  return value.toExponential(2).replace('e+', 'e')
}
