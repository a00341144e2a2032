import type { AddMetricsCall, AddProgressCall, ScoreCurvesCall } from './call-arguments.js'
import { arraysOf, type CallFields, flag, numbersOf, type Range } from './call-fields.js'
import { evaluatingCodes, figureTermCodes, linkCodes, mistakesCodes } from './validating.js'

const example: Range = [0, 2 ** 32 - 1]
const validated = { labels: 'f64', weights: ['f64', 'optional'], predictions: 'f64', losses: 'f64' } as const

/** The calls of progressive validation: see `calls`. */
export const validationCalls: Record<'addProgress' | 'addMetrics' | 'scoreCurves', CallFields> = {
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
  scoreCurves: {
    numbers: numbersOf<ScoreCurvesCall>({ call: { odds: flag } }),
    arrays: arraysOf<ScoreCurvesCall>({
      sums: { sums: 'f64', kept: 'f64', bins: 'f64', blocks: 'u32' },
      out: { figures: 'f64', points: 'f64', deciles: 'f64' },
    }),
  },
}
