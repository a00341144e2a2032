import { defaultRule, type LossId, type RuleId, rules, singleRule } from '@ol/spec'
import type { AnyLearnerOptions } from './learner-options.js'

const parameters = new Set(Object.values(rules).flatMap(({ params }) => params.map(({ name }) => name)))

/**
 * Returns the rule of these options: the one that they name; otherwise `defaultRule`, or `singleRule` where they name
 * what only a single model has: a parameter or a loss that the default does not take, one against all, or replicates.
 */
export function impliedRule(options: AnyLearnerOptions): RuleId {
  const { rule, loss, task, classes, bootstrap = 0 } = options
  if (rule !== undefined) return rule
  const { params, losses } = rules[defaultRule]
  const own = params.map(({ name }) => name)
  const foreign = Object.entries(options).some(
    ([name, value]) =>
      value !== undefined && (parameters as Set<string>).has(name) && !(own as string[]).includes(name),
  )
  // more than two classes are one distribution in a mixture, and one against all under the losses of two classes
  const several = classes !== undefined && task !== 'binary'
  const taken: readonly LossId[] | undefined = several ? ['softmax'] : losses
  const fits = loss === undefined || taken?.includes(loss) === true
  return foreign || !fits || bootstrap !== 0 ? singleRule : defaultRule
}
