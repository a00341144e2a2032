/** What Ross et al. printed, and what later runs of their setup gave. */

export interface Printed {
  readonly rate: number
  readonly loss: number
}

/** A figure to come near to: the same setup in an independent program, and how far another shuffle may be off. */
export interface Expected {
  readonly loss: number
  readonly tolerance: number
}

export type Column = 'NAG' | 'NAG max' | 'AG' | 'AG max' | 'sNAG' | 'sNAG square' | 'AG square'

export interface RossSet {
  readonly dataset: string
  /** Table 1: examples, features, scale range */
  readonly table1: {
    readonly size: number
    readonly features: number
    readonly scales: readonly [number, number]
  }
  readonly printed: Readonly<Record<Column, Printed>>
  readonly expected: Partial<Readonly<Record<Column, Expected>>>
}

const printed = (
  nag: Printed,
  nagMax: Printed,
  ag: Printed,
  agMax: Printed,
  snag: Printed,
  snagSquare: Printed,
  agSquare: Printed,
): Record<Column, Printed> => ({
  NAG: nag,
  'NAG max': nagMax,
  AG: ag,
  'AG max': agMax,
  sNAG: snag,
  'sNAG square': snagSquare,
  'AG square': agSquare,
})

const p = (rate: number, loss: number): Printed => ({ rate, loss })

const expected = (tolerance: number, losses: Partial<Record<Column, number>>): RossSet['expected'] =>
  Object.fromEntries(Object.entries(losses).map(([column, loss]) => [column, { loss, tolerance }]))

export const rossSets: readonly RossSet[] = [
  {
    dataset: 'bank',
    table1: { size: 45212, features: 7, scales: [31, 102127] },
    printed: printed(
      p(0.55, 0.098),
      p(0.55, 0.099),
      p(5.5e-5, 0.109),
      p(0.061, 0.099),
      p(0.3, 0.098),
      p(0.3, 0.098),
      p(0.033, 0.097),
    ),
    expected: expected(0.0015, {
      NAG: 0.0988,
      'NAG max': 0.0988,
      AG: 0.1149,
      'AG max': 0.0992,
      sNAG: 0.0976,
      'sNAG square': 0.0976,
      'AG square': 0.0974,
    }),
  },
  {
    dataset: 'census',
    table1: { size: 199523, features: 13, scales: [2, 99999] },
    printed: printed(
      p(0.2, 0.05),
      p(0.25, 0.05),
      p(1.2e-6, 0.054),
      p(8.3e-3, 0.051),
      p(0.11, 0.05),
      p(0.11, 0.05),
      p(1.6e-3, 0.048),
    ),
    expected: expected(0.001, {
      NAG: 0.0504,
      'NAG max': 0.0504,
      AG: 0.0548,
      'AG max': 0.0505,
      sNAG: 0.05,
      'sNAG square': 0.05,
      'AG square': 0.0482,
    }),
  },
  {
    dataset: 'covertype',
    table1: { size: 581012, features: 54, scales: [1, 7173] },
    printed: printed(
      p(1.5, 0.27),
      p(1.5, 0.27),
      p(5.6e-7, 0.32),
      p(0.2, 0.27),
      p(2.2, 0.28),
      p(2.7, 0.28),
      p(0.04, 0.28),
    ),
    expected: expected(0.003, {
      NAG: 0.2724,
      'NAG max': 0.2724,
      AG: 0.3212,
      'AG max': 0.2731,
      sNAG: 0.2806,
      'sNAG square': 0.2806,
      'AG square': 0.2725,
    }),
  },
  {
    dataset: 'ct',
    table1: { size: 53500, features: 360, scales: [0.158, 1] },
    printed: printed(
      p(2.7, 0.0023),
      p(2.7, 0.0023),
      p(0.022, 0.0023),
      p(0.022, 0.0023),
      p(2.7, 0.0019),
      p(2.7, 0.0019),
      p(0.0067, 0.0019),
    ),
    expected: {},
  },
  {
    dataset: 'msd',
    table1: { size: 463715, features: 90, scales: [60, 65735] },
    printed: printed(
      p(9, 0.011),
      p(9, 0.011),
      p(5.5e-7, 0.013),
      p(6, 0.0108),
      p(7.4, 0.0119),
      p(7.4, 0.0118),
      p(0.05, 0.012),
    ),
    expected: {},
  },
  {
    dataset: 'shuttle',
    table1: { size: 43500, features: 9, scales: [105, 13839] },
    printed: printed(
      p(7.4, 0.036),
      p(7.4, 0.036),
      p(7.5e-4, 0.04),
      p(16.4, 0.035),
      p(11, 0.026),
      p(9, 0.026),
      p(0.818, 0.026),
    ),
    expected: expected(0.004, {
      NAG: 0.0379,
      'NAG max': 0.0379,
      AG: 0.0382,
      'AG max': 0.0338,
      sNAG: 0.0261,
      'sNAG square': 0.0261,
      'AG square': 0.0248,
    }),
  },
]
