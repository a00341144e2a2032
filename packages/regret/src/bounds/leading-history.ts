import {
  type Against,
  largest,
  numericParameter,
  pNorm,
  type RunSettings,
  slack,
  type Theorem,
  type Watch,
} from './theorem.js'

/** The rounds of an interval that one expert covers, both ends included. */
type Stretch = readonly [from: number, to: number]

/**
 * Returns the intervals by which experts together cover [from, to]. The expert that starts in the round divisible by
 * the largest power of two lives to the end of the interval; the rounds before it are covered in the same way. Each
 * interval except the first is at least half of the remaining rounds, so there are at most log2(rounds) + 2 intervals.
 */
export function covering(from: number, to: number): Stretch[] {
  const stretches: Stretch[] = []
  for (let end = to; end >= from; ) {
    let size = 1
    while (Math.floor(end / (2 * size)) * 2 * size >= from) size *= 2
    const born = Math.floor(end / size) * size
    stretches.push([born, end])
    end = born - 1
  }
  return stretches
}

/**
 * The regret of a coordinate on [from, to] with losses of convexity H whose derivative is at most G: for each expert
 * ln(round) / alpha for following it, alpha = H / G^2, and G^2 (1 + ln(rounds)) / (2 H) for its own regret.
 */
function coordinateRegret(from: number, to: number, H: number, G: number): number {
  let sum = 0
  for (const [born, end] of covering(from, to))
    sum += ((G * G) / H) * (Math.log(end) + (1 + Math.log(end - born + 1)) / 2)
  return sum
}

/** The theorem of FLH and FLH2, on every interval. */
export const leadingHistory: Theorem = {
  paper:
    'Streeter, McMahan: Less Regret via Online Conditioning (2010), section 4.3; Hazan, Seshadhri: Efficient Learning Algorithms for Changing Environments (2009)',
  formula:
    'on rounds r to s: d sum over experts b that cover them of (G^2 / H) (ln(s_b) + (1 + ln(s_b - b + 1)) / 2) + (H / 2) (s - r + 1) |u|^2, G = lipschitz + H radius',
  measure: 'regret',
  watch(run: RunSettings): Watch {
    const radius = numericParameter(run, 'radius')
    const H = numericParameter(run, 'convexity')
    const lipschitz = numericParameter(run, 'lipschitz')
    let steepest = 0
    const on = (from: number, to: number, { u }: Pick<Against, 'u'>): number =>
      u.length * coordinateRegret(from, to, H, lipschitz + H * radius) +
      (H / 2) * (to - from + 1) * pNorm(u) ** 2
    return {
      see({ values, from, to, derivative }) {
        steepest = Math.max(steepest, Math.abs(derivative) * largest(values.subarray(from, to)))
      },
      bound: (against) => on(1, Math.max(1, against.examples.size), against),
      boundOn: on,
      unmet: ({ u }) => [
        ...(steepest > lipschitz * slack
          ? [`the gradient of a feature was ${steepest}, beyond --lipschitz ${lipschitz}`]
          : []),
        ...(largest(u) > radius * slack ? [`the comparator is outside the box of the rule, ${radius}`] : []),
      ],
    }
  },
}
