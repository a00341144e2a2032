import {
  defaultRule,
  type LossId,
  type ModifierTable,
  OLError,
  type RuleName,
  type RuleTable,
  singleRule,
} from '@ol/spec'
import type { AnyLearnerOptions } from './learner-options.js'

type Tables = { readonly rules: RuleTable; readonly modifiers: ModifierTable }

/**
 * Returns the rule of these options: the one that they name; otherwise `defaultRule`, or `singleRule` if they name an
 * option of single models (see `singleOptions`). In a table without the default rule it is still the default, which is
 * then refused by name. Throws OL_PARAMETER for an option that a mixture does not take, without a rule that does.
 */
export function impliedUnder(options: AnyLearnerOptions, tables: Tables): RuleName {
  if (options.rule !== undefined) return options.rule
  if (singleOptions(options, tables).length > 0) return singleRule
  const modifying = modifyingOptions(options, tables)[0]
  if (modifying !== undefined && tables.rules[defaultRule] !== undefined)
    throw new OLError(
      'OL_PARAMETER',
      `Rule '${defaultRule}', the default, does not take ${modifying}: name a rule that does, such as rule '${singleRule}'`,
      { value: options[modifying as keyof AnyLearnerOptions], expected: `rule '${singleRule}'` },
    )
  return defaultRule
}

/**
 * Returns the options that only a single model has, which imply `singleRule`: parameters of rules that the default does
 * not have, and a loss that it does not take.
 */
export function singleOptions(options: AnyLearnerOptions, tables: Tables): readonly string[] {
  const usual = tables.rules[defaultRule]
  if (usual === undefined) return []
  const { loss, task, classes } = options
  const own = usual.params.map(({ name }) => name as string)
  const modifying = modifyingOptions(options, tables)
  const all = new Set<string>(Object.values(tables.rules).flatMap(({ params }) => params.map((p) => p.name)))
  const parameters = namesOf(options).filter(
    (name) => all.has(name) && !own.includes(name) && !modifying.includes(name),
  )
  // more than two classes are one distribution in a mixture, and one against all under the losses of two classes
  const several = classes !== undefined && task !== 'binary'
  const taken: readonly LossId[] | undefined = several ? ['softmax'] : usual.losses
  return loss === undefined || taken?.includes(loss) === true ? parameters : [...parameters, 'loss']
}

/** Returns the options that change what one model learns without implying a rule: penalties, averages, replicates. */
function modifyingOptions(options: AnyLearnerOptions, { modifiers }: Tables): readonly string[] {
  const own = Object.values(modifiers).flatMap(({ params }) => params.map((p) => p.name as string))
  const { bootstrap = 0 } = options
  return [...namesOf(options).filter((name) => own.includes(name)), ...(bootstrap === 0 ? [] : ['bootstrap'])]
}

/** Returns the names of the options that have a value. */
export function namesOf(options: AnyLearnerOptions): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}
