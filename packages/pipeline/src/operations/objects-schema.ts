import type { AnyLearnerOptions } from '@ol/core'
import type { ReadOptions, Schema } from '@ol/reader'
import { expandSettings, keptOptions, type LabelKind, losses, tasks } from '@ol/spec'

/**
 * Returns how objects with n-grams or interactions are read: as JSON Lines of them would be. The model keeps it, so that
 * predictions have the same products; undefined where nothing is made of the features.
 */
export function objectsSchema(learner: AnyLearnerOptions, given: ReadOptions): Schema | undefined {
  const expand = expandSettings(given)
  if (expand === undefined) return undefined
  return {
    format: 'jsonl',
    ...keptOptions(given),
    labels: labelsOf(learner),
    positive: given.positive === undefined ? null : String(given.positive),
    labelTexts: null,
    expand,
  }
}

/** Returns the labels that a new model takes. */
function labelsOf({ task, loss, classes }: AnyLearnerOptions): LabelKind {
  if (task === 'multiclass' || (classes !== undefined && task !== 'binary')) return 'class'
  if (loss !== undefined) return losses[loss].labels
  return task === undefined || task === 'auto' ? 'real' : losses[tasks[task].loss].labels
}
