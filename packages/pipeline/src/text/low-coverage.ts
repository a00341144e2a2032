import type { CoverageReport } from '@ol/core'
import { percentText } from './number-text.js'

/** A coverage is low if labels are outside this many times as often as the level says. */
const mostOutside = 1.5
/** The largest probability that chance alone makes a coverage as low. */
const chance = 1e-6

/**
 * Returns a warning if the intervals of a model hold far fewer of the labels than they should; undefined: they do not,
 * or there are too few labels to tell. The bound on the probability is Chernoff's for independent examples.
 */
export function lowCoverage(intervals: CoverageReport | undefined): string | undefined {
  if (intervals?.effective === undefined) return undefined
  const { level, coverage, effective, meanWidth } = intervals
  const least = 1 - mostOutside * (1 - level)
  if (coverage >= least || effective * divergence(coverage, least) <= -Math.log(chance)) return undefined
  const what = `${percentText(level, 0)} prediction ${meanWidth === undefined ? 'sets' : 'intervals'}`
  return `The ${what} hold only ${percentText(coverage)} of the labels: this data differs from the data that the model learned from. Do not rely on its intervals for such data before it has learned from some of it.`
}

/** Returns the relative entropy of a share p to a share q, in nats. */
function divergence(p: number, q: number): number {
  const term = (a: number, b: number): number => (a === 0 ? 0 : a * Math.log(a / b))
  return term(p, q) + term(1 - p, 1 - q)
}
