import type { AnyLearnerOptions } from '@ol/core'
import { checkClassWeight, impliedRule, labelsFor, requestedTask, type SignNames } from '@ol/core/internal'
import type { ReadOptions, TaskDecision } from '@ol/reader'
import {
  type LabelKind,
  type LossId,
  losses,
  OLError,
  type RuleId,
  rules,
  type Task,
  valueText,
} from '@ol/spec'

/** The decisions before the labels are seen. */
export interface Fixed {
  readonly task: AnyLearnerOptions['task']
  readonly classes: AnyLearnerOptions['classes']
  /** the named ones */
  readonly losses: readonly LossId[] | undefined
  readonly rules: readonly RuleId[]
}

/** Returns what the options of one learner fix. */
export function fixedBy(options: AnyLearnerOptions): Fixed {
  const { task, classes, loss } = options
  return {
    task,
    classes,
    losses: loss === undefined ? undefined : [loss],
    rules: [impliedRule(options).rule],
  }
}

/**
 * Returns how to read labels: they decide the task, unless options name the task, classes or losses, or a rule has
 * losses of only one kind.
 *
 * @throws OLError OL_PARAMETER if `positive` names one of two labels and another option excludes two classes
 */
export function labelsToRead(
  fixed: Fixed,
  positive?: unknown,
): Pick<ReadOptions, 'labels' | 'classes' | 'task' | 'decidedBy'> {
  const { classes } = fixed
  if (positive !== undefined) refuseOtherTasks(fixed, positive)
  const by = decidedBy(fixed, positive)
  if (classes !== undefined) return { labels: 'class', classes, decidedBy: by }
  const task = requestedTask(fixed.task)
  if (task === 'multiclass') return { task, decidedBy: by }
  // softmax has two classes or more
  const named = fixed.losses ?? []
  if (task === undefined && named.length > 0 && named.every((loss) => losses[loss].across !== undefined))
    return { task: 'auto', labels: 'class', decidedBy: by }
  const kind = kindOf(fixed)
  const agreed: Task | 'auto' =
    task ?? (kind === undefined ? 'auto' : kind === 'sign' ? 'binary' : 'regression')
  return { task: agreed, decidedBy: by, ...(kind === 'count' ? { labels: kind } : {}) }
}

/** Throws OL_PARAMETER if options contradict `positive`, which makes two classes of all labels. */
function refuseOtherTasks(fixed: Fixed, positive: unknown): void {
  const task = requestedTask(fixed.task)
  const other =
    fixed.classes !== undefined
      ? 'classes'
      : task !== undefined && task !== 'binary'
        ? `task ${task}`
        : kindOf(fixed) === 'count'
          ? 'a loss of counts'
          : undefined
  if (other === undefined) return
  const expected = `positive ${valueText(positive)} alone, which makes two classes of all labels,`
  throw new OLError(
    'OL_PARAMETER',
    `Expected ${expected} but received ${other} next to it: remove one of them`,
    {
      value: positive,
      expected,
    },
  )
}

function kindOf({ losses: named, rules: ruleIds }: Fixed): LabelKind | undefined {
  if (named !== undefined) return labelsFor(named)
  const kinds = new Set(
    ruleIds.flatMap((id) => {
      const { othersRefused, losses: own } = rules[id]
      return othersRefused === true && own !== undefined
        ? own.map((loss) => losses[loss].labels)
        : ['any' as const]
    }),
  )
  const [kind] = kinds
  return kinds.size === 1 && kind !== 'any' ? kind : undefined
}

/** Returns the option or file that decides the task. */
export function decidedBy(
  fixed: Fixed,
  positive: unknown,
): 'labels' | 'task' | 'loss' | 'classes' | 'rule' | 'positive' {
  if (fixed.classes !== undefined) return 'classes'
  if (requestedTask(fixed.task) !== undefined) return 'task'
  if (fixed.losses !== undefined) return 'loss'
  if (kindOf(fixed) !== undefined) return 'rule'
  return positive === undefined ? 'labels' : 'positive'
}

/** Returns options that can be checked before the classes are known. */
export function beforeLabels({ classWeight, ...learner }: AnyLearnerOptions): AnyLearnerOptions {
  checkClassWeight(classWeight)
  return learner.task === 'multiclass' && learner.classes === undefined ? { ...learner, classes: 2 } : learner
}

/** Returns the options of a learner of examples whose labels decided the task, as `optionsFor` does by a schema. */
export function withDecision(
  learner: AnyLearnerOptions,
  decision: TaskDecision | undefined,
  losses: readonly LossId[] | undefined = learner.loss === undefined ? undefined : [learner.loss],
): AnyLearnerOptions {
  if (decision === undefined || learner.classes !== undefined) return learner
  const task = losses === undefined ? { task: decision.task } : {}
  if (decision.task === 'regression') return { ...learner, ...task }
  if (decision.task === 'binary')
    return decision.names === undefined
      ? { ...learner, ...task }
      : { ...learner, task: 'binary', classes: decision.names }
  const { count, names, grows } = decision.classes
  return grows === true && names !== null
    ? { ...learner, ...task, classes: names, mostClasses: count }
    : { ...learner, ...task, classes: names ?? count }
}

/** Returns how to read the labels of objects that decided the task. */
export function labelsDecided(
  decision: TaskDecision | undefined,
): Pick<ReadOptions, 'labels' | 'classes'> & { readonly pair?: SignNames | undefined } {
  if (decision === undefined || decision.task === 'regression') return {}
  if (decision.task === 'binary') return { labels: 'sign', pair: decision.names }
  const { count, names } = decision.classes
  return { labels: 'class', classes: names ?? count }
}
