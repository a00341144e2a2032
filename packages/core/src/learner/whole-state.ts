import { learning } from '@ol/fallback'
import { checkPlain } from '@ol/spec'
import { chooseOver } from '../backend/choose.js'
import { FirstPass, firstPassArrays } from '../examples/first-pass.js'
import { expertsOf } from '../expand/stored-experts.js'
import { intervalArrays } from '../intervals/interval-arrays.js'
import { learnedIntervals } from '../intervals/learned-intervals.js'
import { Classes } from '../lanes/classes.js'
import { laneKit } from '../lanes/lane-kit.js'
import { LaneSums } from '../lanes/lane-sums.js'
import { TableModel } from '../lanes/table-model.js'
import type { ModelState } from '../model/model-file.js'
import { FeatureDictionary } from '../names/feature-dictionary.js'
import { tracksScales } from '../names/scales.js'
import { mixes } from '../options/ensemble-options.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { settingsUnder } from '../options/model-options.js'
import { allOptions } from '../options/resolve-options.js'
import { resolveWith } from '../options/resolve-with.js'
import type { Settings } from '../options/settings.js'
import { refinementArrays } from '../refine/refinement-arrays.js'
import { refined } from '../refine/refinements.js'
import { WorkInFlight } from '../run/in-flight.js'
import { ignoredArrays } from '../table/store.js'
import { ProgressiveValidation } from '../validation/progressive-validation.js'
import { LearnerState } from './learner-state.js'

/** Returns the state of a `Learner`. `model`: the contents of a model file; OL_MODEL_MISMATCH if the options contradict them */
export function wholeState(options: AnyLearnerOptions, model?: ModelState): LearnerState {
  checkPlain(options)
  const { backend: choice, ...rest } = options
  const settings =
    model === undefined ? resolveWith(rest, allOptions) : settingsUnder(model.settings, rest, allOptions)
  const { backend, info } = chooseOver(learning, choice)
  const { bits, classes, names: limit } = settings
  const shape = { classes: classes?.count ?? 0, replicates: settings.bootstrap?.replicates ?? 0 }
  const laneSums = hasLaneSums(settings) ? new LaneSums(shape, model?.sums) : undefined
  const sums = sumsOf(settings, model?.sums ?? [], laneSums?.length ?? 0)
  const stored = model && { ...model, ignored: sums.ignored[0]?.[0] ?? 0 }
  const base = new TableModel(settings, backend, laneKit, stored, sums.memory)
  const expansion = settings.expand === 'off' ? undefined : expertsOf(settings, backend, base, model)
  const refinements = refined(settings, backend, expansion ?? base, sums.refined)
  return new LearnerState({
    settings,
    backend,
    info,
    model: refinements.at(-1) ?? expansion ?? base,
    expansion,
    refinements,
    intervals: learnedIntervals(settings, sums.intervals, backend),
    progress: new ProgressiveValidation(settings.loss, model?.counts, laneSums, undefined, backend),
    classes: classes && new Classes(classes, (model?.counts.labelled ?? 0) > 0),
    firstPass: new FirstPass(settings, sums.firstPass, base.rows),
    names: new FeatureDictionary(
      backend,
      { limit, wide: bits === 'grow', scaled: tracksScales(settings) },
      model?.names,
      model?.unnamed,
    ),
    busy: new WorkInFlight(),
  })
}

/** Whether a model has lanes to combine, or weights of classes to sum. */
function hasLaneSums(settings: Settings): boolean {
  return settings.lanes > 1 || mixes(settings) || settings.classWeight !== undefined
}

/** Divides the arrays of sums of a model file, which follow in this order after the lanes'. */
function sumsOf(settings: Settings, sums: readonly Float64Array[], ofLanes: number) {
  const intervals = sums.length - intervalArrays(settings).length
  const refined = intervals - refinementArrays(settings).length
  const firstPass = refined - firstPassArrays(settings, 0).length
  const ignored = firstPass - ignoredArrays(settings).length
  return {
    memory: sums.slice(ofLanes, Math.max(0, ignored)),
    ignored: sums.slice(Math.max(0, ignored), Math.max(0, firstPass)),
    firstPass: sums.slice(Math.max(0, firstPass), Math.max(0, refined)),
    refined: sums.slice(Math.max(0, refined), Math.max(0, intervals)),
    intervals: sums.slice(Math.max(0, intervals)),
  }
}
