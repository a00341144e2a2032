/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of losses, by id. */
export interface LossParameters {
  readonly squared: Record<never, never>
  readonly logistic: Record<never, never>
  readonly hinge: Record<never, never>
  readonly absolute: Record<never, never>
  readonly quantile: {
    /** the quantile to estimate; 0.5 is the median (a number > 0 and < 1; default 0.5) */
    readonly quantile?: number | undefined
  }
  readonly 'half-squared': Record<never, never>
  readonly perceptron: Record<never, never>
  readonly poisson: Record<never, never>
}
