import { invalid, OLError } from '@ol/spec'
import { Additive } from '../expand/additive.js'
import { namedColumns } from '../expand/column-names.js'
import { columnTerms } from '../expand/column-terms.js'
import { crossTerms } from '../expand/cross-terms.js'
import type { Term } from '../expand/terms.js'
import type { InspectOptions } from './inspect.js'
import type { LearnerState } from './learner-state.js'

/** Which terms of a model are returned. */
export type TermsOptions = Pick<InspectOptions, 'names'> & {
  /** how many for each class: an integer >= 0; default: all */
  readonly top?: number | undefined
}

/** Returns the terms of a model with derived features, of each class in turn, the largest contribution first: see `Learner.terms`. */
export function termsOf(state: LearnerState, { top, names = [] }: TermsOptions): Term[] {
  const { expansion, classes, base } = state
  if (top !== undefined && !(Number.isInteger(top) && top >= 0))
    throw invalid('OL_PARAMETER', 'top', 'a whole number >= 0', top)
  if (expansion === undefined) {
    const text = "Expected a model with derived features for its terms but it has expand 'off': see `inspect`"
    throw new OLError('OL_PARAMETER', text, { value: 'off', expected: 'bins, pairs, triples or auto' })
  }
  if (!expansion.derives) return []
  const { state: derived, columns, chosen } = expansion.deriver
  const named = namedColumns(derived, columns, [...(state.names?.entries() ?? []), ...names])
  return base.serving.groups.flatMap((_, group) => {
    const additive = new Additive(expansion.members, group)
    const label = classes?.labelOf(group + 1)
    const all: Term[] = [
      ...columnTerms(additive, derived, named.values(), label),
      ...crossTerms(additive, derived, named, chosen, label),
    ]
    // `sort` is stable: of equal ones columns come first, then what was chosen first
    return all.sort((a, b) => b.contribution - a.contribution).slice(0, top)
  })
}
