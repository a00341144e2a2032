/**
 * Returns an error of a number in [0, 1], half where it is `unit`: detectors and bets take numbers of this range,
 * whatever the unit of the labels. A non-finite error is the worst.
 */
export function squashedError(error: number, unit: number): number {
  return Number.isFinite(error + unit) ? error / (error + unit) || 0 : 1
}
