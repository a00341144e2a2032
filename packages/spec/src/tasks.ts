import type { LossId } from './losses.js'

/** The predictions of a model: one of two classes, one of several, or a number. */
export type Task = 'binary' | 'multiclass' | 'regression'

/** A task in the table of tasks. */
export interface TaskEntry {
  readonly id: Task
  /** the default loss */
  readonly loss: LossId
  readonly description: string
}

/** The table of tasks. */
export const tasks: Record<Task, TaskEntry> = {
  binary: { id: 'binary', loss: 'logistic', description: 'one of two classes' },
  multiclass: { id: 'multiclass', loss: 'logistic', description: 'one of several classes' },
  regression: { id: 'regression', loss: 'squared', description: 'a number' },
}
