/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
import type { ClassWeight, ClipSetting, GroupFactors, JsonValue } from '../options/option-values.js'

/** Options that every rule and every loss has. Everything has a default. */
export interface CommonOptions {
  /** the kind of labels: binary: one of two classes; multiclass: one of several classes; regression: a number; auto: decided by other options (default: auto; for files, inferred from the labels in the first 1 MiB) */
  readonly task?: 'auto' | 'binary' | 'multiclass' | 'regression' | undefined
  /** how an example is learned: invariant: an example of weight 2 counts as two examples; plain: one gradient step (default: invariant, if the rule supports it) */
  readonly update?: 'invariant' | 'plain' | undefined
  /** 2^bits slots for hashed features; grow: an exact feature index, without collisions, whose memory grows with the features seen (a whole number from 1 to 30; default: 18, unless the rule has another default) */
  readonly bits?: number | 'grow' | undefined
  /** with bits grow: the most features that get a slot; further features are ignored, counted and reported, so that memory stays constant (a whole number from 1 to 1073741824; default: no limit) */
  readonly maxFeatures?: number | undefined
  /** the type of the numbers in the table; arithmetic is always in double (default: float32; float64 for rules with a matrix) */
  readonly precision?: 'float32' | 'float64' | undefined
  /** the range in which predictions are kept: [MIN, MAX]; labels: the range of the labels so far; vw: the same range, extended to 0 and the label of the example itself, as in Vowpal Wabbit; none; auto: by the loss (default: auto: [-50, 50] for logistic and poisson loss, labels for losses of real labels, otherwise none) */
  readonly clip?: 'auto' | ClipSetting | undefined
  /** the unit in which numeric labels are learned: spread: the distance from their mean so far, in standard deviations so far, so that their unit and zero do not matter; none: as they are (default: spread for losses of real labels without classes, otherwise none) */
  readonly labelScale?: 'spread' | 'none' | undefined
  /** the treatment of outliers, values and labels far beyond all earlier ones: bound: an outlier changes the scale of its feature only within a bound, and an example with an outlier label is not learned; errors: in addition, squared loss learns an outlier error as a smaller one; keep: they count as they are (default: errors for squared loss, otherwise bound, if the rule or the label scale can measure outliers) */
  readonly outliers?: 'errors' | 'bound' | 'keep' | undefined
  /** features that OL derives from columns: bins: ranges of each column between its quantiles; pairs, triples: also crosses of columns that explain the remaining error; auto: triples for tables (default: auto with rule auto; off with other rules, for shards (shard, parallel) or a merge holdout, and with bits grow, classWeight, families rms, or a loss other than logistic, softmax, squared and half-squared) */
  readonly expand?: 'off' | 'bins' | 'pairs' | 'triples' | 'auto' | undefined
  /** for a mixture with real labels: a least-squares combination of the predictions of its lanes, mixed with the mixture itself (default: auto with rule auto and a loss of real labels; otherwise off) */
  readonly stack?: 'off' | 'auto' | undefined
  /** a calibration curve over the score, learned next to the model and mixed with it: it corrects probabilities that are too close to 0 and 1 or too far from them, and biased predictions of large or small numbers (default: auto with rule auto; otherwise off) */
  readonly curve?: 'off' | 'auto' | undefined
  /** learn prediction intervals, or sets of classes, for predictInterval and predict --interval; this changes no prediction (default: auto) */
  readonly intervals?: 'off' | 'auto' | undefined
  /** how scores are returned: identity: as they are; logistic: as a probability; glf1: within (-1, 1); exp: as a mean of counts (default: identity) */
  readonly link?: 'identity' | 'logistic' | 'glf1' | 'exp' | undefined
  /** divide each feature, before interactions, by its largest |x| (max), by its root mean square (square), or by nothing (none); max and square need a first pass (default: none) */
  readonly prenormalize?: 'none' | 'max' | 'square' | undefined
  /** several classes: their number K (labels are 1 to K, or K distinct strings), or their names. With task binary: the labels that mean -1 and +1 (default: none: the loss determines which labels are valid) */
  readonly classes?: number | readonly string[] | undefined
  /** with names of classes: the maximum number of classes; a label with a new name adds a class (a whole number from 2 to 4096; default: new names are refused) */
  readonly mostClasses?: number | undefined
  /** class weights for learning, which multiply the weights of examples: balanced: larger for classes that have been rare so far; or weights by the names of classes (default: 1 each) */
  readonly classWeight?: ClassWeight | undefined
  /** factors by namespace, for the convexity of aogd or the strength of a group norm; a namespace is the first character of its name, or a space for features without one (default: 1 each) */
  readonly groupFactors?: GroupFactors | undefined
  /** the number of replicates that learn from resampled streams besides the model, for intervals of the loss and of predictions (a whole number from 2 to 1000; default: none) */
  readonly bootstrap?: number | undefined
  /** the seed of the resampling (a whole number from 0 to 4294967295; default: 0) */
  readonly bootstrapSeed?: number | undefined
  /** for rule auto and learning rate auto: keep lanes whose weight has vanished; otherwise OL prunes them if that frees memory (default: false) */
  readonly keepLanes?: boolean | undefined
  /** each example has a constant feature, which is always 1 (default: true) */
  readonly constant?: boolean | undefined
  /** the names to hash: 'strings': all but integers, which are their own hash; 'all': every name (default: strings) */
  readonly hash?: 'strings' | 'all' | undefined
  /** the seed of the hashes (a whole number from 0 to 4294967295; default: 0) */
  readonly hashSeed?: number | undefined
  /** the features of a missing number: 'value': NaN, which adds nothing to the score, and the indicator NAME=missing; 'absent': none, as if the number were 0 (default: value) */
  readonly missingAs?: 'value' | 'absent' | undefined
  /** keep the names of the first n features, for inspect and explain; off: only names of columns (a whole number from 1 to 16777216; default: 100000) */
  readonly names?: number | 'off' | undefined
  /** native: C++; fallback: TypeScript, with the same results; auto: native if it is installed (default: the environment variable OL_BACKEND, or auto) */
  readonly backend?: 'auto' | 'native' | 'fallback' | undefined
  /** how the input of the model was read: any JSON value, which its file keeps (default: nothing) */
  readonly input?: JsonValue | undefined
}
