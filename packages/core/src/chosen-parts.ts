/**
 * Learners with chosen rules and parts alone, for pages that load no others: see `learnerWith`.
 *
 * @module @ol/core/parts
 */

import { addMetrics, answer, expand, merge, mix, scoreCurves, screen, split } from '@ol/fallback'
import type { AttachedPart } from './learner/learner-with.js'
import { deriving as derivingPart } from './learner/parts/deriving-part.js'
import { evaluating as evaluatingPart } from './learner/parts/evaluating-part.js'
import { inspecting as inspectingPart } from './learner/parts/inspecting-part.js'
import { merging as mergingPart } from './learner/parts/merging-part.js'
import { mixing as mixingPart } from './learner/parts/mixing-part.js'
import { predictOnly as predictOnlyPart } from './learner/parts/predict-only-part.js'
import { saving as savingPart } from './learner/parts/saving-part.js'
import { storing as storingPart } from './learner/parts/storing-part.js'

export type { KnownRule, KnownRules } from '@ol/fallback'
export type { BaseLearner } from './learner/base-learner.js'
export { type AttachedPart, learnerWith } from './learner/learner-with.js'

/** Model files as bytes: `toBytes`, `fileSize` and `fromBytes`; and `load`, where there are files. */
export const storing: AttachedPart = { part: { storing: storingPart }, calls: {} }

/** Mixtures: the rules `auto` and `auto-small`, and `learningRate: 'auto'`. */
export const mixing: AttachedPart = { part: { mixing: mixingPart }, calls: { mix, answer } }

/** Derived features: the option `expand`, and `terms`. */
export const deriving: AttachedPart = {
  part: { deriving: derivingPart },
  calls: { expand, screen, mix, answer },
}

/** Figures by the task, in the reports of streams: without them there is the loss alone. */
export const evaluating: AttachedPart = {
  part: { evaluating: evaluatingPart },
  calls: { addMetrics, scoreCurves },
}

/** `explain`, `inspect`, `weights`, `sparsity` and `nameCollisions`. */
export const inspecting: AttachedPart = { part: { inspecting: inspectingPart }, calls: {} }

/** `merge` and `split`, which take a model through its bytes: with `storing`. */
export const merging: AttachedPart = {
  part: { merging: mergingPart, storing: storingPart },
  calls: { merge, split },
}

/** `predictOnly` of `save` and `toBytes`. */
export const predictOnly: AttachedPart = { part: { predictOnly: predictOnlyPart }, calls: {} }

/** `save`: the model as a file, where there are files; with `storing`. */
export const saving: AttachedPart = { part: { saving: savingPart, storing: storingPart }, calls: {} }

export { type CsvColumns, csvText } from './text/csv-text.js'
export type { TextReader } from './text/text-batch.js'
export { vwText } from './text/vw-text.js'
