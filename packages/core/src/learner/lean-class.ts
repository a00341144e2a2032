import { commonLosses, engineBackend, entriesIn, type KnownLosses, type KnownRules } from '@ol/fallback'
import { type LossId, OLError, type RuleId, valueText } from '@ol/spec'
import type { Standardization } from '../lanes/lane-table.js'
import type { AnyLearnerOptions, LearnerOptions } from '../options/learner-options.js'
import { LeanLearner } from './lean-learner.js'
import { type LeanModel, type LeanScope, leanState } from './lean-state.js'

/** Rules of lean learners: one that standardizes brings what its models need. */
export type LeanRules = KnownRules & {
  readonly std?: { readonly standardization?: Standardization }
}

/** The class of a lean learner. */
export interface LeanLearnerClass {
  /** @internal the rules and losses of its learners */
  readonly scope: LeanScope
  /**
   * Creates an untrained learner.
   *
   * @param options as for `Learner`; the names of features are not kept
   * @throws OLError: OL_PART for a rule, a loss or an option that its class does not have; otherwise as for `Learner`
   */
  new (options?: LearnerOptions): LeanLearner
  /** @internal with a model that was read */
  new (options: AnyLearnerOptions, given: LeanModel): LeanLearner
}

/**
 * Returns a class of learners with only some rules, for pages that load no others. A model is one table. It learns
 * and predicts examples and batches, and its files are model files of `Learner`.
 *
 * @param rules the rules that it supports, and their modifiers, by id
 * @param losses the losses that it supports; default squared and logistic; `allLosses()` has all of them
 * @returns a class with the constructor of `Learner`
 */
export function leanLearner(rules: LeanRules, losses: KnownLosses = commonLosses): LeanLearnerClass {
  const { rules: ruleTable, modifiers } = entriesIn(rules)
  const lossTable = Object.fromEntries(Object.entries(losses).map(([id, { entry }]) => [id, entry]))
  const scope: LeanScope = {
    rules: ruleTable,
    modifiers,
    namedRule: namedIn<RuleId>('rule', ruleTable),
    losses: lossTable,
    namedLoss: namedIn<LossId>('loss', lossTable),
    learning: engineBackend(rules, {}, losses),
    standardization: rules.std?.standardization,
  }
  return class extends LeanLearner {
    static readonly scope = scope

    constructor(options: AnyLearnerOptions = {}, given?: LeanModel) {
      super(leanState(options, scope, given))
    }
  }
}

/** Throws OL_PART for rules or losses that a table does not have. */
function namedIn<I extends string>(what: string, table: object): (id: unknown) => I {
  return (id) => {
    if (typeof id === 'string' && Object.hasOwn(table, id)) return id as I
    const expected = Object.keys(table).join(', ')
    const text = `Expected a ${what} that this learner was made with (${expected}) but received ${valueText(id)}`
    throw new OLError('OL_PART', text, { value: id, expected })
  }
}
