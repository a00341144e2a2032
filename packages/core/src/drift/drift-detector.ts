/** Watches a stream of numbers, such as the losses of a model, for a change of their mean. */
export interface DriftDetector {
  /** the changes so far */
  readonly detections: number
  /**
   * Takes the next number.
   *
   * @param value a finite number; what is not finite is passed over
   * @returns whether the mean has changed
   * @throws OLError OL_PARAMETER for what is no number
   */
  update(value: number): boolean
  /** Returns what the detector knows, as plain data: see `restore`. */
  state(): object
  /**
   * Continues from the state of a detector with the same settings.
   *
   * @param state as `state` returned it
   * @throws OLError OL_PARAMETER for what is no state of such a detector
   */
  restore(state: object): void
}
