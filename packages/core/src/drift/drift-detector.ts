/** Watches a stream of numbers, such as the losses of a model, for a change of their mean. */
export interface DriftDetector {
  /** the number of changes so far */
  readonly detections: number
  /**
   * Adds the next number.
   *
   * @param value a number; a number that is not finite is ignored
   * @returns whether the mean has changed
   * @throws OLError OL_PARAMETER if it is not a number
   */
  update(value: number): boolean
  /** Returns the state of the detector as plain data: see `restore`. */
  state(): object
  /**
   * Continues from the state of a detector with the same settings.
   *
   * @param state as `state` returned it
   * @throws OLError OL_PARAMETER if it is not a state of such a detector
   */
  restore(state: object): void
}
