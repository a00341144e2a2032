import type { MoveThresholdsCall, RankLabelsCall, SizeSetsCall } from './call-arguments.js'
import { arraysOf, type CallFields, flag, numbersOf } from './call-fields.js'

const classes = [1, 2 ** 16] as const

/** The calls that move thresholds of scores, and that measure sets of classes: see `calls`. */
export const thresholdCalls: Record<'moveThresholds' | 'rankLabels' | 'sizeSets', CallFields> = {
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
  rankLabels: {
    numbers: numbersOf<RankLabelsCall>({
      plan: { classes, binary: flag, independent: flag },
      ranked: { size: [0, 2 ** 32 - 1] },
    }),
    arrays: arraysOf<RankLabelsCall>({
      ranked: { scores: 'f64', labels: 'f64' },
      ranks: { probabilities: 'f64', above: 'f64' },
    }),
  },
  sizeSets: {
    numbers: numbersOf<SizeSetsCall>({ sized: { size: [0, 2 ** 32 - 1], classes } }),
    arrays: arraysOf<SizeSetsCall>({
      sized: { probabilities: 'f64', thresholds: 'f64' },
      call: { sizes: 'f64' },
    }),
  },
}
