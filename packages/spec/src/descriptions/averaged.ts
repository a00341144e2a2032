import type { AveragedRule } from '../rules/averaged.js'
import { adagradDescriptions } from './adagrad.js'
import type { RuleDescription } from './description.js'
import { gradientDescriptions } from './gradient.js'
import { normalizedDescriptions } from './normalized.js'

/** Returns the description of a rule with averaged weights. */
function averaged(id: string, base: RuleDescription): RuleDescription {
  return {
    ...base,
    title: `${base.title.split(',')[0]} with averaged weights`,
    paper: `${base.paper}; Polyak, Juditsky: Acceleration of Stochastic Approximation by Averaging (1992)`,
    formula: [
      base.formula,
      'prediction without learning: z = sum of mean(v) r, mean(v) = sum h v / sum h over the examples, v = w s before each; where a scale moves v, the mean moves with it',
    ].join('\n'),
    description: `what ${id} becomes with average: less moved by the last examples; float32 tables stop averaging after some 10^7 presences of a feature`,
  }
}

const { nag, ng, snag, 'snag-seen': seen, 'snag-meansquare': meansquare } = normalizedDescriptions

export const averagedDescriptions: Record<AveragedRule, RuleDescription> = {
  'nag-averaged': averaged('nag', nag),
  'ng-averaged': averaged('ng', ng),
  'snag-averaged': averaged('snag', snag),
  'snag-seen-averaged': averaged('snag-seen', seen),
  'snag-meansquare-averaged': averaged('snag-meansquare', meansquare),
  'adagrad-averaged': averaged('adagrad', adagradDescriptions.adagrad),
  'sgd-averaged': averaged('sgd', gradientDescriptions.sgd),
}
