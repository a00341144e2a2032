import type { ParamEntry } from '../params.js'
import { normalizedRules } from './normalized.js'
import type { RuleEntry, StateEntry } from './rule-entry.js'
import { lastWeight } from './shared-entries.js'
import { signed, weightSum } from './state-range.js'

/** Ids of rules with penalties and forgetting: each extends the rule that it is named after. */
export type RegularizedRule =
  | 'nag-regularized'
  | 'ng-regularized'
  | 'snag-regularized'
  | 'snag-seen-regularized'
  | 'snag-meansquare-regularized'

const l1: ParamEntry = {
  name: 'l1',
  default: 0,
  min: 0,
  max: 1e9,
}

const l2: ParamEntry = {
  name: 'l2',
  default: 0,
  min: 0,
  max: 1e9,
}

const forget: ParamEntry = {
  name: 'forget',
  default: 0,
  min: 0,
  max: 1e15,
  common: true,
}

const lane: readonly StateEntry[] = [
  {
    name: 'settled',
    range: signed,
  },
  { name: 'settled_rest', range: signed },
]

const fadedWeight: StateEntry = {
  name: 'faded_t',
  range: weightSum,
}

const clock: StateEntry = {
  name: 'penalty_clock',
  range: { min: 0, max: 1e37 },
}

/** Returns the entry of a rule with penalties. */
function regularized(base: RuleEntry, id: RegularizedRule, code: number): RuleEntry {
  return {
    ...base,
    id,
    code,
    extends: base.id,
    lane: [...base.lane, ...lane],
    shared: [...base.shared, lastWeight],
    scalars: [...base.scalars, fadedWeight],
    laneScalars: [...base.laneScalars, clock],
    params: [...base.params, l1, l2, forget],
  }
}

const { nag, ng, snag, 'snag-seen': seen, 'snag-meansquare': meansquare } = normalizedRules

export const regularizedRules: Record<RegularizedRule, RuleEntry> = {
  'nag-regularized': regularized(nag, 'nag-regularized', 80),
  'ng-regularized': regularized(ng, 'ng-regularized', 81),
  'snag-regularized': regularized(snag, 'snag-regularized', 82),
  'snag-seen-regularized': regularized(seen, 'snag-seen-regularized', 83),
  'snag-meansquare-regularized': regularized(meansquare, 'snag-meansquare-regularized', 84),
}
