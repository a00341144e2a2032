import type { ExpandCall, ScreenCall } from './call-arguments.js'
import { arraysOf, type CallFields, flag, numbersOf, type Range } from './call-fields.js'

const depth: Range = [0, 3]

/** The calls of derived features: see `calls`. */
export const derivationCalls: Record<'expand' | 'screen', CallFields> = {
  expand: {
    numbers: numbersOf<ExpandCall>({
      plan: { depth, constant: 'any', keep: flag },
      state: { rows: [1, 2 ** 30] },
      batch: { size: [0, 2 ** 32 - 1] },
      call: { from: [0, 2 ** 32 - 1] },
    }),
    arrays: arraysOf<ExpandCall>({
      plan: {
        namedAt: ['u32', 'optional'],
        namedOf: ['u32', 'optional'],
        namedColumns: ['u32', 'optional'],
      },
      state: {
        scalars: 'f64',
        seen: 'f64',
        first: 'f64',
        flags: 'u8',
        column: 'u32',
        sketch: 'u32',
        dense: 'u32',
        columnCount: 'f64',
        columnLast: 'f64',
        counts: 'f64',
        toggles: 'u32',
        bounds: 'f64',
        levels: 'u32',
        fills: 'u8',
        items: 'f64',
        pairStarts: 'u32',
        pairs: 'u32',
        tripleStarts: 'u32',
        triples: 'u32',
      },
      batch: { offsets: 'u32', indices: 'u32', values: 'f64', labels: 'f64', weights: ['f64', 'optional'] },
      out: {
        starts: 'u32',
        features: 'u32',
        amounts: 'f64',
        derived: 'u32',
        binsEnd: 'u32',
        pairsEnd: 'u32',
        tokenOffsets: 'u32',
        tokenColumns: 'u32',
        tokenKeys: 'u32',
      },
    }),
  },
  screen: {
    numbers: numbersOf<ScreenCall>({
      call: { depth, size: [0, 2 ** 32 - 1] },
      state: { rows: [1, 2 ** 30] },
      residuals: { classes: [1, 2 ** 16] },
    }),
    arrays: arraysOf<ScreenCall>({
      state: {
        scalars: 'f64',
        pairStarts: 'u32',
        pairs: 'u32',
        tripleColumns: 'u32',
        cells: 'real',
        candidateColumns: 'u32',
        candidateSums: 'f64',
      },
      out: { tokenOffsets: 'u32', tokenColumns: 'u32', tokenKeys: 'u32' },
      residuals: { gradients: 'f64', curvatures: 'f64', learned: 'u8' },
    }),
  },
}
