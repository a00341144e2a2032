import type { AnyLearnerOptions, ClassLabel, Progress } from '@ol/core'
import { excludingDefault, impliedRule } from '@ol/core/internal'
import type { ReadReport } from '@ol/reader'
import { isNumberText, nameOf, type ReadOptions, rules } from '@ol/spec'
import type { TaskReport } from './operations/task-report.js'
import type { Report } from './reports.js'
import type { Session } from './session.js'

/** A warning or other notice about a run that continues. */
export type Notice =
  /** a cache could not be used and is regenerated */
  | { readonly kind: 'cache-regenerated'; readonly cache: string; readonly reason: string }
  /** a file of the input changed between two passes, which read other examples */
  | { readonly kind: 'input-changed' }
  /** see `Learner.warnings` */
  | { readonly kind: 'learner'; readonly text: string }
  /** options because of which the rule is not `auto`, the default */
  | { readonly kind: 'implied-rule'; readonly rule: string; readonly options: readonly string[] }
  /**
   * the average loss is above the loss of the best constant prediction; `tries`: options that may help, none of which
   * is in use
   */
  | {
      readonly kind: 'above-baseline'
      readonly averageLoss: number
      readonly baseline: number
      readonly tries: readonly BaselineTry[]
    }
  /** labels are the integers from 1 to `classes` and are learned as classes, although they may be ratings, whose order matters */
  | { readonly kind: 'ratings'; readonly classes: number }
  /** labels were taken for this many classes, so the label may be another column; `numbers`: all of them are numbers */
  | { readonly kind: 'many-classes'; readonly classes: number; readonly numbers: boolean }
  /** no example has a label: nothing was learned */
  | { readonly kind: 'no-labels' }
  /** classes that no example has, by name; a class without a name by its number: `number 3` */
  | { readonly kind: 'unseen-classes'; readonly unseen: readonly string[]; readonly classes: number }
  /** outlier labels from which the model did not learn: see the option `outliers` */
  | { readonly kind: 'label-outliers'; readonly count: number }
  /** values of features beyond the limit of the model, from which it did not learn: see the option `maxFeatures` */
  | { readonly kind: 'ignored-values'; readonly count: number; readonly most: number }
  /**
   * names in `interactions`, and first characters of namespaces in options, that none of the first examples has; the
   * examples are objects
   */
  | { readonly kind: 'unseen-features'; readonly unseen: readonly string[]; readonly examples: number }
  /** first characters of namespaces that options name and no example has features in */
  | { readonly kind: 'unseen-namespaces'; readonly unseen: readonly string[] }
  /** names in `classWeight` that no label had */
  | { readonly kind: 'unseen-weights'; readonly unseen: readonly string[] }

/**
 * The options that may help a model that is no better than a constant: `learningRate: 'auto'`, `labelScale: 'spread'`,
 * `passes: 3`.
 */
export type BaselineTry = 'learningRate' | 'labelScale' | 'passes'

/** Returns the notice that options exclude the default rule, if no rule is named. */
export function impliedRuleNotices(options: AnyLearnerOptions): readonly Notice[] {
  const excluding = excludingDefault(options)
  const rule = nameOf(impliedRule(options))
  return excluding.length === 0 ? [] : [{ kind: 'implied-rule', rule, options: excluding }]
}

/** Returns the notices about a complete training. `given`: the label that means +1, if an option names it */
export function finalNotices(
  report: Report,
  progress: Labels,
  { learner, classes, schema }: Session,
  given: ReadOptions['positive'],
  reading: ReadReport,
): readonly Notice[] {
  const { labelOutliers, ignoredValues: count, options } = learner
  // a model that continues training need not see each label and each namespace again
  const isContinued = report.task?.by === 'model'
  const positive = given ?? (isContinued ? undefined : (schema?.positive ?? undefined))
  return [
    ...labelNotices(report),
    ...unseenPositive(progress, positive),
    ...baselineNotices(report, options),
    ...(isContinued ? [] : unseenSpaces(reading)),
    ...unseenWeights(learner.options, classes),
    ...(labelOutliers > 0 ? [{ kind: 'label-outliers', count: labelOutliers } as const] : []),
    ...(count > 0 ? [{ kind: 'ignored-values', count, most: options.maxFeatures ?? 0 } as const] : []),
  ]
}

/** Returns the notices before anything is learned. `by`: what decided the task */
export function firstNotices(
  { warnings, classes }: Pick<Session['learner'], 'warnings' | 'classes'>,
  by: TaskReport['by'],
): readonly Notice[] {
  const own = warnings.map((text) => ({ kind: 'learner', text }) as const)
  return by === 'labels' ? [...own, ...ratingNotices(classes), ...manyClasses(classes)] : own
}

/** Returns a notice if labels that were read as classes may be ratings: numbers from 1 on without a gap. */
function ratingNotices(names: readonly (number | string)[] | undefined): readonly Notice[] {
  const numbers = (names ?? []).map(Number)
  const { length } = numbers
  const ratings =
    length > 2 && new Set(numbers).size === length && numbers.every((k) => k >= 1 && k <= length)
  return ratings && numbers.every(Number.isInteger) ? [{ kind: 'ratings', classes: length }] : []
}

