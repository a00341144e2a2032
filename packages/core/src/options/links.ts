import { exp } from '@ol/numerics'
import { invalid, type Link } from '@ol/spec'
import type { Settings } from './settings.js'

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

/** Throws OL_PARAMETER for what is not a link, and for one of classes, whose predictions are not scores. */
export function checkLink({ classes }: Pick<Settings, 'classes'>, link: unknown): void {
  if (typeof link !== 'string' || !Object.hasOwn(links, link))
    throw invalid('OL_PARAMETER', 'link', `one of ${Object.keys(links).join(', ')}`, link)
  if (classes !== undefined && link !== 'identity')
    throw invalid('OL_PARAMETER', 'link of a learner of classes', "'identity'", link)
}
