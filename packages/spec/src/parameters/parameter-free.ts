/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the parameter-free rules, by id. */
export interface ParameterFreeParameters {
  /** ScInOL1, scale invariant online learning, first algorithm */
  readonly scinol1: {
    /** eps, the stake of each feature, in units of the loss; no need to tune (a number > 0 and <= 1000000000; default 1) */
    readonly epsilon?: number | undefined
  }
  /** ScInOL2, scale invariant online learning, second algorithm */
  readonly scinol2: {
    /** eps, the stake of every feature at the start; no need to tune (a number > 0 and <= 1000000000; default 1) */
    readonly epsilon?: number | undefined
  }
  /** Coin betting, Krichevsky-Trofimov, a coin per feature */
  readonly kt: {
    /** the stake of every feature at the start; no need to tune (a number > 0 and <= 1000000000; default 1) */
    readonly epsilon?: number | undefined
  }
  /** Coin betting of Vowpal Wabbit */
  readonly coin: {
    /** the wealth of every feature at the start; no need to tune (a number > 0 and <= 1000000000; default 4) */
    readonly alpha?: number | undefined
    /** the smallest L, in units of dl/dz (a number > 0 and <= 1000000000; default 1) */
    readonly beta?: number | undefined
  }
}
