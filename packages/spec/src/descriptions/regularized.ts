import type { RegularizedRule } from '../rules/regularized.js'
import type { RuleDescription } from './description.js'
import { normalizedDescriptions } from './normalized.js'

/** Returns the description of a rule with penalties: `step` is a, `fading` what fades when a feature is next present. */
function regularized(
  id: string,
  base: RuleDescription,
  step: string,
  fading: string | undefined,
): RuleDescription {
  const late =
    fading === undefined
      ? ''
      : `; before a feature is used, ${fading} by 2^(-d/forget), d the weight of the examples since it was last present`
  return {
    ...base,
    title: `${base.title.split(',')[0]} with L1, L2 and forgetting`,
    paper: `${base.paper}; Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010), section 5, for the penalty in the metric of the steps`,
    formula: [
      base.formula,
      'then for every feature, present or not, with v = w times its scale and h the weight of the example:',
      '  |v| <- max(0, (|v| + l1/l2) exp(-l2 a) - l1/l2); where l2 is 0, max(0, |v| - l1 a)',
      `  a = ${step}`,
      `forget: before an example, t and N are multiplied by 2^(-h/forget)${late}`,
    ].join('\n'),
    description: `what ${id} becomes with l1, l2 or forget: exact, and absent features cost nothing`,
  }
}

const last = 'G as of the last presence of the feature'
const root = `eta h sqrt(t/N) r / sqrt(G), ${last}`
const { nag, ng, snag, 'snag-seen': seen, 'snag-meansquare': meansquare } = normalizedDescriptions

export const regularizedDescriptions: Record<RegularizedRule, RuleDescription> = {
  'nag-regularized': regularized('nag', nag, `eta h sqrt(t/N) s / sqrt(G), ${last}`, 'G'),
  'ng-regularized': regularized('ng', ng, 'eta h t/N', undefined),
  'snag-regularized': regularized('snag', snag, root, 'G and sum x^2'),
  'snag-seen-regularized': regularized('snag-seen', seen, root, 'G and sum x^2'),
  'snag-meansquare-regularized': regularized(
    'snag-meansquare',
    meansquare,
    `eta h / sqrt(G), ${last}`,
    'G and sum x^2',
  ),
}
