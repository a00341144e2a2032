import type { Findings } from '../experiment.js'

/** A learner with the sum of its losses: after some rounds, and as a curve. */
export interface Sums {
  readonly name: string
  readonly after: readonly number[]
  readonly curve: readonly (readonly [round: number, sum: number])[]
}

/** Returns the two examples of section 1.2: sums of hinge losses as a table and as a figure. */
export function sumsFindings(
  runs: readonly Sums[],
  rounds: readonly number[],
  digits: number,
): Pick<Findings, 'tables' | 'figures'> {
  return {
    tables: [
      {
        title: 'Sum of the hinge losses',
        columns: [{ name: 'learner', align: 'left' }, ...rounds.map((n) => ({ name: `after ${n} rounds` }))],
        rows: runs.map(({ name, after }) => [name, ...after.map((sum) => sum.toFixed(digits))]),
      },
    ],
    figures: [
      {
        title: 'Sum of the hinge losses so far',
        x: { label: 'rounds', scale: 'log' },
        y: { label: 'sum of losses', scale: 'log' },
        series: runs.map(({ name, curve }) => ({ name, points: curve, style: 'line' as const })),
      },
    ],
  }
}
