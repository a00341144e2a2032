/** The numbers that Ross et al. printed, and results of later runs of their setup. */

export interface Printed {
  readonly rate: number
  readonly loss: number
}

/**
 * A figure to reproduce: from the same setup in an independent program, with the deviation that another shuffle may
 * have.
 */
export interface Expected {
  readonly loss: number
  readonly tolerance: number
}

/** The learners in Tables 2 and 3. */
const printedColumns = ['NAG', 'NAG max', 'AG', 'AG max', 'sNAG', 'sNAG square', 'AG square'] as const

/** `AG square` does not divide columns of 0 and 1, `AG square all` does; the paper does not say which it used. */
export type PublishedColumn = (typeof printedColumns)[number] | 'AG square all'

type Expectations = Partial<Readonly<Record<PublishedColumn, Expected>>>

export interface RossSet {
  readonly dataset: string
  /** Table 1: examples, features, scale range */
  readonly table1: {
    readonly size: number
    readonly features: number
    readonly scales: readonly [number, number]
  }
  readonly printed: Readonly<Record<PublishedColumn, Printed>>
  readonly expected: Expectations
  /** the results without categories and products */
  readonly plain: Expectations
}

/** Returns a set by its row of Table 1, and the rate and loss of each learner in the order of `printedColumns`. */
function rossSet(
  dataset: string,
  [size, features, low, high]: readonly [number, number, number, number],
  figures: readonly (readonly [rate: number, loss: number])[],
  tolerance = 0,
  expected: Partial<Record<PublishedColumn, number>> = {},
  plain: Partial<Record<PublishedColumn, number>> = {},
): RossSet {
  const entries = printedColumns.map((column, k) => [column, { rate: figures[k][0], loss: figures[k][1] }])
  const printed = Object.fromEntries(entries) as Record<PublishedColumn, Printed>
  const within = (losses: Partial<Record<PublishedColumn, number | undefined>>): Expectations =>
    Object.fromEntries(
      Object.entries(losses).flatMap(([column, loss]) =>
        loss === undefined ? [] : [[column, { loss, tolerance }]],
      ),
    )
  return {
    dataset,
    table1: { size, features, scales: [low, high] },
    printed: { ...printed, 'AG square all': printed['AG square'] },
    // NAG and sNAG have the same loss on divided data
    expected: within({ ...expected, 'NAG max': expected.NAG, 'sNAG square': expected.sNAG }),
    plain: within({ ...plain, 'NAG max': plain.NAG }),
  }
}

export const rossSets: readonly RossSet[] = [
  rossSet(
    'bank',
    [45212, 7, 31, 102127],
    [
      [0.55, 0.098],
      [0.55, 0.099],
      [5.5e-5, 0.109],
      [0.061, 0.099],
      [0.3, 0.098],
      [0.3, 0.098],
      [0.033, 0.097],
    ],
    0.0015,
    { NAG: 0.0988, AG: 0.1149, 'AG max': 0.0992, sNAG: 0.0976, 'AG square': 0.0974 },
    { NAG: 0.1116, AG: 0.114, 'AG max': 0.1115, sNAG: 0.1116 },
  ),
  rossSet(
    'census',
    [199523, 13, 2, 99999],
    [
      [0.2, 0.05],
      [0.25, 0.05],
      [1.2e-6, 0.054],
      [8.3e-3, 0.051],
      [0.11, 0.05],
      [0.11, 0.05],
      [1.6e-3, 0.048],
    ],
    0.001,
    { NAG: 0.0504, AG: 0.0548, 'AG max': 0.0505, sNAG: 0.05, 'AG square': 0.0482 },
    { NAG: 0.0549, AG: 0.0548, 'AG max': 0.0549, sNAG: 0.0539 },
  ),
  rossSet(
    'covertype',
    [581012, 54, 1, 7173],
    [
      [1.5, 0.27],
      [1.5, 0.27],
      [5.6e-7, 0.32],
      [0.2, 0.27],
      [2.2, 0.28],
      [2.7, 0.28],
      [0.04, 0.28],
    ],
    0.003,
    {
      NAG: 0.2724,
      AG: 0.3212,
      'AG max': 0.2731,
      sNAG: 0.2806,
      'AG square': 0.2725,
      'AG square all': 0.2825,
    },
    { NAG: 0.3103, AG: 0.3473 },
  ),
  rossSet(
    'ct',
    [53500, 360, 0.158, 1],
    [
      [2.7, 0.0023],
      [2.7, 0.0023],
      [0.022, 0.0023],
      [0.022, 0.0023],
      [2.7, 0.0019],
      [2.7, 0.0019],
      [0.0067, 0.0019],
    ],
  ),
  rossSet(
    'msd',
    [463715, 90, 60, 65735],
    [
      [9, 0.011],
      [9, 0.011],
      [5.5e-7, 0.013],
      [6, 0.0108],
      [7.4, 0.0119],
      [7.4, 0.0118],
      [0.05, 0.012],
    ],
  ),
  rossSet(
    'shuttle',
    [43500, 9, 105, 13839],
    [
      [7.4, 0.036],
      [7.4, 0.036],
      [7.5e-4, 0.04],
      [16.4, 0.035],
      [11, 0.026],
      [9, 0.026],
      [0.818, 0.026],
    ],
    0.004,
    { NAG: 0.0379, AG: 0.0382, 'AG max': 0.0338, sNAG: 0.0261, 'AG square': 0.0248 },
    { NAG: 0.0795, AG: 0.0847, 'AG max': 0.079, sNAG: 0.0827 },
  ),
]
