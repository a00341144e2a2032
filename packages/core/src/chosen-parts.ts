/**
 * Learners with chosen rules and parts alone, for pages that load no others: see `learnerWith`.
 *
 * @module @ol/core/parts
 */

import {
  addMetrics,
  answer,
  everyLoss,
  expand,
  locate,
  merge,
  mix,
  mixErrors,
  scoreCurves,
  screen,
  split,
} from '@ol/fallback'
import { BaseLearner } from './learner/base-learner.js'
import type { AttachedPart, QuietPart } from './learner/learner-with.js'
import { bootstrapping as bootstrappingPart } from './learner/parts/bootstrapping-part.js'
import { checking as checkingPart } from './learner/parts/checking-part.js'
import { classifying as classifyingPart } from './learner/parts/classifying-part.js'
import { deriving as derivingPart } from './learner/parts/deriving-part.js'
import { evaluating as evaluatingPart } from './learner/parts/evaluating-part.js'
import { growing as growingPart } from './learner/parts/growing-part.js'
import { inspecting as inspectingPart } from './learner/parts/inspecting-part.js'
import { lanes as lanesPart } from './learner/parts/lanes-part.js'
import { merging as mergingPart } from './learner/parts/merging-part.js'
import { mixing as mixingPart } from './learner/parts/mixing-part.js'
import { naming as namingPart } from './learner/parts/naming-part.js'
import { predictOnly as predictOnlyPart } from './learner/parts/predict-only-part.js'
import { saving as savingPart } from './learner/parts/saving-part.js'
import { scaling as scalingPart } from './learner/parts/scaling-part.js'
import { standardizing as standardizingPart } from './learner/parts/standardizing-part.js'
import { storing as storingPart } from './learner/parts/storing-part.js'
import { streaming as streamingPart } from './learner/parts/streaming-part.js'

export type { KnownRule, KnownRules } from '@ol/fallback'
export type { BaseLearner } from './learner/base-learner.js'
export type { InspectedLearner } from './learner/inspected-learner.js'
export type { LeanLearner } from './learner/lean-learner.js'
export { type AttachedPart, learnerWith, type QuietPart } from './learner/learner-with.js'

/** The methods that parts have: they call each other's, and come together. */
const methods = (): typeof BaseLearner => BaseLearner

/** Model files as bytes: `toBytes`, `fileSize` and `fromBytes`; and `load`, where there are files. */
export const storing: AttachedPart = {
  methods,
  part: { storing: storingPart, naming: namingPart },
  calls: { locate },
}

/** Classes: the options `classes`, `mostClasses` and `classWeight`, and the task `multiclass`. */
export const classifying: QuietPart = {
  part: { classifying: classifyingPart, lanes: lanesPart },
  calls: {},
}

/** Batches of arrays of one's own; without this part a learner takes those that it, `vwText` or `csvText` made for it. */
export const checking: QuietPart = { part: { checking: checkingPart }, calls: {} }

/** All losses: without this part there are `squared` and `logistic`. */
export const allLosses: QuietPart = { part: {}, calls: {}, losses: everyLoss }

/** Replicates: the option `bootstrap`, and `interval`. */
export const bootstrapping: AttachedPart = {
  methods,
  part: { bootstrapping: bootstrappingPart, lanes: lanesPart },
  calls: {},
}

/** `bits: 'grow'`, and rules with a matrix. */
export const growing: AttachedPart = {
  methods,
  part: { growing: growingPart },
  calls: { locate },
}

/** Names of features: the option `names`, without this part `off`. */
export const naming: AttachedPart = {
  methods,
  part: { naming: namingPart },
  calls: { locate },
}

/** First passes: the option `prenormalize`, rules that need one, and `fitScales`. */
export const scaling: AttachedPart = {
  methods,
  part: { scaling: scalingPart, checking: checkingPart },
  calls: {},
}

/** Rules that standardize features: `std`; the mixtures of them have it from `mixing`. */
export const standardizing: QuietPart = { part: { standardizing: standardizingPart }, calls: {} }

/** Streams of `learn` and `predict`; `evaluate`, and `report`. */
export const streaming: AttachedPart = {
  methods,
  part: { streaming: streamingPart, checking: checkingPart },
  calls: {},
}

/** Mixtures: the rules `auto` and `auto-small`, and `learningRate: 'auto'`. */
export const mixing: QuietPart = {
  part: { mixing: mixingPart, lanes: lanesPart, standardizing: standardizingPart },
  calls: { mix, mixErrors, answer },
}

/** Derived features: the option `expand`, and `terms`. */
export const deriving: AttachedPart = {
  methods,
  part: { deriving: derivingPart },
  calls: { expand, screen, mix, mixErrors, answer },
}

/** Figures by the task, in the reports of streams: without them there is the loss alone; with `streaming`. */
export const evaluating: AttachedPart = {
  methods,
  part: { evaluating: evaluatingPart, streaming: streamingPart, checking: checkingPart },
  calls: { addMetrics, scoreCurves },
}

/** `explain`, `inspect`, `lanes`, the calls about weights and slots, `sparsity` and `nameCollisions`; with `naming`. */
export const inspecting: AttachedPart = {
  methods,
  part: { inspecting: inspectingPart, naming: namingPart },
  calls: { locate },
}

/** `merge` and `split`, which take a model through its bytes: with `storing`. */
export const merging: AttachedPart = {
  methods,
  part: { merging: mergingPart, storing: storingPart, naming: namingPart },
  calls: { locate, merge, split },
}

/** `predictOnly` of `save` and `toBytes`. */
export const predictOnly: AttachedPart = {
  methods,
  part: { predictOnly: predictOnlyPart },
  calls: {},
}

/** `save`: the model as a file, where there are files; with `storing`. */
export const saving: AttachedPart = {
  methods,
  part: { saving: savingPart, storing: storingPart, naming: namingPart },
  calls: { locate },
}

export { type CsvColumns, csvText } from './text/csv-text.js'
export type { TextReader } from './text/text-batch.js'
export { vwText } from './text/vw-text.js'
