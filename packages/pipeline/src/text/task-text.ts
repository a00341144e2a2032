import type { TaskReport } from '../operations/task-report.js'

/** Returns the task in words: `binary classification, positive class yes`. */
export function taskText({ task, labels }: Pick<TaskReport, 'task' | 'labels'>): string {
  if (task === 'regression') return 'regression: the label is a number'
  return task === 'binary'
    ? `binary classification, positive class ${labels?.[1] ?? '+1'}`
    : `multiclass classification, ${labels?.length} classes`
}
