import {
  commonLosses,
  engineBackend,
  entriesIn,
  type FurtherCalls,
  type KnownLosses,
  type KnownRules,
} from '@ol/fallback'
import { type LossId, OLError, type RuleId, valueText } from '@ol/spec'
import type { BaseLearner } from './base-learner.js'
import { LeanLearner } from './lean-learner.js'
import type { LearnerParts } from './learner-parts.js'

/** A part to make a learner with: itself, and the calls of the backend in TypeScript that it makes. */
export interface AttachedPart {
  readonly part: Partial<
    Omit<LearnerParts, 'backend' | 'rules' | 'modifiers' | 'namedRule' | 'losses' | 'namedLoss'>
  >
  readonly calls: Partial<FurtherCalls>
  /** returns further losses that the learner takes */
  readonly losses?: () => KnownLosses
  /** returns the class that has its methods; undefined: those of every learner are enough */
  readonly methods?: (() => typeof BaseLearner) | undefined
}

/** A part without methods of its own. */
export interface QuietPart extends AttachedPart {
  readonly methods?: undefined
}

/**
 * Returns a class of learners with some rules and parts alone, so that a page loads no others. Its learners and models are those of
 * `Learner`: what they were given they do alike, and what they were not given throws OL_PART.
 *
 * @param rules the rules that it can learn, and the modifiers that it can put on them, by id: see `@ol/core/rules`
 * @param attached parts without methods of their own: see `@ol/core/parts`
 * @returns a class with the constructor of `Learner`, and the methods that every learner has
 */
export function learnerWith(rules: KnownRules, ...attached: readonly QuietPart[]): typeof LeanLearner
/**
 * Returns a class of learners with some rules and parts alone, so that a page loads no others.
 *
 * @param rules the rules that it can learn, and the modifiers that it can put on them, by id: see `@ol/core/rules`
 * @param attached parts: see `@ol/core/parts`
 * @returns a class with the constructor and the methods of `Learner`
 */
export function learnerWith(rules: KnownRules, ...attached: readonly AttachedPart[]): typeof BaseLearner
export function learnerWith(rules: KnownRules, ...attached: readonly AttachedPart[]): typeof LeanLearner {
  const calls = Object.assign({}, ...attached.map((one) => one.calls)) as Partial<FurtherCalls>
  const parts = Object.assign({}, ...attached.map(({ part }) => part)) as AttachedPart['part']
  const losses = Object.assign({}, commonLosses, ...attached.map((one) => one.losses?.())) as KnownLosses
  const { rules: ruleTable, modifiers } = entriesIn(rules)
  const lossTable = Object.fromEntries(Object.entries(losses).map(([id, { entry }]) => [id, entry]))
  const own: LearnerParts = {
    ...parts,
    rules: ruleTable,
    modifiers,
    namedRule: namedIn<RuleId>('rule', ruleTable),
    losses: lossTable,
    namedLoss: namedIn<LossId>('loss', lossTable),
    backend: engineBackend(rules, calls, losses),
  }
  const Base = attached.find((one) => one.methods !== undefined)?.methods?.() ?? LeanLearner
  return class extends Base {
    static override readonly parts: LearnerParts = own
  } as typeof LeanLearner
}

/** Returns what refuses other rules or losses than those of a table: with OL_PART. */
function namedIn<I extends string>(what: string, table: object): (id: unknown) => I {
  return (id) => {
    if (typeof id === 'string' && Object.hasOwn(table, id)) return id as I
    const expected = Object.keys(table).join(', ')
    const text = `Expected a ${what} that this learner was made with (${expected}) but received ${valueText(id)}`
    throw new OLError('OL_PART', text, { value: id, expected })
  }
}
