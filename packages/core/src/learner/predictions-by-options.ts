import type { CommonOptions } from '@ol/spec'
import type { ExampleLabel } from '../examples/features.js'
import type { LearnerOptions } from '../options/learner-options.js'
import type { ClassLabel } from '../options/settings.js'
import { Learner as LearnerClass } from './learner.js'
import type { LabelOrNone } from './predicted-batch.js'

/**
 * The result of `predict` for one example, depending on the options `classes`, `task` and `mostClasses`: the name of
 * a class; a number or a name if classes are numbered; otherwise a number.
 */
export type PredictionOf<
  C extends CommonOptions['classes'],
  T extends CommonOptions['task'],
  Most,
> = T extends 'binary' | 'regression'
  ? number
  : C extends readonly string[]
    ? NamedLabel<C[number], T, Most>
    : C extends number
      ? ClassLabel
      : number

/** The label of a class by the names of classes: numbers where two classes, or classes that may be added, have numbers as names. */
export type NamedLabel<Name extends string, T, Most> = T extends 'binary'
  ? NumberOr<Name, `${number}`, Name>
  : Most extends number
    ? NumberOr<Name, `${bigint}`, string>
    : Name

/** A number if all names are numbers; a number or a string if the compiler does not know the names. */
export type NumberOr<Name extends string, Numbers extends string, Other> = string extends Name
  ? ClassLabel
  : [Name] extends [Numbers]
    ? number
    : Other

/** The labels of classes, by the same options; undefined: in regression there are none. */
export type LabelOf<
  C extends CommonOptions['classes'],
  T extends CommonOptions['task'],
  Most,
> = T extends 'regression'
  ? undefined
  : C extends readonly string[]
    ? NamedLabel<C[number], T, Most>
    : C extends number
      ? ClassLabel
      : T extends 'binary'
        ? number
        : LabelOrNone

/**
 * The labels that a learner takes, by the same options: in regression and for two classes numbers or booleans, unless
 * classes have names.
 */
export type LabelTaken<
  C extends CommonOptions['classes'],
  T extends CommonOptions['task'],
> = T extends 'regression'
  ? number
  : C extends readonly string[]
    ? ExampleLabel
    : C extends number
      ? ClassLabel
      : number | boolean

/** The class `Learner`, whose type of predictions follows from the options. */
export interface LearnerConstructor extends Pick<typeof LearnerClass, keyof typeof LearnerClass> {
  /** Creates an untrained learner; `classes` and `task` determine the types of its predictions and labels. */
  new <
    const C extends CommonOptions['classes'] = undefined,
    const T extends CommonOptions['task'] = undefined,
    const Most extends number | undefined = undefined,
  >(
    options?: LearnerOptions & {
      readonly classes?: C
      readonly task?: T
      readonly mostClasses?: Most
    },
  ): LearnerClass<PredictionOf<C, T, Most>, LabelOf<C, T, Most>, LabelTaken<C, T>>
  /** Creates an untrained learner with an explicit type of predictions, for options that are known only at run time. */
  new <P extends number | string>(options?: LearnerOptions): LearnerClass<P>
}

/** A linear model over hashed features that learns one example at a time: see `LearnerConstructor` for its types. */
export type Learner<
  P extends ClassLabel = number,
  K extends LabelOrNone = LabelOrNone,
  L extends ExampleLabel = ExampleLabel,
> = LearnerClass<P, K, L>

export const Learner: LearnerConstructor = LearnerClass

/** The read-only operations of a model: scores, probabilities, intervals, loss and terms, and its view. */
export type ScoringModel = Omit<
  LearnerClass,
  'learn' | 'fitScales' | 'predict' | 'predictOne' | 'explain' | 'batch' | 'split'
>

/** The read-only view of a model: its options, its weights, its report, and its bytes. */
export type ModelView = Omit<
  ScoringModel,
  'scores' | 'probabilities' | 'predictInterval' | 'evaluate' | 'terms' | 'learnerState'
>
