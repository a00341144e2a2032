import { type Backend, checkPlain } from '@ol/spec'
import { chooseOver } from '../backend/choose.js'
import type { Standardization } from '../lanes/lane-table.js'
import { TableModel } from '../lanes/table-model.js'
import type { ModelState } from '../model/model-file.js'
import type { FeatureDictionary } from '../names/feature-dictionary.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { type OptionScope, resolveWith } from '../options/resolve-with.js'
import type { Settings } from '../options/settings.js'
import { ProgressCounts } from '../validation/progress-counts.js'
import { LearnerState } from './learner-state.js'

/** The rules and losses of a class of lean learners, and the backend in TypeScript that has these alone. */
export interface LeanScope extends OptionScope {
  readonly learning: Backend
  /** absent: no rule of the class standardizes */
  readonly standardization?: Standardization | undefined
}

/** A model that was read for a lean learner. */
export interface LeanModel {
  readonly model: ModelState
  readonly settings: Settings
  readonly names: FeatureDictionary
}

/** Returns the state of a lean learner. `given`: a model that was read, with its settings under the options */
export function leanState(options: AnyLearnerOptions, scope: LeanScope, given?: LeanModel): LearnerState {
  checkPlain(options)
  const { backend: choice, ...rest } = options
  const settings = given?.settings ?? resolveWith(rest, scope)
  const { backend, info } = chooseOver(scope.learning, choice)
  const { model, names } = given ?? {}
  return new LearnerState({
    settings,
    backend,
    info,
    model: new TableModel(settings, backend, scope, model, model?.sums),
    progress: new ProgressCounts(settings.loss, model?.counts, undefined, undefined, backend),
    names,
  })
}
