import { type CrossPlan, columnBytes, type ExpandSettings } from '@ol/spec'
import { namespaceTable } from './namespace-table.js'
import { parseInteractions, parseNamed } from './parse-interactions.js'
import { perSpace } from './per-space.js'

/**
 * Returns the plan of the n-grams and interactions that settings ask for, without constant and upper halves.
 *
 * @throws OLError OL_PARAMETER for settings that cannot be
 */
export function crossPlan(settings: ExpandSettings): CrossPlan {
  const { interactions, permutations } = settings
  const spaces = parseInteractions(interactions, permutations)
  const named = parseNamed(interactions, columnBytes(interactions), permutations)
  return {
    ...namespaceTable(settings),
    grams: perSpace('ngrams', settings.ngrams, 1),
    skips: perSpace('skips', settings.skips, 0),
    most: perSpace('featureLimits', settings.limits, 0xffffffff),
    interactions: joined(spaces),
    interactionEnds: endsOf(spaces),
    named: joined(named),
    namedEnds: endsOf(named),
    permutations,
    constant: false,
    wide: false,
    groups: false,
  }
}

function joined(lists: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(lists.flatMap((list) => [...list]))
}

function endsOf(lists: readonly Uint8Array[]): Uint32Array {
  let end = 0
  return Uint32Array.from(lists, (list) => {
    end += list.length
    return end
  })
}