/** More classes than this are seldom meant where nothing asks for classes. */
const manyLabels = 100

/** Returns a notice if labels were read as more classes than are likely. */
function manyClasses(names: readonly (number | string)[] = []): readonly Notice[] {
  const { length } = names
  if (length <= manyLabels) return []
  return [
    { kind: 'many-classes', classes: length, numbers: names.every((name) => isNumberText(String(name))) },
  ]
}

/** Returns the notices about the labels of a run. */
function labelNotices(report: Pick<Report, 'classes' | 'confusion' | 'labelled'>): readonly Notice[] {
  return report.labelled === 0 ? [{ kind: 'no-labels' }] : unseenClasses(report)
}

/** Fewer labelled examples say little about a model. */
const fewExamples = 100

/** Returns whether a model is no better than the best constant prediction. With class weights this is intended. */
export function isAboveBaseline({
  averageLoss,
  bestConstant,
  labelled,
  evaluation,
  classWeight,
}: Pick<Report, 'averageLoss' | 'bestConstant' | 'labelled' | 'evaluation' | 'classWeight'>): boolean {
  if (classWeight !== undefined || bestConstant === undefined) return false
  if (labelled < fewExamples || averageLoss <= bestConstant.loss) return false
  // the very first prediction, made before any label, can be most of the loss
  const { sinceWarmUp } = evaluation ?? {}
  return !(sinceWarmUp?.task === 'regression' && sinceWarmUp.r2 > 0)
}

function baselineNotices(report: Report, { learningRate, labelScale }: AnyLearnerOptions): readonly Notice[] {
  const { averageLoss, bestConstant, rule, passes } = report
  if (bestConstant === undefined || !isAboveBaseline(report)) return []
  const { ensemble, params } = rules[rule]
  const takesRate = ensemble === undefined && params.some(({ name }) => name === 'learningRate')
  const tries: BaselineTry[] = [
    ...(takesRate && learningRate !== 'auto' ? (['learningRate'] as const) : []),
    ...(report.evaluation?.overall.task === 'regression' && labelScale === 'none'
      ? (['labelScale'] as const)
      : []),
    ...(passes === undefined ? (['passes'] as const) : []),
  ]
  return [{ kind: 'above-baseline', averageLoss, baseline: bestConstant.loss, tries }]
}

/** Returns the classes that no example has: the labels, or the number of classes, may be wrong. */
export function unseenClasses({
  classes,
  confusion,
  labelled,
}: Pick<Report, 'classes' | 'confusion' | 'labelled'>): readonly Notice[] {
  if (classes === undefined || confusion === undefined || labelled === 0) return []
  const unseen = classes
    .map((label, k) => (label === '' ? `number ${k + 1}` : String(label)))
    .filter((_, k) => !confusion[k].some((weight) => weight > 0))
  return unseen.length === 0 ? [] : [{ kind: 'unseen-classes', unseen, classes: classes.length }]
}

/** The labels of a run. */
type Labels = Pick<Progress, 'labelled' | 'labelMean'> & Partial<Pick<Progress, 'unpredictedLabel'>>

/**
 * Returns a notice about a positive label that options name and no example has: it may be mistyped, and then the
 * model learns that every label means -1.
 */
export function unseenPositive(
  { labelled, labelMean, unpredictedLabel }: Labels,
  positive: ReadOptions['positive'],
): readonly Notice[] {
  // the mean of equal labels is exact
  return positive === undefined || labelled === 0 || labelMean !== -1 || unpredictedLabel === 1
    ? []
    : [{ kind: 'unseen-classes', unseen: [String(positive)], classes: 2 }]
}

/**
 * Returns a notice about namespaces that options name and no example has: a name may be mistyped. `among`: the ones to
 * look for, default all
 */
export function unseenSpaces(
  { namedNamespaces = {} }: Pick<ReadReport, 'namedNamespaces'>,
  among?: string,
): readonly Notice[] {
  const unseen = Object.keys(namedNamespaces).filter(
    (name) => !namedNamespaces[name] && (among === undefined || among.includes(name)),
  )
  return unseen.length === 0 ? [] : [{ kind: 'unseen-namespaces', unseen }]
}

/** Returns a notice about weights of classes that could still appear but did not: a name may be mistyped. */
function unseenWeights(
  { classWeight, mostClasses }: Pick<AnyLearnerOptions, 'classWeight' | 'mostClasses'>,
  classes: readonly ClassLabel[] | undefined,
): readonly Notice[] {
  if (mostClasses === undefined || typeof classWeight !== 'object') return []
  const known = new Set(classes?.map(String))
  const unseen = Object.keys(classWeight).filter((name) => !known.has(name))
  return unseen.length === 0 ? [] : [{ kind: 'unseen-weights', unseen }]
}
