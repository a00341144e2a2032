import type { Backend } from '@ol/spec'
import type { checkBatch } from '../examples/check-batch.js'
import type { FirstPass, firstPassArrays } from '../examples/first-pass.js'
import type { expertsOf, partsOf } from '../expand/stored-experts.js'
import type { classesWith, partsByClasses } from '../lanes/class-parts.js'
import type { Classes } from '../lanes/classes.js'
import type { Ensemble } from '../lanes/ensemble.js'
import type { LaneSums } from '../lanes/lane-sums.js'
import type { MixerOf } from '../lanes/mixer.js'
import type { StandardizedModel } from '../lanes/standardized-model.js'
import type { FeatureDictionary } from '../names/feature-dictionary.js'
import type { tracksScales } from '../names/scales.js'
import type { refusePredictOnly, settingsUnder } from '../options/model-options.js'
import type {
  ClassOptions,
  ExpandOptions,
  GrowingOptions,
  InputOptions,
  LaneOptions,
  NameOptions,
  OptionParts,
  ScalingOptions,
} from '../options/resolve-with.js'
import type { WorkInFlight as Busy } from '../run/in-flight.js'
import type { GrowingStore } from '../table/growing-store.js'
import type { ignoredArrays } from '../table/store.js'
import type { Evaluation } from '../validation/evaluation.js'
import type { ProgressiveValidation } from '../validation/progressive-validation.js'

/** What the state of a learner is made of beside its heart. */
export interface StateParts extends OptionParts {
  /** the backend in TypeScript, with these rules */
  readonly backend: Backend
  /** batches of arrays that the learner has not made */
  readonly checking?: CheckingPart
  /** model files that are written */
  readonly saving?: BusyPart
  /** classes, one against all or as one distribution */
  readonly classifying?: ClassifyingPart
  /** several lanes: what classes, mixtures and replicates need */
  readonly lanes?: LanesPart
  /** an index of features: `bits: 'grow'`, and rules with a matrix */
  readonly growing?: GrowingPart
  /** names of features */
  readonly naming?: NamingPart
  /** first passes that find the scales of features */
  readonly scaling?: FirstPassPart
  /** rules that standardize: `std` and mixtures of it */
  readonly standardizing?: StandardizingPart
  /** streams, and reports */
  readonly streaming?: ReportingPart
  /** derived features */
  readonly deriving?: ExpertsPart
  /** mixtures of lanes: rule `auto` and `learningRate: 'auto'` */
  readonly mixing?: MixingPart
  /** the settings of models that are read */
  readonly storing?: ResumingPart
  /** figures by the task, in the reports of streams: without them there is the loss alone */
  readonly evaluating?: EvaluatingPart
}

/** Mixes the answers of lanes. */
export interface MixingPart {
  readonly mixerOf: MixerOf
}

/** Makes and stores the experts of derived features. */
export interface ExpertsPart extends ExpandOptions {
  readonly expertsOf: typeof expertsOf
  readonly partsOf: typeof partsOf
}

/** Settles the options under which a model that is read goes on. */
export interface ResumingPart extends InputOptions {
  readonly refusePredictOnly: typeof refusePredictOnly
  readonly settingsUnder: typeof settingsUnder
}

/** Figures by the task. */
export interface EvaluatingPart {
  readonly Evaluation: typeof Evaluation
}

/** Numbers classes, and gives each its lanes. */
export interface ClassifyingPart extends ClassOptions {
  readonly Classes: typeof Classes
  readonly classesWith: typeof classesWith
  readonly partsByClasses: typeof partsByClasses
}

/** Combines lanes. */
export interface LanesPart extends LaneOptions {
  readonly Ensemble: typeof Ensemble
  readonly LaneSums: typeof LaneSums
}

/** Gives features rows of their own. */
export interface GrowingPart extends GrowingOptions {
  readonly GrowingStore: typeof GrowingStore
  readonly ignoredArrays: typeof ignoredArrays
}

/** Keeps the names of features. */
export interface NamingPart extends NameOptions {
  readonly FeatureDictionary: typeof FeatureDictionary
  readonly tracksScales: typeof tracksScales
}

/** Finds the scales of features. */
export interface FirstPassPart extends BusyPart, ScalingOptions {
  readonly FirstPass: typeof FirstPass
  readonly firstPassArrays: typeof firstPassArrays
}

/** Reports progress. */
export interface ReportingPart extends BusyPart {
  readonly ProgressiveValidation: typeof ProgressiveValidation
}

/** Learns by rules that standardize. */
export interface StandardizingPart {
  readonly StandardizedModel: typeof StandardizedModel
}

/** Knows what a model is busy with. */
export interface BusyPart {
  readonly Busy: typeof Busy
}

/** Checks batches. */
export interface CheckingPart {
  readonly checkBatch: typeof checkBatch
}
