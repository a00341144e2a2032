import type { OptionChoice } from './learner-options.js'

/** A value that a model file can store besides the model. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/**
 * The range in which predictions are kept: none, the range of the labels learned so far, Vowpal Wabbit's range, or
 * [min, max].
 */
export type ClipSetting = 'none' | 'labels' | 'vw' | readonly [min: number, max: number]

/**
 * The weights of classes in learning: `balanced`: by how often each has occurred so far; by the name of the class; or one for each,
 * in the order of the classes (of two classes -1 comes first).
 */
export type ClassWeight = 'balanced' | { readonly [name: string]: number } | readonly number[]

/** Factors of the regularization of the features of namespaces, each by the first character of its name; a space: those without. */
export type GroupFactors = { readonly [namespace: string]: number }

/**
 * The divisor of each feature before learning and predicting: none, the largest |x| or the root mean square of the data
 * of a first pass (Ross, Mineiro, Langford 2013, section 6).
 */
export type Prenormalize = OptionChoice<'prenormalize'>

/**
 * The unit in which labels are learned: `spread`: their distance from the mean so far in units of the standard deviation
 * so far; `none`: as they are.
 */
export type LabelScaling = OptionChoice<'labelScale'>

/**
 * The treatment of values, labels and errors far beyond all earlier ones. `bound`: they move scales no further than
 * typical values and labels do; `errors`: in addition, outlier errors are learned as smaller ones; `keep`: they count
 * as they are.
 */
export type Outliers = OptionChoice<'outliers'>

/**
 * Which features are derived from others while the stream is read: none; bins of columns; pairs of columns as well;
 * triples as well; `auto`: as much as the data allow.
 */
export type Expand = OptionChoice<'expand'>

/** Whether the predictions of the lanes of a mixture are stacked: with real labels, or never. */
export type Stack = OptionChoice<'stack'>

/** Whether a curve is learned over the score: with a mixture, or never. */
export type Curve = OptionChoice<'curve'>

/** Whether intervals of labels are learned from the predictions of a model. */
export type LearnsIntervals = OptionChoice<'intervals'>

/**
 * The meaning of a missing number. `value`: the value NaN, which says nothing about the feature, and the feature
 * NAME=missing; `absent`: no feature, as if the number were 0.
 */
export type MissingAs = OptionChoice<'missingAs'>
