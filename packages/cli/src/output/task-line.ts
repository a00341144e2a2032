import type { TaskReport } from '@ol/pipeline'
import { valueText } from '@ol/spec'

/** The most classes whose labels are listed. */
const mostShown = 5

/** Why a task was decided. */
export const taskReasons: Readonly<Record<TaskReport['by'], string>> = {
  labels: 'by the labels of the first 1 MiB; --task overrides',
  default: 'by default',
  task: 'by --task',
  loss: 'by --loss',
  classes: 'by --classes',
  rule: 'by --rule',
  positive: 'by --positive',
  model: 'by the model',
}

/** Returns what was decided on the task and why: `binary: -1 is "no", +1 is "yes" (by the labels ...)`. */
export function taskLine({ task, labels, by }: TaskReport): string {
  const what =
    task === 'regression'
      ? 'regression: labels are numbers'
      : task === 'binary'
        ? `binary: ${labels === undefined ? 'labels -1 and +1' : `-1 is ${valueText(labels[0])}, +1 is ${valueText(labels[1])}`}`
        : `multiclass: ${labels?.length} classes ${shown(labels ?? [])}`
  return `${what} (${taskReasons[by]})`
}

function shown(labels: readonly (number | string)[]): string {
  const more = labels.length > mostShown ? ', ...' : ''
  return `${labels.slice(0, mostShown).map(valueText).join(', ')}${more}`
}
