import { type Backend, OLError, type ThresholdCalls } from '@ol/spec'
import { learn, predict } from './engine/engine.js'
import { addKnownLosses, commonLosses, type KnownLosses } from './losses/known-losses.js'
import { addTwins, type KnownRules } from './rules/known.js'
import { findHeld } from './table/find-held.js'
import { addProgress } from './validation/add-progress.js'

/** The calls of a backend that only some learners make. */
export type FurtherCalls = Pick<
  Backend,
  | 'locate'
  | 'placeRows'
  | 'unseen'
  | 'gather'
  | 'scatter'
  | 'firstOutside'
  | 'hashNames'
  | 'hashColumns'
  | 'mix'
  | 'mixErrors'
  | 'finalize'
  | 'settleClasses'
  | keyof ThresholdCalls
  | 'bendClasses'
  | 'bendNumbers'
  | 'expand'
  | 'screen'
  | 'addMetrics'
  | 'scoreCurves'
  | 'merge'
  | 'split'
>

/** The calls of the engine, for the rules that were imported: see `addTwins`. */
export const engine: Backend = {
  name: 'fallback',
  learn,
  predict,
  locate: absent('locate'),
  placeRows: absent('placeRows'),
  unseen: absent('unseen'),
  findHeld,
  gather: absent('gather'),
  scatter: absent('scatter'),
  firstOutside: absent('firstOutside'),
  hashNames: absent('hashNames'),
  hashColumns: absent('hashColumns'),
  mix: absent('mix'),
  mixErrors: absent('mixErrors'),
  finalize: absent('finalize'),
  settleClasses: absent('settleClasses'),
  moveThresholds: absent('moveThresholds'),
  rankLabels: absent('rankLabels'),
  sizeSets: absent('sizeSets'),
  bendClasses: absent('bendClasses'),
  bendNumbers: absent('bendNumbers'),
  expand: absent('expand'),
  screen: absent('screen'),
  addProgress,
  addMetrics: absent('addMetrics'),
  scoreCurves: absent('scoreCurves'),
  merge: absent('merge'),
  split: absent('split'),
  learnAsync: (plan, table, batch, results) =>
    Promise.resolve().then(() => {
      learn(plan, table, batch, results)
    }),
}

/** Returns the TypeScript backend that learns these rules. It has no tokenizers, and only these further calls. */
export function engineBackend(
  rules: KnownRules,
  further: Partial<FurtherCalls>,
  losses: KnownLosses = commonLosses,
): Backend {
  addKnownLosses(losses)
  addTwins(rules)
  return { ...engine, ...further }
}

function absent(call: keyof FurtherCalls): () => never {
  return () => {
    throw new OLError('OL_PART', `Expected a part with the call ${call} but this learner was given none`, {
      value: call,
    })
  }
}
