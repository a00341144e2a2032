import type { FinalizeCall, MixCall, MixErrorsCall, SettleClassesCall } from './call-arguments.js'
import { arraysOf, type CallFields, codesOf, flag, lanes, numbersOf } from './call-fields.js'
import { losses } from './loss-table.js'
import { mixtureOutputCodes } from './mixing.js'

/** The calls that mix lanes, and make predictions and losses of scores: see `calls`. */
export const mixingCalls: Record<'mix' | 'mixErrors' | 'finalize' | 'settleClasses', CallFields> = {
  mix: {
    cached: true,
    numbers: numbersOf<MixCall>({
      plan: {
        lanes,
        classes: [2, 2 ** 16],
        binary: flag,
        output: { codes: mixtureOutputCodes },
      },
      turns: { size: [0, 2 ** 32 - 1] },
    }),
    arrays: arraysOf<MixCall>({
      plan: { exclusive: 'u8', prior: ['f64', 'optional'] },
      state: {
        losses: 'f64',
        sums: 'f64',
        calibration: 'f64',
        skipped: ['f64', 'optional'],
        trial: ['f64', 'optional'],
        late: ['f64', 'optional'],
      },
      turns: { scores: 'f64', labels: 'f64', weights: ['f64', 'optional'], moves: 'u8' },
      call: { out: 'f64' },
    }),
  },
  mixErrors: {
    cached: true,
    numbers: numbersOf<MixErrorsCall>({
      plan: { lanes, kept: 'any' },
      turns: { size: [0, 2 ** 32 - 1] },
    }),
    arrays: arraysOf<MixErrorsCall>({
      plan: { prior: ['f64', 'optional'] },
      state: {
        errors: 'f64',
        sums: 'f64',
        laneWeights: 'f64',
        skipped: ['f64', 'optional'],
        trial: ['f64', 'optional'],
      },
      turns: { scores: 'f64', labels: 'f64', weights: ['f64', 'optional'], moves: 'u8' },
      call: { out: 'f64' },
    }),
  },
  finalize: {
    numbers: numbersOf<FinalizeCall>({
      measure: { loss: { codes: codesOf(losses) }, lossParams: { element: 0 } },
      call: { size: [0, 2 ** 32 - 1], from: [0, 2 ** 32 - 1] },
    }),
    arrays: arraysOf<FinalizeCall>({
      mixed: { out: 'f64', labels: 'f64' },
      outcome: { predictions: 'f64', losses: 'f64' },
    }),
  },
  settleClasses: {
    numbers: numbersOf<SettleClassesCall>({
      plan: { classes: [1, 2 ** 16], independent: flag },
      scored: { size: [0, 2 ** 32 - 1], from: [0, 2 ** 32 - 1], known: [0, 2 ** 16] },
    }),
    arrays: arraysOf<SettleClassesCall>({
      scored: { labels: 'f64', probabilities: ['f64', 'optional'] },
      outcome: { scores: 'f64', predictions: 'f64', logLosses: 'f64' },
    }),
  },
}
