import { type Backend, type Batch, engineScalars, OLError, type Plan, ruleOf, type Table } from '@ol/spec'
import { learningPlan } from '../lanes/learning-plan.js'
import { resultsFor } from '../lanes/outcome.js'
import type { Settings } from '../options/settings.js'
import { type Steps, step } from '../table/steps.js'

/*
 * Numbers that are each in their range can still contradict each other: a weight over a unit that is far too small, or
 * powers of a quotient. The check runs the model: it predicts examples with all of its features, and refuses the model
 * if a score is not finite. No learner makes such a model, because learners refuse steps that are not finite.
 */

/** The values that features have in these examples: one that moves no scale, as small as a batch can have, and a usual one. */
const values = [1e-100, 1] as const
/** the number of features in an example: many, so that predicting costs as little as for a batch */
const most = 1 << 14

/** The parts of a table that scores use. */
export interface Scored {
  readonly settings: Settings
  readonly table: Table
  /** the rows in use: the rows of slots, or the first `size` */
  readonly slots?: Uint32Array | undefined
  readonly size: number
}

/** Checks the scores of a model; throws OL_MODEL_FORMAT if an example of its features has a score that is not finite. */
export function* checkScores(model: Scored, backend: Backend): Steps<void> {
  const { settings, table, slots, size } = model
  const plan = unclipped(learningPlan(settings))
  for (let from = 0; from === 0 || from < size; from += most) {
    if (from > 0) yield step
    const to = Math.min(size, from + most)
    const rows = slots?.slice(from, to) ?? rowsFrom(from, to)
    if (firstOutside(plan, table, rows, backend) === undefined) continue
    for (const own of [new Uint32Array(0), ...Array.from(rows, (row) => Uint32Array.of(row)), rows]) {
      const found = firstOutside(plan, table, own, backend)
      if (found !== undefined) throw refused(model, own, found)
    }
  }
}

/** Returns rows [from, to). */
function rowsFrom(from: number, to: number): Uint32Array {
  const rows = new Uint32Array(to - from)
  for (let i = 0; i < rows.length; i++) rows[i] = from + i
  return rows
}

function unclipped(plan: Plan): Plan {
  const { measures } = plan
  return {
    ...plan,
    clip: 'none',
    ...(measures === undefined
      ? {}
      : { measures: measures.map((own) => ({ ...own, clip: 'none' as const })) }),
  }
}

/** Returns the first lane whose score of an example of these rows is not finite, and the score. */
function firstOutside(
  plan: Plan,
  table: Table,
  rows: Uint32Array,
  backend: Backend,
): { readonly lane: number; readonly score: number } | undefined {
  const { lanes, scalars } = table
  const results = resultsFor(values.length, lanes)
  backend.predict(plan, table, batchOf(rows), results)
  const dropped = engineScalars.length + ruleOf(plan).scalars.length
  for (let i = 0; i < results.predictions.length; i++) {
    const score = results.predictions[i]
    const lane = i % lanes
    // a lane that diverged predicts nothing
    if (!Number.isFinite(score) && !(lanes > 1 && scalars[dropped + lane] !== 0)) return { lane, score }
  }
  return undefined
}

/** Returns an example of these rows for each of the values. */
function batchOf(rows: Uint32Array): Batch {
  const size = values.length
  const indices = new Uint32Array(size * rows.length)
  const own = new Float64Array(size * rows.length)
  values.forEach((value, e) => {
    indices.set(rows, e * rows.length)
    own.fill(value, e * rows.length, (e + 1) * rows.length)
  })
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e * rows.length),
    indices,
    values: own,
    labels: new Float64Array(size).fill(Number.NaN),
  }
}

function refused(
  { settings, table }: Scored,
  rows: Uint32Array,
  { lane, score }: { readonly lane: number; readonly score: number },
): OLError {
  const { lane: states, shared, scalars, laneScalars } = ruleOf(settings)
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  const [row] = rows
  const own =
    rows.length !== 1
      ? []
      : [
          ...states
            .filter(({ matrix }) => matrix !== true)
            .map(({ name }, j) => `${name} ${table.lane[row * laneStride + j * laneStep + lane]}`),
          ...shared.map(({ name }, j) => `${name} ${table.shared[sharedStart + row * sharedStride + j]}`),
        ]
  const from = engineScalars.length + scalars.length + table.lanes
  const common = [
    ...scalars.map(({ name }, j) => `${name} ${table.scalars[engineScalars.length + j]}`),
    ...laneScalars.map(({ name }, j) => `${name} ${table.scalars[from + j * table.lanes + lane]}`),
  ]
  const what =
    rows.length === 0 ? 'its scalars' : rows.length === 1 ? `row ${row}` : `rows ${row} to ${rows.at(-1)}`
  const text = `The model is corrupt: expected a finite score from ${what} (${[...own, ...common].join(', ')}), but it is ${score}`
  return new OLError('OL_MODEL_FORMAT', text, { value: score, expected: 'a finite number' })
}
