import { links } from '@ol/numerics'
import { invalid, type Link } from '@ol/spec'
import type { Settings } from './settings.js'

/** Applies a link to scores in place. */
export function applyLink(link: Link, scores: Float64Array): Float64Array {
  if (link === 'identity') return scores
  const f = links[link]
  for (let i = 0; i < scores.length; i++) scores[i] = f(scores[i])
  return scores
}

/** Throws OL_PARAMETER for a value that is not a link, and for a link with classes, whose predictions are not scores. */
export function checkLink({ classes }: Pick<Settings, 'classes'>, link: unknown): void {
  if (typeof link !== 'string' || !Object.hasOwn(links, link))
    throw invalid('OL_PARAMETER', 'link', `one of ${Object.keys(links).join(', ')}`, link)
  if (classes !== undefined && link !== 'identity')
    throw invalid('OL_PARAMETER', 'link of a learner of classes', "'identity'", link)
}
