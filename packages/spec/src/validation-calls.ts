import type { AddMetricsCall, AddProgressCall } from './call-arguments.js'
import { arraysOf, type CallFields, numbersOf, type Range } from './call-fields.js'
import { evaluatingCodes, figureTermCodes, linkCodes, mistakesCodes } from './validating.js'

const example: Range = [0, 2 ** 32 - 1]
const validated = { labels: 'f64', weights: ['f64', 'optional'], predictions: 'f64', losses: 'f64' } as const

/** The calls of progressive validation: see `calls`. */
export const validationCalls: Record<'addProgress' | 'addMetrics', CallFields> = {
  addProgress: {
    numbers: numbersOf<AddProgressCall>({
      call: { mistakes: { codes: mistakesCodes }, from: example, to: example },
    }),
    arrays: arraysOf<AddProgressCall>({ call: { sums: 'f64', status: 'u8' }, validated }),
  },
  addMetrics: {
    numbers: numbersOf<AddMetricsCall>({
      plan: {
        evaluating: { codes: evaluatingCodes },
        link: { codes: linkCodes },
        term: { codes: figureTermCodes },
      },
      call: { from: example, to: example, until: 'any' },
    }),
    arrays: arraysOf<AddMetricsCall>({
      validated,
      totals: { totals: 'f64', recent: 'f64' },
      into: { sums: 'f64', kept: 'f64', bins: 'f64', blocks: 'u32' },
    }),
  },
}
