import { exp } from '@ol/numerics'
import type { Link } from '@ol/spec'

/**
 * Functions from a score to a prediction, by link: `identity` the score; `logistic` the probability of the label 1;
 * `glf1` a number in (-1, 1); `exp` the mean of a count.
 */
export const links: Record<Link, (score: number) => number> = {
  identity: (z) => z,
  logistic: (z) => 1 / (1 + exp(-z)),
  glf1: (z) => 2 / (1 + exp(-z)) - 1,
  exp: (z) => exp(z),
}

/** Applies a link to scores in place. */
export function applyLink(link: Link, scores: Float64Array): Float64Array {
  if (link === 'identity') return scores
  const f = links[link]
  for (let i = 0; i < scores.length; i++) scores[i] = f(scores[i])
  return scores
}
