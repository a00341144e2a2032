import { type CrossPlan, columnBytes, type ExpandSettings, OLError, valueText } from '@ol/spec'
import { namespaceTable } from './namespace-table.js'
import { parseInteractions, parseNamed } from './parse-interactions.js'
import { perSpace } from './per-space.js'

/**
 * Returns the plan of the n-grams and interactions that settings request, without constant and upper halves.
 *
 * @throws OLError OL_PARAMETER for invalid settings
 */
export function crossPlan(settings: ExpandSettings): CrossPlan {
  const { interactions, permutations } = settings
  const spaces = parseInteractions(interactions, permutations)
  const named = parseNamed(interactions, columnBytes(interactions), permutations)
  const grams = perSpace('ngrams', settings.ngrams, 1)
  const skips = perSpace('skips', settings.skips, 0)
  refuseIdle(settings, grams, skips)
  return {
    ...namespaceTable(settings),
    grams,
    skips,
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

/** Throws OL_PARAMETER for settings that would change n-grams or interactions if there were any. */
function refuseIdle(
  { interactions, permutations, skips: given }: ExpandSettings,
  grams: Uint32Array,
  skips: Uint32Array,
): void {
  if (permutations && interactions.length === 0)
    throw new OLError(
      'OL_PARAMETER',
      'Expected interactions for permutations, which extends them, but there are none',
      { value: permutations },
    )
  const idle = given.find((setting) => {
    const asked = perSpace('skips', [setting], 0)
    const isMet = asked.some((gap, byte) => gap > 0 && gap === skips[byte] && grams[byte] > 1)
    return !isMet && asked.some((gap) => gap > 0)
  })
  if (idle !== undefined)
    throw new OLError(
      'OL_PARAMETER',
      `Expected ngrams of 2 or more for skips ${valueText(idle)}, which extends them, but there are none`,
      { value: idle },
    )
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
