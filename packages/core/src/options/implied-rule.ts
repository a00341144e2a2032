import {
  defaultRule,
  type LossId,
  type ModifierTable,
  type RuleName,
  type RuleTable,
  singleRule,
} from '@ol/spec'
import type { AnyLearnerOptions } from './learner-options.js'

/**
 * Returns the rule of these options: the one that they name; otherwise `defaultRule`, or `singleRule` where they name
 * what only a single model has: a parameter or a loss that the default does not take, one against all, or replicates. In
 * a table without the default rule it is the default all the same, which is then refused by name.
 */
export function impliedUnder(
  options: AnyLearnerOptions,
  rules: RuleTable,
  modifiers: ModifierTable,
): RuleName {
  const { rule, loss, task, classes, bootstrap = 0 } = options
  if (rule !== undefined) return rule
  const usual = rules[defaultRule]
  if (usual === undefined) return defaultRule
  const { params, losses } = usual
  const all = new Set<string>(
    [...Object.values(rules), ...Object.values(modifiers)].flatMap((entry) =>
      entry.params.map((p) => p.name),
    ),
  )
  const own = params.map(({ name }) => name)
  const foreign = Object.entries(options).some(
    ([name, value]) => value !== undefined && all.has(name) && !(own as string[]).includes(name),
  )
  // more than two classes are one distribution in a mixture, and one against all under the losses of two classes
  const several = classes !== undefined && task !== 'binary'
  const taken: readonly LossId[] | undefined = several ? ['softmax'] : losses
  const fits = loss === undefined || taken?.includes(loss) === true
  return foreign || !fits || bootstrap !== 0 ? singleRule : defaultRule
}
