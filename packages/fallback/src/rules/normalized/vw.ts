import { adaptiveRate, constantStep, maximumUnit, meanInverse, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'

/** Parameter 1, the same for all lanes; 0 is on. */
const normalized = (c: Step): boolean => c.params[c.lanes] === 0

/**
 * The default update of Vowpal Wabbit: NAG whose N and G move only where there is a loss; without normalization AdaGrad.
 * The scale is kept either way.
 */
export const vw: RuleTwin = {
  ...plainWeight,
  settled: maximumUnit.settled,
  scale(S, s, x, c) {
    const r = maximumUnit.scale(S, s, x, c)
    return normalized(c) ? r : x
  },
  prepare(T, k, L, _r, c) {
    if (normalized(c)) T[k + L] *= c.ratio
  },
  multiplier: (c, l) => (normalized(c) ? Math.sqrt(meanInverse(c, l, false)) : 1),
  stepSize: constantStep,
  accumulate: adaptiveRate,
  weight(T, k, L, S, s, c, l) {
    return normalized(c) ? maximumUnit.weight(T, k, L, S, s, c, l) : T[k]
  },
}
