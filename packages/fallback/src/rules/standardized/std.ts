import { activeSteps } from '../../engine/active.js'
import { constantStep, param, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'
import { knownWeight } from './known-weight.js'
import { COUNT, COUNTED, commitSurvey, MEAN, MISSING, NEXT, SQUARES, SUMS, survey } from './survey.js'

/** Scalars of the rule after the survey's: weight, mean and sum of squares of the labels. */
const LABELS = 4

/** The maximum of G: the limit of float32, reached by gradients of 1e19. */
const MOST = 1e38

/** Returns 0 for a lane that learns standardized features, 1 for a lane that learns features divided by their root mean square. */
function family(c: Step, l: number): number {
  return param(c, 1, l) === 0 ? 0 : 1
}

/**
 * Standardized NAG: v is the weight of a = (x - mean) / s, clipped at 4, for a dense feature, or of a = x / s for a
 * sparse one; G is in raw units, the units of a s:
 * z = sum v a;  G += g^2 (a s)^2;  v -= eta sqrt(t/N) g a s / sqrt(G + G0 s^2), N = sum of a^2.
 * With the scaling `rms` a = x / s for present features only, s = sqrt(sum x^2 / t), and G0 = 0.
 */
export const std: RuleTwin = {
  ...plainWeight,
  settled: () => true,
  scale: (_S, _s, x) => x,
  survey,
  activeSteps,
  commit: commitSurvey,
  family,
  prior: (c, l) => (family(c, l) === 0 ? param(c, 2, l) : 0),
  multiplier(c, l) {
    const sum = c.scalars[c.own + SUMS + family(c, l)]
    return sum > 0 ? Math.sqrt(c.scalars[c.own + COUNTED] / sum) : 0
  },
  stepSize: constantStep,
  accumulate(T, k, L, r, g, c) {
    const b = g * (r * c.x)
    const sum = T[k + L] + c.h * (b * b)
    const G = sum < MOST ? sum : MOST
    T[k + L] = G
    const root = Math.sqrt(G + c.prior * (c.x * c.x))
    return root > 0 ? c.x / root : 0
  },
  labelOf(z, c) {
    const at = c.own + LABELS
    const weight = c.scalars[at]
    return weight > 0 ? c.scalars[at + 1] + Math.sqrt(c.scalars[at + 2] / weight) * z : 0
  },
  seeLabel(y, c) {
    const s = c.scalars
    const at = c.own + LABELS
    s[at] += c.h
    const distance = y - s[at + 1]
    s[at + 1] += (c.h * distance) / s[at]
    const square = c.h * (distance * (y - s[at + 1]))
    if (square > 0) s[at + 2] += square
    return Math.sqrt(s[at + 2] / s[at])
  },
  weight(T, k, _L, S, s, c, l) {
    const count = S[s + COUNT]
    // the constant, and a row that was never used
    if (count === 0) return T[k]
    const mean = S[s + MEAN]
    const rms = family(c, l) !== 0
    const t = knownWeight(c.t, S[s + MISSING], count)
    const f = count < t ? count / t : 1
    const square = rms
      ? (S[s + SQUARES] + count * (mean * mean)) / t
      : S[s + NEXT] !== 0
        ? S[s + SQUARES] / t + f * (1 - f) * (mean * mean)
        : S[s + SQUARES] / count + mean * mean
    return square > 0 ? T[k] / Math.sqrt(square) : 0
  },
}
