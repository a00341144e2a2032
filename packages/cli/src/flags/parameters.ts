import { ruleNaming } from '@ol/core/internal'
import {
  flagName,
  invalid,
  type LossEntry,
  type LossId,
  losses,
  namedRules,
  nameOf,
  type ParamEntry,
  paramValue,
  type RuleEntry,
  type RuleName,
  rangeText,
} from '@ol/spec'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { parameterGroup } from '../help/help-style.js'
import { number, numberOrAuto, numberOrName } from './values.js'

type Owner = RuleEntry | LossEntry

/** Rules, without and with modifiers, and losses. */
const allOwners: readonly Owner[] = [...Object.values(namedRules), ...Object.values(losses)]

/** Parameters by name, each with those that have it. */
function parametersByName(): Map<string, { owner: Owner; entry: ParamEntry }[]> {
  const found = new Map<string, { owner: Owner; entry: ParamEntry }[]>()
  for (const owner of allOwners) {
    for (const entry of owner.params) {
      found.set(entry.name, [...(found.get(entry.name) ?? []), { owner, entry }])
    }
  }
  return found
}

const parameters = parametersByName()

/**
 * Adds a flag for each parameter of the tables; a parameter that several rules share is one flag. Only the learning rate
 * is in the help of a command: the others are in the help of their rules and losses.
 */
export function addParameterFlags(command: Command): void {
  for (const [name, uses] of parameters) {
    const rate = name === 'learningRate'
    const named = uses.some(({ entry }) => entry.choices !== undefined)
    // a parameter with one choice is on if it is given
    const [only, ...more] = uses[0].entry.choices ?? []
    const value = more.length === 0 && only !== undefined ? '' : ` <${named ? 'name' : 'number'}>`
    const owners = uses.map(({ owner }) => owner.id).join(', ')
    const option = rate
      ? new Option(
          '--learning-rate <number>',
          'the size of the steps (default: by the rule); auto: an online mixture over learning rates, nothing to tune; ol-cli help rule NAME has the other parameters',
        )
      : new Option(`--${flagName(name)}${value}`, `a parameter of ${owners}`)
    if (value === '') option.preset(only)
    else option.argParser(rate ? numberOrAuto : named ? numberOrName : number)
    command.addOption(option.helpGroup(rate ? 'The model:' : parameterGroup))
  }
}

/** Returns the parameters given as flags, by their names in the API. */
export function givenParameters(flags: Readonly<Record<string, unknown>>): Record<string, number | string> {
  const given: Record<string, number | string> = {}
  for (const name of parameters.keys()) {
    const value = flags[name]
    if (typeof value === 'number' || typeof value === 'string') given[name] = value
  }
  return given
}

/** Checks the same for several rules and losses: at least one of them must have each parameter. */
export function checkParametersOfAny(
  given: Readonly<Record<string, number | string>>,
  models: readonly { readonly rule: RuleName; readonly loss: LossId }[],
): void {
  const names = Object.keys(given)
  for (const [name, value] of Object.entries(given)) {
    const owners = (parameters.get(name) ?? []).map(({ owner }) => owner)
    const takers = models.filter(
      ({ rule, loss }) => owners.includes(ownerOf(rule, names)) || owners.includes(losses[loss]),
    )
    for (const { rule, loss } of takers.length > 0 ? takers : models)
      checkParameters({ [name]: value }, nameOf(ruleNaming(rule, names)), loss)
  }
}

/** Throws for a parameter that neither the rule nor the loss has, and for one out of its range. */
export function checkParameters(
  given: Readonly<Record<string, number | string>>,
  named: RuleName,
  loss: LossId,
): void {
  const rule = ownerOf(named, Object.keys(given))
  for (const [name, value] of Object.entries(given)) {
    const flag = `--${flagName(name)}`
    const uses = parameters.get(name) ?? []
    const use = uses.find(({ owner }) => owner === rule || owner === losses[loss])
    if (use === undefined) {
      const takers = uses.map(({ owner }) => owner.id).join(', ')
      throw usageError(`${flag} is not a parameter of ${rule.id} with ${loss} loss, but of ${takers}`)
    }
    if (name === 'learningRate' && value === 'auto') continue
    if (paramValue(use.entry, value) === undefined)
      throw invalid('OL_PARAMETER', flag, rangeText(use.entry), value)
  }
}

/** Returns the entry of a rule with the modifiers that such parameters add. */
function ownerOf(rule: RuleName, names: readonly string[]): RuleEntry {
  return namedRules[nameOf(ruleNaming(rule, names))]
}
