import { firstOutside, gather, hashNames, locate, placeRows, scatter } from '@ol/fallback'
import { type Backend, checkPlain, nameOf, ruleOf } from '@ol/spec'
import { chooseOver } from '../backend/choose.js'
import { addTableCells } from '../examples/table-cells.js'
import { intervalArrays } from '../intervals/interval-arrays.js'
import type { ModelState } from '../model/model-file.js'
import { modelFromBytes, modelToBytes } from '../model/model-io.js'
import { FeatureDictionary } from '../names/feature-dictionary.js'
import { tracksScales } from '../names/scales.js'
import { furtherOptions } from '../options/further-options.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { settingsUnder } from '../options/model-options.js'
import { refusedLean } from '../options/refusals.js'
import { namedRuleOf } from '../options/resolve-with.js'
import type { Settings } from '../options/settings.js'
import { allSteps } from '../table/steps.js'
import type { LeanLearnerClass } from './lean-class.js'
import type { LeanLearner } from './lean-learner.js'
import { type SaveOptions, storedModel } from './save-options.js'

addTableCells()

/**
 * Returns the bytes of the model file of a lean learner.
 *
 * @param learner a learner of a class of `leanLearner`
 * @param options as for `Learner.toBytes`
 * @returns a model file, which `fromBytes` and `Learner.fromBytes` can read
 */
export function toBytes(learner: LeanLearner, options: SaveOptions = {}): Uint8Array {
  const state = learner.learnerState()
  return modelToBytes(allSteps(storedModel(state, options)), withFiles(state.backend))
}

/**
 * Reads a model from memory; the learner continues exactly where the saved one stopped, and keeps the names of its features. It
 * learns no intervals of labels, and drops the intervals of the model.
 *
 * @param Kind a class of `leanLearner`
 * @param bytes a model file; a Buffer or any other view
 * @param options may change rates, clip, link, update, input and backend
 * @returns the learner
 * @throws OLError: OL_PART for a model with more than one table, or with a rule or a loss that the class does not
 * have; otherwise
 *   as for `Learner.fromBytes`
 */
export function fromBytes(
  Kind: LeanLearnerClass,
  bytes: Uint8Array,
  options: AnyLearnerOptions = {},
): LeanLearner {
  checkPlain(options)
  const { backend: choice, ...rest } = options
  const { scope } = Kind
  const backend = withFiles(chooseOver(scope.learning, choice).backend)
  const model = withoutIntervals(modelFromBytes(bytes, backend))
  namedRuleOf(nameOf(model.settings), scope)
  scope.namedLoss(model.settings.loss)
  const settings = settingsUnder(model.settings, rest, { ...scope, further: furtherOptions })
  refuseSeveral(settings)
  const names = new FeatureDictionary(
    backend,
    { limit: settings.names, wide: false, scaled: tracksScales(settings) },
    model.names,
    model.unnamed,
  )
  return new Kind(options, { model, settings, names })
}

/** Returns a backend with the calls that files need, which learning does not. */
function withFiles(backend: Backend): Backend {
  return { ...backend, locate, placeRows, firstOutside, gather, scatter, hashNames }
}

/** Returns a model without its intervals of labels, which come last among the arrays stored besides the table. */
function withoutIntervals(model: ModelState): ModelState {
  const { settings, sums } = model
  const count = intervalArrays(settings).length
  if (count === 0) return model
  return { ...model, settings: { ...settings, intervals: 'off' }, sums: sums.slice(0, -count) }
}

/** Throws OL_PART for a model that is not one table of hashed features. */
function refuseSeveral(settings: Settings): void {
  const { lanes, bits, classes, classWeight, automatic, prenormalize, expand } = settings
  const { ensemble, firstPass, kind } = ruleOf(settings)
  if (classes !== undefined) throw refusedLean('a model of classes')
  if (classWeight !== undefined) throw refusedLean('a model with weights of classes')
  if (automatic || ensemble !== undefined) throw refusedLean('a mixture')
  if (lanes > 1) throw refusedLean('a model with replicates')
  if (bits === 'grow' || kind === 'matrix') throw refusedLean('a model with a row for each feature')
  if (prenormalize !== 'none' || firstPass === true) throw refusedLean('a model with a first pass')
  if (expand !== 'off') throw refusedLean('a model with derived features')
}
