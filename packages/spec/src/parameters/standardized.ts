/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the standardized rules, by id. */
export interface StandardizedParameters {
  /** Standardized NAG */
  readonly std: {
    /** step size, without a unit; the best is usually within [0.3, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** the unit of a feature: deviation: the standard deviation, around the mean, if the feature is mostly present; rms: the root mean square (sNAG) (default deviation) */
    readonly scaling?: 'deviation' | 'rms' | undefined
    /** G0: the sum of squared gradients that every feature starts with, in the unit of the feature; the scaling rms ignores it (a number >= 0 and <= 1000000000; default 0.1) */
    readonly prior?: number | undefined
  }
  /** A mixture of 16 lanes of std */
  readonly auto: {
    /** G0: the sum of squared gradients that every feature starts with, in the unit of the feature; the scaling rms ignores it (a number >= 0 and <= 1000000000; default 0.1) */
    readonly prior?: number | undefined
    /** the scaling of the lanes; auto: deviation for real labels, otherwise both. If the parameter is not given, a stack of lanes also uses both (default auto) */
    readonly families?: 'auto' | 'both' | 'deviation' | 'rms' | undefined
    /** how lanes are weighted: exponential weights (ew), fixed share (fs), the Bayes mixture of these (sw), its calibration (cal); auto: cal, or ew for real labels, which allow no other (default auto) */
    readonly mixture?: 'auto' | 'cal' | 'sw' | 'fs' | 'ew' | undefined
  }
  /** A mixture of 4 lanes of std */
  readonly 'auto-small': {
    /** G0: the sum of squared gradients that every feature starts with, in the unit of the feature; the scaling rms ignores it (a number >= 0 and <= 1000000000; default 0.1) */
    readonly prior?: number | undefined
    /** the scaling of the lanes; auto: deviation for real labels, otherwise both. If the parameter is not given, a stack of lanes also uses both (default auto) */
    readonly families?: 'auto' | 'both' | 'deviation' | 'rms' | undefined
    /** how lanes are weighted: exponential weights (ew), fixed share (fs), the Bayes mixture of these (sw), its calibration (cal); auto: cal, or ew for real labels, which allow no other (default auto) */
    readonly mixture?: 'auto' | 'cal' | 'sw' | 'fs' | 'ew' | undefined
  }
}
