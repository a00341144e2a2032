import { losses } from '../loss-table.js'
import type { LossEntry, LossId } from '../losses.js'
import { type ModifierEntry, type ModifierId, modifiers } from '../modifiers/index.js'
import type { ParamEntry } from '../params.js'
import { type RuleEntry, type RuleId, rules, type StateEntry } from '../rules/index.js'
import { adagradDescriptions } from './adagrad.js'
import type { LossDescription, ModifierDescription, RuleDescription } from './description.js'
import { fullMatrixDescriptions } from './full-matrix.js'
import { gradientDescriptions } from './gradient.js'
import { lossDescriptions } from './losses.js'
import { marginDescriptions } from './margin.js'
import { mirrorDescentDescriptions } from './mirror-descent.js'
import { modifierDescriptions } from './modifiers.js'
import { normalizedDescriptions } from './normalized.js'
import { paramDescriptions } from './param-descriptions.js'
import { parameterFreeDescriptions } from './parameter-free.js'
import { standardizedDescriptions } from './standardized.js'
import { stateDescriptions } from './state-descriptions.js'

export type { LossDescription, ModifierDescription, RuleDescription } from './description.js'

/** A state with its description. */
export interface DescribedState extends StateEntry {
  readonly description: string
}

/** A parameter with the unit, the effect, and when to change it. */
export interface DescribedParam extends ParamEntry {
  readonly description: string
}

/** A rule with its name, its formula, its paper, and the descriptions of its numbers. */
export interface DescribedRule extends RuleEntry, Omit<RuleDescription, 'params' | 'states'> {
  readonly lane: readonly DescribedState[]
  readonly shared: readonly DescribedState[]
  readonly scalars: readonly DescribedState[]
  readonly laneScalars: readonly DescribedState[]
  readonly params: readonly DescribedParam[]
}

/** A modifier with its name, its formula, its paper, and the descriptions of its numbers. */
export interface DescribedModifier extends ModifierEntry, ModifierDescription {
  readonly lane: readonly DescribedState[]
  readonly shared: readonly DescribedState[]
  readonly scalars: readonly DescribedState[]
  readonly laneScalars: readonly DescribedState[]
  readonly params: readonly DescribedParam[]
}

/** A loss with its formula and its purpose. */
export interface DescribedLoss extends LossEntry, LossDescription {
  readonly params: readonly DescribedParam[]
}

const ruleDescriptions: Record<RuleId, RuleDescription> = {
  ...normalizedDescriptions,
  ...gradientDescriptions,
  ...adagradDescriptions,
  ...mirrorDescentDescriptions,
  ...marginDescriptions,
  ...parameterFreeDescriptions,
  ...fullMatrixDescriptions,
  ...standardizedDescriptions,
}

function describedStates(
  states: readonly StateEntry[],
  own: RuleDescription['states'] = {},
): DescribedState[] {
  return states.map((state) => ({ ...state, description: own[state.name] ?? stateDescription(state.name) }))
}

function stateDescription(name: string): string {
  const [number] = /\d+$/.exec(name) ?? []
  if (number === undefined) return stateDescriptions[name]
  return stateDescriptions[`${name.slice(0, -number.length)}#`].replace('#', number)
}

function describedParams(
  params: readonly ParamEntry[],
  own: RuleDescription['params'] = {},
): DescribedParam[] {
  return params.map((param) => ({ ...param, description: own[param.name] ?? paramDescriptions[param.name] }))
}

function describedRule(entry: RuleEntry, { params, states, ...own }: RuleDescription): DescribedRule {
  return {
    ...entry,
    ...own,
    lane: describedStates(entry.lane, states),
    shared: describedStates(entry.shared, states),
    scalars: describedStates(entry.scalars, states),
    laneScalars: describedStates(entry.laneScalars, states),
    params: describedParams(entry.params, params),
  }
}

/** The table of rules with their descriptions, for help and documentation; learning loads only `rules`. */
export const describedRules: Record<RuleId, DescribedRule> = byId(rules, (id, entry) =>
  describedRule(entry, ruleDescriptions[id]),
)

/** The table of modifiers with their descriptions. */
export const describedModifiers: Record<ModifierId, DescribedModifier> = byId(modifiers, (id, entry) => ({
  ...entry,
  ...modifierDescriptions[id],
  lane: describedStates(entry.lane),
  shared: describedStates(entry.shared),
  scalars: describedStates(entry.scalars),
  laneScalars: describedStates(entry.laneScalars),
  params: describedParams(entry.params),
}))

/** The table of losses with their descriptions. */
export const describedLosses: Record<LossId, DescribedLoss> = byId(losses, (id, entry) => ({
  ...entry,
  ...lossDescriptions[id],
  params: describedParams(entry.params),
}))

function byId<Id extends string, Entry, Described>(
  table: Record<Id, Entry>,
  describe: (id: Id, entry: Entry) => Described,
): Record<Id, Described> {
  const entries = Object.entries(table) as [Id, Entry][]
  return Object.fromEntries(entries.map(([id, entry]) => [id, describe(id, entry)])) as Record<Id, Described>
}
