import type {
  defaultRule,
  HashMode,
  Link,
  LossId,
  LossParameters,
  ParamName,
  Precision,
  RuleId,
  RuleParameters,
  singleRule,
  Task,
  Update,
} from '@ol/spec'
import type { BackendChoice } from '../backend/choose.js'
import type { ClassWeight } from './class-weight.js'
import type {
  ClipSetting,
  Expand,
  JsonValue,
  LabelScaling,
  MissingAs,
  Outliers,
  Prenormalize,
} from './settings.js'

/** Options that every rule and every loss has. Everything has a default. */
export interface CommonOptions {
  /**
   * The table has 2^bits slots, bits in [1, 30]; default 18, unless the rule has another. 'grow': an exact
   * (collision-free) feature index, a slot for each feature that was learned from
   */
  readonly bits?: number | 'grow' | undefined
  /**
   * With bits 'grow': the most features that get a slot, a whole number in [1, 2^30]. From then on features that are not known are
   * ignored, in learning and in predicting, as if they were not in their examples, and `ignoredValues` counts them.
   * Default: any number
   */
  readonly maxFeatures?: number | undefined
  /** of the table; arithmetic is always in double; default `float32`; rules with a matrix have `float64` alone */
  readonly precision?: Precision | undefined
  /** how the size of a step is computed; default: the first that the rule has, `invariant` */
  readonly update?: Update | undefined
  /**
   * The range that predictions are kept in. `auto`: [-50, 50] for logistic and poisson loss; the range of the labels
   * learned so far for losses of real labels; otherwise none. Of the rules `vw` and `coin` without a label scale `vw`: 0, the
   * labels learned so far, and, where an example is learned, its own label, so that what `learn` returns may lie beyond what
   * `predict`, which has no label, gives for it.
   */
  readonly clip?: 'auto' | ClipSetting | undefined
  /**
   * The unit in which labels are learned under losses of real labels, whatever the rule. `spread`: their distance from
   * the mean so far in units of the standard deviation so far, so that neither unit nor zero of the labels matters;
   * `none`: as they are, as the papers of the rules have it. Predictions, losses and weights are always in the unit of
   * the labels. Default `spread`; `none` for other losses and with classes
   */
  readonly labelScale?: LabelScaling | undefined
  /**
   * What is done with values and labels far beyond those before them. `bound`: a value of a feature moves the scale of the feature no
   * further than the rule's reach (docs/rules.md), and an example whose label is more than 8 standard deviations from the mean so far, and
   * more than a sixteenth of all squared distances so far, is predicted and not learned from; `errors`: in addition a gradient of squared
   * loss counts as at most 5.7 root mean squares of those so far, or an eighth of the root of their sum, whichever is more, but for the 256
   * examples after one that was cut down so; `keep`: they count as they are, as the papers of the rules have it. Default `errors`; `bound` for
   * other losses; `keep` where neither rule nor label scale has a measure of them
   */
  readonly outliers?: Outliers | undefined
  /**
   * Features that are derived of others, beside the model, by experts whose predictions are mixed with its own: `bins` of each column,
   * by its quantiles; `pairs` of columns as well, and `triples` as well, those that explain what is left unexplained; `auto`:
   * triples where examples are those of a table. Of rule `auto` without bits 'grow' or class weights: docs/expand.md. Default `off`
   */
  readonly expand?: Expand | undefined
  /** applied to a score before `learn` and `predict` return it; default `identity` */
  readonly link?: Link | undefined
  /**
   * What is learned: `binary`: one of two classes, labels -1 and +1; `multiclass`: one of `classes`; `regression`: a number. It
   * sets the default of `loss`, and both must agree. `auto`: what `classes` and `loss` say, since a learner cannot look ahead;
   * the pipeline decides by the labels. Default `auto`
   */
  readonly task?: Task | 'auto' | undefined
  /**
   * One against all: the number of classes, or their names. With a number, labels are the numbers 1 to K, or strings,
   * which are numbered in order of appearance. With task binary: the labels of -1 and +1, of one model. Default: none, labels are
   * those of the loss.
   */
  readonly classes?: number | readonly string[] | undefined
  /**
   * With names of classes: an example of another name adds its class, up to this many classes; the class starts untrained.
   * Default: as many as there are names, other labels are refused
   */
  readonly mostClasses?: number | undefined
  /**
   * Weights of classes in learning, which multiply those of the examples; not in regression. `balanced`: an example of class k
   * counts n / (K n_k) times, by the weights so far: n of all examples, n_k of the class, K the number of classes that have
   * occurred. By name: two classes without names are '-1' and '1', numbered ones '1' to 'K'; a class that is not named has 1. An array has one
   * for each class in their order. Losses and reports remain in the weights of the examples. Default: none
   */
  readonly classWeight?: ClassWeight | undefined
  /**
   * Replicates that learn beside the model from a resampled stream, for intervals of the loss and of predictions: a
   * whole number in [2, 1000]; 0: none; default 0
   */
  readonly bootstrap?: number | undefined
  /**
   * Whether a mixture (rule `auto`, `auto-small`, or learningRate 'auto') keeps all of its lanes; otherwise those whose weight has
   * vanished are pruned as soon as that makes the table smaller: docs/auto.md. Default false
   */
  readonly keepLanes?: boolean | undefined
  /** seed of the resampling: a whole number in [0, 2^32); default 0 */
  readonly bootstrapSeed?: number | undefined
  /**
   * The divisor of each feature, from a first pass over the data (`Learner.fitScales`): `max`: the largest |x|;
   * `square`: the root mean square over all examples. Default `none`
   */
  readonly prenormalize?: Prenormalize | undefined
  /** whether examples given as objects get a constant feature (index 11650396, value 1); default true */
  readonly constant?: boolean | undefined
  /** how names become hashes; default `strings` */
  readonly hash?: HashMode | undefined
  /** a whole number in [0, 2^32); default 0 */
  readonly hashSeed?: number | undefined
  /**
   * What null, undefined and NaN as the value of a feature are: `value`: missing, which says nothing about the feature, and the feature
   * NAME=missing beside it; `absent`: no feature, as if it were 0. Default `value`
   */
  readonly missingAs?: MissingAs | undefined
  /**
   * The names of features that the model keeps, in the order of their first appearance: at most so many, a whole number
   * in [1, 16777216]; 'off': none; default 100000
   */
  readonly names?: number | 'off' | undefined
  /** default: the environment variable OL_BACKEND, or `auto` */
  readonly backend?: BackendChoice | undefined
  /** any JSON value, stored in the model file: how its input was read */
  readonly input?: JsonValue | undefined
}

