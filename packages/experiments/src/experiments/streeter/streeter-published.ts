/** Table 1 of Streeter and McMahan. */

export const algorithms = ['Global', 'Per-Coord', 'CW', 'PA'] as const
export type Algorithm = (typeof algorithms)[number]

export interface StreeterRow {
  readonly dataset: string
  readonly hinge: Readonly<Record<Algorithm, number>>
  readonly mistakes: Readonly<Record<Algorithm, number>>
}

const row = (dataset: string, hinge: readonly number[], mistakes: readonly number[]): StreeterRow => {
  const record = (values: readonly number[]): Record<Algorithm, number> => ({
    Global: values[0],
    'Per-Coord': values[1],
    CW: values[2],
    PA: values[3],
  })
  return { dataset, hinge: record(hinge), mistakes: record(mistakes) }
}

export const streeterTable: readonly StreeterRow[] = [
  row('books', [0.606, 0.545, 0.871, 0.672], [0.259, 0.211, 0.215, 0.254]),
  row('dvd', [0.576, 0.529, 0.851, 0.637], [0.238, 0.208, 0.203, 0.24]),
  row('electronics', [0.509, 0.452, 0.802, 0.555], [0.209, 0.175, 0.177, 0.194]),
  row('kitchen', [0.47, 0.419, 0.787, 0.52], [0.18, 0.151, 0.153, 0.175]),
  row('news20', [0.171, 0.14, 0.512, 0.245], [0.064, 0.05, 0.054, 0.06]),
  row('rcv1', [0.076, 0.07, 0.542, 0.094], [0.027, 0.025, 0.039, 0.034]),
]
