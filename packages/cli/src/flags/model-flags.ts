import type { AnyLearnerOptions } from '@ol/core'
import {
  defaultLoss,
  type LossId,
  losses,
  namedRules,
  type OptionEntry,
  type OptionKind,
  type OptionName,
  type OptionWith,
  optionEntry,
  optionNames,
  type RuleName,
  rules,
  singleRule,
} from '@ol/spec'
import type { Command, Option } from 'commander'
import { addParameterFlags } from './parameters.js'
import { tableFlag } from './table-flag.js'
import {
  bits,
  choices,
  classList,
  classWeights,
  clip,
  groupFactors,
  integer,
  nameCount,
  oneOf,
} from './values.js'

/** The options of a learner that have a flag. */
type FlagName = OptionWith<{ readonly flag: object }>

/** The flags of `train` for a model, by the table of options. A flag that was not given is absent; the library has the default. */
export type ModelFlags = Pick<AnyLearnerOptions, FlagName>

const flagged = optionNames.filter((name): name is FlagName => optionEntry(name).flag !== undefined)

/** Returns the loss that the flags name, or the default of their rule. */
export function lossOf(loss: LossId | undefined, rule: RuleName): LossId {
  return loss ?? defaultLoss(namedRules[rule])
}

const group = 'The model:'

/** The parser of a flag's value, by the kind of its option. */
const parsers: { readonly [Kind in OptionKind]?: (entry: OptionEntry) => (text: string) => unknown } = {
  whole: ({ min = 0, max = 0 }) => integer(min, max),
  bits: ({ min = 0, max = 0 }) => bits(min, max),
  clip: () => clip,
  classes: () => classList,
  classWeight: () => classWeights,
  groupFactors: () => groupFactors,
  nameLimit: () => nameCount,
}

/** The text after the description of an option in the help, by its kind. */
const notes: { readonly [Kind in OptionKind]?: string } = {
  rule: ', which ol-cli help rules lists',
  loss: `: ${Object.keys(losses).join(', ')}; ol-cli help losses has the formulas`,
  clip: '; a range is MIN,MAX',
  classes: '; names are comma-separated',
  groupFactors: '; NAMESPACE=FACTOR, comma-separated: a=2,b=0.5',
  classWeight: '; NAME=W, comma-separated: yes=5,no=1',
}

/** The names that a flag takes in addition to the listed ones: the names of rules with modifiers. */
const taken: { readonly [Kind in OptionKind]?: readonly string[] } = { rule: Object.keys(namedRules) }

/** The rules and losses, which a separate table lists. */
const named: { readonly [Kind in OptionKind]?: readonly string[] } = {
  rule: Object.keys(rules),
  loss: Object.keys(losses),
}

/** Adds the flags of a model, except the link. `several`: rules and losses are comma-separated lists. */
export function addModelFlags(command: Command, several = false): Command {
  for (const name of flagged) if (name !== 'link') command.addOption(optionOf(name, { several }))
  addParameterFlags(command)
  return command
}

/** Adds the flag of the link, which `predict` has too. */
export function addLinkFlag(command: Command, before = ''): Command {
  return command.addOption(optionOf('link', { before }))
}

/** `several`: see `addModelFlags`; `before`: the beginning of the help. */
function optionOf(name: OptionName, { several = false, before = '' }): Option {
  const entry = optionEntry(name)
  const { flag = {}, kind } = entry
  const all = named[kind]
  const more = several && all !== undefined ? 'one or more, comma-separated: ' : ''
  const text = `${before}${more}${entry.description}${notes[kind] ?? ''}`
  const option = tableFlag(name, flag, text, absentOf(entry, several))
  const parser = parsers[kind]
  if (all !== undefined && several) option.choices(all).argParser(choices(all, taken[kind]))
  else if (all !== undefined)
    oneOf(option, all, `ol-cli help ${kind === 'rule' ? 'rules' : 'losses'}`, taken[kind])
  else if (entry.choices !== undefined) option.choices(entry.choices)
  else if (parser !== undefined) option.argParser(parser(entry))
  return option.helpGroup(group)
}

/** Returns the help's description of the default of an option; undefined: none. */
function absentOf(entry: OptionEntry, several: boolean): string | number | boolean | undefined {
  const absent = several && entry.kind === 'rule' ? singleRule : (entry.otherwise ?? entry.default)
  return absent === 'false' ? undefined : absent
}

/** Returns the options of a learner that the flags name. */
export function modelOptions(flags: ModelFlags): AnyLearnerOptions {
  return Object.fromEntries(flagged.map((name) => [name, flags[name]]))
}
