import { finalize, mix, mixErrors, settleClasses } from '@ol/fallback'
import { groupsOf } from '../lanes/mixture/lane-groups.js'
import { Mixture } from '../lanes/mixture/mixture.js'
import type { ModelState } from '../model/model-file.js'
import { sumsOf } from '../model/model-tensors.js'
import { isCombined, mixes } from '../options/ensemble-options.js'
import { headOf, namedSums } from './model-part.js'

/** The arrays of the evidence by which lanes are weighed, by their names in the model file. */
const evidence = ['mixture', 'mixture_scalars', 'calibration']

/** The evidence of a model by which its lanes are weighed: arrays of a model file. */
export type Evidence = Readonly<Record<string, readonly number[]>>

/** Returns a model whose lanes weigh the same, as if there had been no examples; the range of the labels stays. */
export function unweighed(model: ModelState): ModelState {
  const { settings } = model
  if (!mixes(settings)) return model
  const [mixture, fresh, calibration] = Mixture.of(
    settings,
    { mix, mixErrors, finalize, settleClasses },
    [],
  ).memory
  if (isCombined(settings)) return withArrays(model, { mixture, mixture_scalars: fresh, calibration })
  const groups = groupsOf(settings)
  const known = namedSums(headOf(model)).get('mixture_scalars') ?? fresh
  const scalars = known.map((value, i) => (i < groups.length || i === known.length - 1 ? fresh[i] : value))
  return withArrays(model, { mixture, mixture_scalars: scalars })
}

/** Returns a model with other arrays of these names. */
export function withArrays(
  model: ModelState,
  arrays: Readonly<Record<string, Float64Array | undefined>>,
): ModelState {
  const names = sumsOf(model.settings, 0).map(({ name }) => name)
  return { ...model, sums: model.sums.map((array, i) => arrays[names[i]] ?? array) }
}

/** Returns the evidence of a model. */
export function evidenceOf(model: ModelState): Readonly<Record<string, Float64Array>> {
  return Object.fromEntries([...namedSums(headOf(model))].filter(([name]) => evidence.includes(name)))
}
