import { losses, type Task } from '@ol/spec'
import type { Settings } from './settings.js'

/** Returns the task of a learner with these settings. */
export function taskOf({ classes, loss }: Pick<Settings, 'classes' | 'loss'>): Task {
  if (classes !== undefined) return 'multiclass'
  return losses[loss].labels === 'sign' ? 'binary' : 'regression'
}
