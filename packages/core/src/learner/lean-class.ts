import { commonLosses, engineBackend, type KnownLosses, type KnownRules } from '@ol/fallback'
import { type LossEntry, type LossId, OLError, type RuleEntry, type RuleId, valueText } from '@ol/spec'
import type { AnyLearnerOptions, LearnerOptions } from '../options/learner-options.js'
import { LeanLearner } from './lean-learner.js'
import { type LeanModel, type LeanScope, leanState } from './lean-state.js'

/** A class of lean learners. */
export interface LeanLearnerClass {
  /** @internal the rules and losses of its learners */
  readonly scope: LeanScope
  /**
   * Makes an untrained learner.
   *
   * @param options as of `Learner`; the names of features are not kept
   * @throws OLError: OL_PART for a rule, a loss or an option that its class does not have; otherwise as of `Learner`
   */
  new (options?: LearnerOptions): LeanLearner
  /** @internal with a model that was read */
  new (options: AnyLearnerOptions, given: LeanModel): LeanLearner
}

/**
 * Returns a class of learners with some rules alone, for pages that load no others. A model is one table; it learns and predicts
 * examples and batches, and its files are those of `Learner`.
 *
 * @param rules the rules that it can learn, by id
 * @param losses the losses that it can minimize; default squared and logistic, `allLosses()` has every one
 * @returns a class with the constructor of `Learner`
 */
export function leanLearner(rules: KnownRules, losses: KnownLosses = commonLosses): LeanLearnerClass {
  const [ruleTable, namedRule] = entriesOf<RuleId, RuleEntry>('rule', rules)
  const [lossTable, namedLoss] = entriesOf<LossId, LossEntry>('loss', losses)
  const scope: LeanScope = {
    rules: ruleTable,
    namedRule,
    losses: lossTable,
    namedLoss,
    learning: engineBackend(rules, {}, losses),
  }
  return class extends LeanLearner {
    static readonly scope = scope

    constructor(options: AnyLearnerOptions = {}, given?: LeanModel) {
      super(leanState(options, scope, given))
    }
  }
}

/** Returns the entries of rules or losses, and what refuses others: with OL_PART. */
function entriesOf<I extends string, E>(
  what: string,
  known: { readonly [id in I]?: { readonly entry: E } },
): [table: { readonly [id in I]?: E }, named: (id: unknown) => I] {
  const all = Object.entries(known) as [I, { readonly entry: E }][]
  const table = Object.fromEntries(all.map(([id, { entry }]) => [id, entry])) as { readonly [id in I]?: E }
  const named = (id: unknown): I => {
    if (typeof id === 'string' && Object.hasOwn(table, id)) return id as I
    const expected = Object.keys(table).join(', ')
    const text = `Expected a ${what} that this learner was made with (${expected}) but received ${valueText(id)}`
    throw new OLError('OL_PART', text, { value: id, expected })
  }
  return [table, named]
}
