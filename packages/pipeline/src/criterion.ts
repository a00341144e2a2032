import type { Trial } from '@ol/core'
import { checkKind } from '@ol/spec'

/** Returns the name of the criterion by which the trials of a search are compared. */
export function criterionName(trials: readonly Trial[]): string {
  checkKind('trials', trials, 'objects')
  const all = (of: (trial: Trial) => number | undefined): boolean =>
    trials.every((trial) => Object.is(trial.criterion, of(trial)) || Number.isNaN(trial.criterion))
  if (all(({ averageLoss }) => averageLoss)) return 'average loss'
  return all(({ errorRate }) => errorRate) ? 'error rate' : `average ${trials[0].loss} loss`
}
