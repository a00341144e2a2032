import type { SlicedWrite } from '@ol/platform'
import { checkNames, invalid } from '@ol/spec'
import type { ModelState } from '../model/model-file.js'
import { modelToFile } from '../model/model-io.js'
import { refusedExpanded } from '../options/refusals.js'
import type { StoredPrecision } from '../options/settings.js'
import { Snapshots } from '../table/snapshot.js'
import type { Steps } from '../table/steps.js'
import { distilledModel } from './distill.js'
import { busyOf, type LearnerState } from './learner-state.js'
import { storing } from './stored-state.js'

/** How a model is saved. */
export interface SaveOptions {
  /**
   * Save for predictions alone: one weight for each feature and class, also for a mixture, without the state for
   * learning and without names. Such a model is smaller, and its `learn` throws OL_PREDICT_ONLY. `evaluate` measures
   * how much the loss changes. Default false
   */
  readonly predictOnly?: boolean | undefined
  /**
   * With `predictOnly`: `bfloat16` rounds each weight to 8 bits, with a relative error of at most 0.4%, and takes
   * half the bytes of float32.
   * Default: the precision of the model
   */
  readonly precision?: StoredPrecision | undefined
}

/** Returns what a model file of these options stores: see `storing`. */
export function storedModel(
  state: LearnerState,
  options: SaveOptions,
  snapshots?: Snapshots,
): Steps<ModelState> {
  checkNames(options, ['predictOnly', 'precision'] satisfies (keyof SaveOptions)[])
  const { predictOnly = false, precision } = options
  if (typeof predictOnly !== 'boolean')
    throw invalid('OL_PARAMETER', 'predictOnly', 'true or false', predictOnly)
  if (precision !== undefined && (precision !== 'bfloat16' || !predictOnly))
    throw invalid('OL_PARAMETER', 'precision', "'bfloat16', with predictOnly", precision)
  if (predictOnly && state.derives) throw refusedExpanded('distill it', state.settings.expand)
  const { predictOnly: distilled, storedPrecision } = state.settings
  const fits = distilled !== undefined && (precision ?? storedPrecision) === storedPrecision
  return predictOnly && !fits ? distilledModel(state, precision, snapshots) : storing(state, snapshots)
}

/** Writes the current model to a file with these options, while it continues learning. */
export async function saveModel(path: string, state: LearnerState, options: SaveOptions): Promise<void> {
  let file: SlicedWrite | undefined
  const snapshots = new Snapshots(() => file?.takeAll())
  try {
    file = modelToFile(path, storedModel(state, options, snapshots), state.backend)
    await busyOf(state).overSave(file)
  } finally {
    snapshots.release()
  }
}
