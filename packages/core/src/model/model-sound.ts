import { type Backend, OLError, ruleOf, type Table } from '@ol/spec'
import type { Snapshot } from '../table/snapshot.js'
import type { Steps } from '../table/steps.js'
import { hasMissing } from './missing-state.js'
import { checkCounts, checkDense, checkDiagonal, unsavedAs } from './model-check.js'
import type { Header } from './model-header.js'
import { checkScores, type Scored } from './model-scores.js'
import { touchedSlots } from './touched.js'

/*
 * The checks that `load` and `save` share of numbers that are each in their range, so that a saved model can be loaded:
 * a hostile model may load, and after learning have numbers that no file may contain.
 */

/** Checks a model; throws OL_MODEL_FORMAT if no learner makes such counts, or such numbers in a table together. */
export function* checkSound(
  header: Pick<Header, 'settings' | 'counts'>,
  scored: Omit<Scored, 'settings'>,
  backend: Backend,
): Steps<void> {
  const { settings } = header
  const { lane, standardizes } = ruleOf(settings)
  checkCounts(header)
  for (const [j, { name, diagonal }] of lane.entries())
    if (diagonal !== undefined) checkDiagonal(scored.table, name, diagonal, j)
  if (standardizes === true) checkDense(scored.table, settings, scored.slots, backend)
  yield* checkScores({ settings, ...scored }, backend)
}

/**
 * Returns the error of a model with this many rows of which no file could be loaded, in steps: OL_MODEL_STATE;
 * undefined: it can be saved. `slots`: see `touchedSlots`.
 */
export function* refusalOf(
  header: Pick<Header, 'settings' | 'counts'>,
  table: Table,
  size: number,
  slots: Uint32Array | undefined,
  backend: Backend,
): Steps<OLError | undefined> {
  try {
    yield* checkSound(header, { table, slots, size: slots?.length ?? size }, backend)
    return undefined
  } catch (error) {
    if (error instanceof OLError && error.code === 'OL_MODEL_FORMAT') return unsavedAs(error)
    throw error
  }
}

/** The facts about a table that was checked. */
export interface Checked {
  /** its touched slots: see `touchedSlots` */
  readonly slots: Uint32Array | undefined
  /** see `hasMissing` */
  readonly missing: boolean
}

/** Checks the current table of a snapshot, in steps, whatever its model learns meanwhile: OL_MODEL_STATE if it cannot be saved. */
export function checkedSnapshot(
  header: Pick<Header, 'settings' | 'counts'>,
  snapshot: Snapshot,
  size: number,
  backend: Backend,
): Steps<Checked> {
  const { table } = snapshot
  const checked = snapshot.ahead(
    (function* () {
      const slots = yield* touchedSlots(header.settings, { table }, backend)
      const missing = yield* hasMissing(header.settings, { table }, size, slots, backend)
      return { slots, missing, error: yield* refusalOf(header, table, size, slots, backend) }
    })(),
  )
  return (function* () {
    const { error, ...facts } = yield* checked
    if (error !== undefined) throw error
    return facts
  })()
}
