import type { Plan, Results, Table, TargetBatch } from '@ol/spec'
import type { RuleTwin } from '../rules/rule.js'
import { isPresent } from './is-present.js'
import { predictOne } from './predict.js'
import { attach, type Run, runOf } from './run.js'
import { engineActive, engineScratch, engineStep } from './state.js'

/** The parts of the scores of an example, in the order in which the engine adds them up. */
export interface ScoreParts {
  /** by part: the place of its feature in the example; -1: the feature is absent, but its row counts */
  readonly places: Int32Array
  /** by part: its row of the table */
  readonly rows: Uint32Array
  /** the additions, part by part, then lane by lane; their sums from the first on are the engine's */
  readonly parts: Float64Array
  /** by lane: its score before the initial prediction is added and before it is clipped */
  readonly scores: Float64Array
}

/** Predicts a batch of one example as `predict` does, and returns the parts of its scores. */
export function explainOne(plan: Plan, table: Table, batch: TargetBatch, results: Results): ScoreParts {
  const run = runOf(plan, table)
  attach(engineStep, plan, table)
  engineScratch.grow(batch.offsets[1] - batch.offsets[0], table.lanes)
  return run.rule.survey === undefined
    ? presentParts(run, table, batch, results)
    : activeParts(run, table, batch, results)
}

/** Returns the parts of a rule that reads the features of the example, one by one. */
function presentParts(run: Run, table: Table, batch: TargetBatch, results: Results): ScoreParts {
  const { lanes } = table
  const [from, to] = batch.offsets
  /** in the order in which the engine reads them: of each feature that is not 0, lane by lane */
  const weights: number[] = []
  const after = new Float64Array(lanes).fill(Number.NaN)
  predictOne({ ...run, rule: watched(run.rule, weights, after), kernel: undefined }, table, batch, results, 0)
  const parts = new Float64Array((to - from) * lanes)
  const scores = new Float64Array(lanes)
  for (let i = 0, next = 0; i < to - from; i++) {
    if (!isPresent(batch.values[from + i])) continue
    for (let l = 0; l < lanes; l++) {
      const part = weights[next++] * engineScratch.r[i]
      parts[i * lanes + l] = part
      scores[l] += part
    }
  }
  if (run.rule.score !== undefined) scores.set(after)
  const places = Int32Array.from({ length: to - from }, (_, i) => i)
  const rows = batch.indices.slice(from, to).map((index) => index & (table.rows - 1))
  return { places, rows, parts, scores }
}

/**
 * Returns the parts of a rule that surveys the example: of its active features, in the order of the list, then of its
 * other features, which add nothing. Features that share a row count as the first of them.
 */
function activeParts(run: Run, table: Table, batch: TargetBatch, results: Results): ScoreParts {
  const { lane: T, lanes } = table
  const { laneStride } = table.layout
  const [from] = batch.offsets
  predictOne(run, table, batch, results, 0)
  const { count, row, values } = engineActive
  const [free, constants] = placesByRow(table, batch)
  const derived = derivedPlaces(batch)
  const places: number[] = []
  const rows: number[] = []
  for (let i = 0; i < count; i++) {
    if (i >= count - derived.length) {
      places.push(derived[i - (count - derived.length)])
      rows.push(row[i])
      continue
    }
    // the constant is the first of the list, and has its own entry
    const at = i === 0 && constants.length > 0 ? constants : free.get(row[i])
    places.push(at?.shift() ?? -1)
    rows.push(row[i])
  }
  const rest = [...constants, ...[...free.values()].flat()].sort((a, b) => a - b)
  for (const place of rest) {
    places.push(place)
    rows.push(batch.indices[from + place] & (table.rows - 1))
  }
  const parts = new Float64Array(places.length * lanes)
  const scores = new Float64Array(lanes)
  for (let i = 0; i < count; i++) {
    for (let l = 0; l < lanes; l++) {
      const part = T[row[i] * laneStride + l] * values[run.families[l]][i]
      parts[i * lanes + l] = part
      scores[l] += part
    }
  }
  return { places: Int32Array.from(places), rows: Uint32Array.from(rows), parts, scores }
}

/** Returns the places of the features of an example by their row, in their order, and the places of the constant. */
function placesByRow(
  table: Table,
  { indices, values, offsets, derived }: TargetBatch,
): [Map<number, number[]>, number[]] {
  const byRow = new Map<number, number[]>()
  const constants: number[] = []
  const from = offsets[0]
  const to = derived?.[0] ?? offsets[1]
  for (let i = from; i < to; i++) {
    if (indices[i] === engineStep.constant && isPresent(values[i])) {
      constants.push(i - from)
      continue
    }
    const row = indices[i] & (table.rows - 1)
    const known = byRow.get(row)
    if (known === undefined) byRow.set(row, [i - from])
    else known.push(i - from)
  }
  return [byRow, constants]
}

/** Returns the places of the derived features that count: the last ones of the list of active features. */
function derivedPlaces({ values, offsets, derived, ends }: TargetBatch): number[] {
  const places: number[] = []
  const end = ends?.[0] ?? offsets[1]
  for (let i = derived?.[0] ?? end; i < end; i++) if (isPresent(values[i])) places.push(i - offsets[0])
  return places
}

/** Returns a rule that records the weights that it reads, and the scores that it computes from their sums. */
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
