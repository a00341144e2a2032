import type { MoveThresholdsCall } from './call-arguments.js'
import { arraysOf, type CallFields, numbersOf } from './call-fields.js'

/** The call that moves thresholds of scores: see `calls`. */
export const thresholdCalls: Record<'moveThresholds', CallFields> = {
  moveThresholds: {
    numbers: numbersOf<MoveThresholdsCall>({
      plan: { first: 'any', least: 'any', lowest: 'any', highest: 'any', usual: [0, 2 ** 16] },
      turns: { size: [0, 2 ** 32 - 1], number: 'any' },
    }),
    arrays: arraysOf<MoveThresholdsCall>({
      plan: { levels: 'f64' },
      state: { scalars: 'f64', thresholds: 'f64' },
      turns: { scores: 'f64', shares: 'f64', weights: 'f64', units: 'f64' },
      call: { usual: 'f64' },
    }),
  },
}
