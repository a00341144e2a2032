/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the standardized rules, by id. */
export interface StandardizedParameters {
  /** Standardized NAG */
  readonly std: {
    /** step size, without a unit; the best is usually within [0.3, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** the unit of a feature: its standard deviation around its mean where it is mostly present, or its root mean square (sNAG) (default deviation) */
    readonly scaling?: 'deviation' | 'rms' | undefined
    /** G0: squared gradients that every feature starts with, in its unit; not for the scaling rms (a number >= 0 and <= 1000000000; default 0.1) */
    readonly prior?: number | undefined
  }
  /** A mixture of 16 lanes of std */
  readonly auto: {
    /** G0: squared gradients that every feature starts with, in its unit; not for the scaling rms (a number >= 0 and <= 1000000000; default 0.1) */
    readonly prior?: number | undefined
    /** the lanes by their scaling; auto: both, for real labels deviation; without the parameter both where lanes are stacked (default auto) */
    readonly families?: 'auto' | 'both' | 'deviation' | 'rms' | undefined
    /** the weights of the output: exponential weights (ew), a fixed share (fs), the Bayes mixture of these (sw), its calibration (cal); auto: cal, for real labels ew, the only one (default auto) */
    readonly mixture?: 'auto' | 'cal' | 'sw' | 'fs' | 'ew' | undefined
  }
  /** A mixture of 4 lanes of std */
  readonly 'auto-small': {
    /** G0: squared gradients that every feature starts with, in its unit; not for the scaling rms (a number >= 0 and <= 1000000000; default 0.1) */
    readonly prior?: number | undefined
    /** the lanes by their scaling; auto: both, for real labels deviation; without the parameter both where lanes are stacked (default auto) */
    readonly families?: 'auto' | 'both' | 'deviation' | 'rms' | undefined
    /** the weights of the output: exponential weights (ew), a fixed share (fs), the Bayes mixture of these (sw), its calibration (cal); auto: cal, for real labels ew, the only one (default auto) */
    readonly mixture?: 'auto' | 'cal' | 'sw' | 'fs' | 'ew' | undefined
  }
}
