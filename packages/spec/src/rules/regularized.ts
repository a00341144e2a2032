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
  description:
    'strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features',
}

const l2: ParamEntry = {
  name: 'l2',
  default: 0,
  min: 0,
  max: 1e9,
  description:
    'strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features',
}

const forget: ParamEntry = {
  name: 'forget',
  default: 0,
  min: 0,
  max: 1e15,
  common: true,
  description:
    'half-life in examples: after so many, what an example added to the statistics and to the sums of squared gradients counts half; 0: nothing is forgotten',
}

const lane: readonly StateEntry[] = [
  {
    name: 'settled',
    range: signed,
    description: 'the penalty clock P up to which the weight has been shrunk, rounded to float32',
  },
  { name: 'settled_rest', range: signed, description: 'what that rounding left out' },
]

const fadedWeight: StateEntry = {
  name: 'faded_t',
  range: weightSum,
  description: 'with forgetting: t, faded',
}

const clock: StateEntry = {
  name: 'penalty_clock',
  range: { min: 0, max: 1e37 },
  description: 'P: the sum over examples of the step size without the factor of the feature',
}

/** Returns the entry of a rule with penalties: `step` is a, `fading` what fades when a feature is next present. */
function regularized(
  base: RuleEntry,
  id: RegularizedRule,
  code: number,
  step: string,
  fading: string | undefined,
): RuleEntry {
  const late =
    fading === undefined
      ? ''
      : `; before a feature is used, ${fading} by 2^(-d/forget), d the weight of the examples since it was last present`
  return {
    ...base,
    id,
    code,
    extends: base.id,
    title: `${base.title.split(',')[0]} with L1, L2 and forgetting`,
    paper: `${base.paper}; Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010), section 5, for the penalty in the metric of the steps`,
    formula: [
      base.formula,
      'then for every feature, present or not, with v = w times its scale and h the weight of the example:',
      '  |v| <- max(0, (|v| + l1/l2) exp(-l2 a) - l1/l2); where l2 is 0, max(0, |v| - l1 a)',
      `  a = ${step}`,
      `forget: before an example, t and N are multiplied by 2^(-h/forget)${late}`,
    ].join('\n'),
    lane: [...base.lane, ...lane],
    shared: [...base.shared, lastWeight],
    scalars: [...base.scalars, fadedWeight],
    laneScalars: [...base.laneScalars, clock],
    params: [...base.params, l1, l2, forget],
    description: `what ${base.id} becomes with l1, l2 or forget: exact, and absent features cost nothing`,
  }
}

const last = 'G as of the last presence of the feature'
const root = `eta h sqrt(t/N) r / sqrt(G), ${last}`
const { nag, ng, snag, 'snag-seen': seen, 'snag-meansquare': meansquare } = normalizedRules

export const regularizedRules: Record<RegularizedRule, RuleEntry> = {
  'nag-regularized': regularized(nag, 'nag-regularized', 80, `eta h sqrt(t/N) s / sqrt(G), ${last}`, 'G'),
  'ng-regularized': regularized(ng, 'ng-regularized', 81, 'eta h t/N', undefined),
  'snag-regularized': regularized(snag, 'snag-regularized', 82, root, 'G and sum x^2'),
  'snag-seen-regularized': regularized(seen, 'snag-seen-regularized', 83, root, 'G and sum x^2'),
  'snag-meansquare-regularized': regularized(
    meansquare,
    'snag-meansquare-regularized',
    84,
    `eta h / sqrt(G), ${last}`,
    'G and sum x^2',
  ),
}
