import type { Batch, Plan, Results, Table } from '@ol/spec'
import type { RuleTwin } from '../rules/rule.js'
import { predictOne } from './predict.js'
import { attach, runOf } from './run.js'
import { engineScratch, engineStep } from './state.js'

/** The parts of the scores of an example. */
export interface ScoreParts {
  /** what each feature adds, feature by feature, then lane by lane; their sums from the first on are those of the engine */
  readonly parts: Float64Array
  /** of each lane: its score before the initial prediction is added and before it is clipped */
  readonly scores: Float64Array
}

/** Predicts a batch of one example as `predict` does, and returns the parts of its scores. */
export function explainOne(plan: Plan, table: Table, batch: Batch, results: Results): ScoreParts {
  const { lanes } = table
  const count = batch.offsets[1] - batch.offsets[0]
  const run = runOf(plan, table)
  attach(engineStep, plan, table)
  engineScratch.grow(count, lanes)
  /** in the order in which the engine reads them: of each feature that is not 0, lane by lane */
  const weights: number[] = []
  const after = new Float64Array(lanes).fill(Number.NaN)
  predictOne({ ...run, rule: watched(run.rule, weights, after) }, table, batch, results, 0)
  const parts = new Float64Array(count * lanes)
  const scores = new Float64Array(lanes)
  for (let i = 0, next = 0; i < count; i++) {
    if (batch.values[batch.offsets[0] + i] === 0) continue
    for (let l = 0; l < lanes; l++) {
      const part = weights[next++] * engineScratch.r[i]
      parts[i * lanes + l] = part
      scores[l] += part
    }
  }
  if (run.rule.score !== undefined) scores.set(after)
  return { parts, scores }
}

/** Returns a rule that leaves the weights that it reads, and the scores that it makes of their sums. */
function watched(rule: RuleTwin, weights: number[], after: Float64Array): RuleTwin {
  const { score } = rule
  return {
    ...rule,
    read: (T, k, L, c, l) => {
      const weight = rule.read(T, k, L, c, l)
      weights.push(weight)
      return weight
    },
    ...(score === undefined
      ? {}
      : {
          score: (z, c, l) => {
            after[l] = score(z, c, l)
            return after[l]
          },
        }),
  }
}
