import type { ModifierId } from '../modifiers/modifier-entry.js'
import type { PenaltyRule } from '../modifiers/penalty.js'
import type { ModifierDescription } from './description.js'

const last = 'G after the last example with the feature'
const root = `eta h sqrt(t/N) r / sqrt(G), ${last}`

/** by rule: a of the flow, and what fades when a feature is next present */
const steps: Record<PenaltyRule, readonly [step: string, fading?: string]> = {
  nag: [`eta h sqrt(t/N) s / sqrt(G), ${last}`, 'G'],
  ng: ['eta h t/N'],
  snag: [root, 'G and sum x^2'],
  'snag-seen': [root, 'G and sum x^2'],
  'snag-meansquare': [`eta h / sqrt(G), ${last}`, 'G and sum x^2'],
}

export const modifierDescriptions: Record<ModifierId, ModifierDescription> = {
  penalty: {
    title: 'L1, L2 and forgetting',
    paper:
      'Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010), section 5, for the penalty in the metric of the steps',
    formula: [
      'after the update of the rule, for every feature, present or not, with v = w times its scale and h the weight of the example:',
      '  |v| <- max(0, (|v| + l1/l2) exp(-l2 a) - l1/l2); if l2 is 0, max(0, |v| - l1 a)',
      ...Object.entries(steps).map(([rule, [step]]) => `  a = ${step} (${rule})`),
      'forget: before an example, t and N are multiplied by 2^(-h/forget); before a feature is used, by 2^(-d/forget), d the weight of the examples since it was last present:',
      ...Object.entries(steps).map(([rule, [, fading = 'nothing more']]) => `  ${fading} (${rule})`),
    ].join('\n'),
    description: 'exact, and absent features cost nothing',
    others:
      'the penalty needs the step of a rule while a feature is absent, which other rules do not define; some have their own penalties',
  },
  average: {
    title: 'Averaged weights',
    paper: 'Polyak, Juditsky: Acceleration of Stochastic Approximation by Averaging (1992)',
    formula:
      'prediction without learning: z = sum of mean(v) r, mean(v) = sum h v / sum h over the examples, v = w s before each; if a change of scale changes v, the mean changes with it',
    description:
      'depends less on the last examples; in float32, the mean of a feature stops changing after about 10^7 examples with the feature',
    others:
      'the mean has a closed form if a weight does not change while its feature is absent; these rules are known to have this property, and a penalty breaks it',
  },
}
