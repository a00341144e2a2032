import {
  defaultLoss,
  invalid,
  type LossId,
  type LossTable,
  lossOf,
  OLError,
  type RuleEntry,
  type Task,
  tasks,
} from '@ol/spec'
import { oneOf } from './option-checks.js'
import type { Settings } from './settings.js'

/** Returns the task of a learner with these settings. */
export function taskOf({ classes, loss }: Pick<Settings, 'classes' | 'loss'>): Task {
  if (classes !== undefined) return 'multiclass'
  return lossOf(loss).labels === 'sign' ? 'binary' : 'regression'
}

/** Returns the task that the options name; undefined: they name none. */
export function requestedTask(value: unknown): Task | undefined {
  const all: readonly ('auto' | Task)[] = ['auto', ...(Object.keys(tasks) as Task[])]
  const task = oneOf('OL_PARAMETER', 'task', all, value === undefined ? 'auto' : value)
  return task === 'auto' ? undefined : task
}

/** Returns the loss of a rule for a task if none is named: the task's, or the first loss of the rule that fits. */
export function lossForTask(rule: RuleEntry, task: Task | undefined): LossId {
  if (task === undefined) return defaultLoss(rule)
  // its classes are one distribution
  if (task === 'multiclass' && rule.ensemble !== undefined) return 'softmax'
  const { loss } = tasks[task]
  if (rule.othersRefused !== true || rule.losses === undefined || rule.losses.includes(loss)) return loss
  return (
    rule.losses.find((own) => (lossOf(own).labels === 'sign') === (task !== 'regression')) ?? rule.losses[0]
  )
}

/** Throws OL_PARAMETER or OL_LOSS if classes or loss contradict the task. */
export function checkTask(
  task: Task | undefined,
  loss: LossId,
  classes: Settings['classes'],
  losses: LossTable,
): void {
  if (task === undefined) return
  if (task === 'multiclass') {
    if (classes !== undefined) return
    const text = 'Expected classes for task multiclass, their number or their names, but received none'
    throw new OLError('OL_PARAMETER', text, { expected: 'classes' })
  }
  if (classes !== undefined)
    throw invalid('OL_PARAMETER', `classes of a learner of task ${task}`, 'none', classes.count)
  const sign = lossOf(loss).labels === 'sign'
  if (sign === (task === 'binary')) return
  const fitting = Object.values(losses).filter(({ labels }) => (labels === 'sign') === (task === 'binary'))
  throw invalid('OL_LOSS', `loss of task ${task}`, `one of ${fitting.map(({ id }) => id).join(', ')}`, loss)
}
