import type { ParamEntry } from '../params.js'
import type { RuleEntry, StateEntry } from '../rules/rule-entry.js'
import type { RuleId } from '../rules/rule-id.js'

/** The id of a modifier: see `modifiers`. */
export type ModifierId = 'penalty' | 'average'

/**
 * A modifier in the table of modifiers: its additions to the rules that it fits. `describedModifiers` has its
 * descriptions.
 */
export interface ModifierEntry {
  readonly id: ModifierId
  /** the suffix after a rule's id in the name of a modified rule: `nag` and `regularized` give `nag-regularized` */
  readonly suffix: string
  /** the rules that it can modify, each with the number of the modified rule in calls of the backends; never reused */
  readonly codes: { readonly [rule in RuleId]?: number }
  /** states and parameters after the rule's, as in `RuleEntry` */
  readonly lane: readonly StateEntry[]
  readonly shared: readonly StateEntry[]
  readonly scalars: readonly StateEntry[]
  readonly laneScalars: readonly StateEntry[]
  readonly params: readonly ParamEntry[]
  /** see `RuleEntry.averages` */
  readonly averages?: true
}

/** Modifiers by id: all of them, or the ones that a program imports. */
export type ModifierTable = { readonly [modifier in ModifierId]?: ModifierEntry }

/** Returns the entry of a rule with a modifier. */
export function modifiedEntry(base: RuleEntry, modifier: ModifierEntry): RuleEntry {
  const code = modifier.codes[base.id as RuleId]
  if (code === undefined) throw new RangeError(`Rule ${base.id} does not take the modifier ${modifier.id}`)
  const { extends: _, ...rule } = base
  return {
    ...rule,
    id: `${base.id}-${modifier.suffix}`,
    code,
    lane: [...base.lane, ...modifier.lane],
    shared: [...base.shared, ...modifier.shared],
    scalars: [...base.scalars, ...modifier.scalars],
    laneScalars: [...base.laneScalars, ...modifier.laneScalars],
    params: [...base.params, ...modifier.params],
    ...(modifier.averages === true ? { averages: true } : {}),
  }
}
