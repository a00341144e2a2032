import type { ParamEntry } from '../params.js'
import { adagradRules } from './adagrad.js'
import { gradientRules } from './gradient.js'
import { normalizedRules } from './normalized.js'
import type { RuleEntry, StateEntry } from './rule-entry.js'
import { lastWeight } from './shared-entries.js'
import { signed } from './state-range.js'

/** Ids of rules that predict with averaged weights: each extends the rule that it is named after. */
export type AveragedRule =
  | 'nag-averaged'
  | 'ng-averaged'
  | 'snag-averaged'
  | 'snag-seen-averaged'
  | 'snag-meansquare-averaged'
  | 'adagrad-averaged'
  | 'sgd-averaged'

const average: ParamEntry = {
  name: 'average',
  default: 0,
  min: 0,
  max: 0,
  integer: true,
  choices: ['on'],
}

const mean: StateEntry = {
  name: 'mean_weight',
  range: signed,
}

/** Returns the entry of a rule with averaged weights. */
function averaged(base: RuleEntry, id: AveragedRule, code: number): RuleEntry {
  return {
    ...base,
    id,
    code,
    extends: base.id,
    lane: [...base.lane, mean],
    shared: [...base.shared, lastWeight],
    params: [...base.params, average],
    averages: true,
  }
}

const { nag, ng, snag, 'snag-seen': seen, 'snag-meansquare': meansquare } = normalizedRules

export const averagedRules: Record<AveragedRule, RuleEntry> = {
  'nag-averaged': averaged(nag, 'nag-averaged', 85),
  'ng-averaged': averaged(ng, 'ng-averaged', 86),
  'snag-averaged': averaged(snag, 'snag-averaged', 87),
  'snag-seen-averaged': averaged(seen, 'snag-seen-averaged', 88),
  'snag-meansquare-averaged': averaged(meansquare, 'snag-meansquare-averaged', 89),
  'adagrad-averaged': averaged(adagradRules.adagrad, 'adagrad-averaged', 90),
  'sgd-averaged': averaged(gradientRules.sgd, 'sgd-averaged', 91),
}