/** Parameters of other rules or losses, which are errors. */
export type AbsentParameters<Names extends string> = { readonly [name in Names]?: undefined }

/** The names of all parameters in a table: of all rules, or of all losses. */
export type ParameterNames<Table> = { [Id in keyof Table]: keyof Table[Id] }[keyof Table] & ParamName

/**
 * The update rule with its own parameters. Default `auto`, which has nothing to tune; `nag` where something is named that only
 * a single model has: a parameter of it, such as `learningRate`, a loss that `auto` does not take, classes with the loss of one
 * against all, or `bootstrap`. A rule that is known only at run time has none here: see
 * `checkOptions`.
 */
export type RuleOptions =
  | { [Rule in RuleId]: { readonly rule: Rule } & RuleParameters[Rule] }[RuleId]
  | { readonly rule: RuleId }
  | ({ readonly rule?: undefined } & ImpliedParameters &
      AbsentParameters<Exclude<ParameterNames<RuleParameters>, keyof ImpliedParameters>>)

/** Parameters that imply a rule: see `impliedRule`. */
export type ImpliedParameters = RuleParameters[typeof defaultRule] & RuleParameters[typeof singleRule]

/** The losses that have parameters of their own. */
export type LossWithParameters = {
  [Loss in LossId]: keyof LossParameters[Loss] extends never ? never : Loss
}[LossId]

/** The loss to minimize, with its own parameters; default `squared`, or the first that the rule accepts. */
export type LossOptions =
  | { [Loss in LossWithParameters]: { readonly loss: Loss } & LossParameters[Loss] }[LossWithParameters]
  | ({ readonly loss?: LossId | undefined } & AbsentParameters<ParameterNames<LossParameters>>)

/**
 * Options of a learner: the common ones, and the parameters of its rule and of its loss, by name and type. A learning
 * rate of 'auto' is a mixture of many: docs/auto.md.
 */
export type LearnerOptions = CommonOptions & RuleOptions & LossOptions

/** The parameters of any entry of a table, by name. */
export type AnyParameters<Table> = {
  readonly [Name in ParameterNames<Table>]?:
    | { [Id in keyof Table]: Name extends keyof Table[Id] ? Table[Id][Name] : never }[keyof Table]
    | undefined
}

/** The parameters of an entry of a table; where it is any of them, those of all. */
export type ParametersOf<Table, Id extends keyof Table> = [keyof Table] extends [Id]
  ? AnyParameters<Table>
  : Table[Id]

/**
 * The options of `LearnerOptions` for one rule and one loss; for any, by default, one object with the parameters of all:
 * unlike a union by rule it can be spread and extended at no cost for the compiler. A function whose type parameters are
 * the rule and the loss refuses what they do not have.
 */
export type OptionsFor<Rule extends RuleId = RuleId, Loss extends LossId = LossId> = CommonOptions & {
  readonly rule?: Rule | undefined
  readonly loss?: Loss | undefined
} & ParametersOf<RuleParameters, Rule> &
  ParametersOf<LossParameters, Loss>

/**
 * Options of a program that knows rule and loss at run time only: parameters of any rule and any loss. `checkOptions`
 * makes `LearnerOptions` of them.
 */
export interface AnyLearnerOptions extends CommonOptions, ParameterOptions {
  readonly rule?: RuleId | undefined
  readonly loss?: LossId | undefined
}

/** The parameters of all rules and losses, by name; a parameter with choices has their names as values. */
export type ParameterOptions = { readonly [name in ParamName]?: number | string | undefined }
