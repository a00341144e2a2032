import { taskOf } from '@ol/core/internal'
import type { Task } from '@ol/spec'
import type { Session } from '../session.js'

/** The kind of a model's predictions, and the option or file that decided it. */
export interface TaskReport {
  readonly task: Task
  /** binary: the labels of -1 and of +1, if they have names; multiclass: the labels of the classes, by number */
  readonly labels: readonly (number | string)[] | undefined
  /**
   * what decided: the labels of the input, or an option; default: nothing decided, for examples that are not files
   */
  readonly by: 'labels' | 'default' | 'task' | 'loss' | 'classes' | 'rule' | 'positive' | 'model'
}

/** Returns the task of a model. `by`: what decided it. */
export function taskReport(session: Session, by: TaskReport['by']): TaskReport {
  const { classes } = session
  const task = taskOf({
    classes: classes === undefined ? undefined : { count: classes.length, names: undefined },
    loss: session.learner.loss,
  })
  return {
    task,
    labels: task === 'binary' ? session.signLabels : task === 'multiclass' ? classes : undefined,
    by,
  }
}
