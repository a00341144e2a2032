import type { Batch } from './batch.js'

/*
 * Features that are derived from others while a stream is read: the data that pass to a backend. See
 * docs/decisions/0025.
 */

/** Sizes of an expansion, which determine its memory. */
export const derivationSizes: {
  /** the most tokens of an example */
  readonly tokens: number
  /** values of a level of a sketch */
  readonly level: number
  readonly levels: number
  /** boundaries of a sketch */
  readonly bounds: number
  /** places for candidates, and the maximum in use */
  readonly candidates: number
  readonly mostCandidates: number
  readonly cells: number
} = {
  tokens: 128,
  level: 128,
  levels: 32,
  bounds: 255,
  candidates: 2 ** 16,
  mostCandidates: 2 ** 15 + 2 ** 14,
  cells: 2 ** 20,
}

/** Levels of bins: level k has 2^k parts of the ranks of a feature. A model file names them: another expansion reads none of its weights. */
export const binLevels: readonly number[] = [3, 5]

/**
 * The version of the keys of derived features, which a model file names like the levels of bins. 2: the bins of a
 * feature have keys one after another, and so do the features of a cross.
 */
export const derivedKeys = 2

/** Scalars of an expansion, by position. */
export const derivationScalars = {
  /** examples so far */
  examples: 0,
  /** the numbers of `dense` */
  dense: 1,
  columns: 2,
  sketches: 3,
  /** levels of sketches */
  levels: 4,
  /** examples that were screened */
  screened: 5,
  /** the numbers of `candidateColumns` */
  candidates: 6,
  /** 1 where the experts learn */
  begun: 7,
  /** examples until the next check whether the data are a table; 0: there is no wait */
  waits: 8,
  /** the length of this wait; 0: none yet */
  pause: 9,
  /**
   * one of this many examples is screened, a power of two; 0 in models older than this scalar, which screen every
   * example
   */
  screenEvery: 10,
  count: 11,
} as const

/** `flags` of a row. */
export const derivationFlags = { varies: 1, dense: 2 } as const

/** The derived features: none; bins; pairs as well; triples as well. */
export const derivationDepths = { none: 0, bins: 1, pairs: 2, triples: 3 } as const

/** The statistics of features and columns. Arrays have as many rows as the table of the base features. */
export interface DerivationRows {
  /** examples in which the feature has a value that is not 0 */
  readonly seen: Float64Array
  /** the first of these values */
  readonly first: Float64Array
  readonly flags: Uint8Array
  /** the number of the feature's column, from 1; 0: not seen yet */
  readonly column: Uint32Array
  /** the number of the feature's sketch, from 1; 0: none */
  readonly sketch: Uint32Array
  /** rows of dense features, in the order in which they became dense */
  readonly dense: Uint32Array
  /** by column: examples in which it has a value */
  readonly columnCount: Float64Array
  /** by column: the last of these examples, from 1 */
  readonly columnLast: Float64Array
}

/** Quantile sketches; level h of sketch k is its place 32 k + h. */
export interface DerivationSketches {
  /** the number of values so far, and the number at which boundaries are computed again */
  readonly counts: Float64Array
  /** which half of level h moves up next: bit h */
  readonly toggles: Uint32Array
  readonly bounds: Float64Array
  /** the number of the level's values, from 1; 0: the sketch has no such level */
  readonly levels: Uint32Array
  readonly fills: Uint8Array
  /** 128 for each level */
  readonly items: Float64Array
}

/** Pairs and triples of columns that were chosen. */
export interface DerivationCrosses {
  /** rows + 1: by column, where its pairs start in `pairs` */
  readonly pairStarts: Uint32Array
  /** the other column of each */
  readonly pairs: Uint32Array
  /** rows + 1: by lowest column, where its triples start in `triples` */
  readonly tripleStarts: Uint32Array
  /** the other columns of each, ascending */
  readonly triples: Uint32Array
  /** the triples by place, like `candidateColumns`: a power of two of places, at most half of them in use */
  readonly tripleColumns: Uint32Array
}

/** Evidence for pairs and triples that are not chosen. */
export interface DerivationScreen {
  /** sums of the gradients and of the curvatures of each cell */
  readonly cells: Float32Array
  /** by place: the columns, from 1, ascending; a pair has 0 as its third column, a free place three zeros */
  readonly candidateColumns: Uint32Array
  /** by place: the error that its cells explain, the number of its cells, and the number of its occurrences */
  readonly candidateSums: Float64Array
}

/** The state of an expansion, owned by JavaScript. */
export interface DerivationState
  extends DerivationRows,
    DerivationSketches,
    DerivationCrosses,
    DerivationScreen {
  readonly rows: number
  /** see `derivationScalars` */
  readonly scalars: Float64Array
}

/** The examples of a batch with derived features: their original features, then bins, pairs, triples. */
export interface DerivedBatch {
  /** size + 1: the starts of examples; the arrays of features have indices and values, as in a batch */
  readonly starts: Uint32Array
  readonly features: Uint32Array
  readonly amounts: Float64Array
  /** size: the starts of the derived features; the ends of bins; the ends of pairs */
  readonly derived: Uint32Array
  readonly binsEnd: Uint32Array
  readonly pairsEnd: Uint32Array
  /** size + 1: the starts of the tokens of examples */
  readonly tokenOffsets: Uint32Array
  readonly tokenColumns: Uint32Array
  /** the row and the part of the ranks of each, as one number */
  readonly tokenKeys: Uint32Array
}

/** How a batch is expanded. */
export interface DerivationPlan {
  /** see `derivationDepths` */
  readonly depth: number
  /** the index of the constant, from which nothing is derived; -1: there is none */
  readonly constant: number
  /** whether examples with a label and a weight become part of the state */
  readonly keep: boolean
  /** places in the batch, ascending, of features of named columns; absent: there are none */
  readonly namedAt?: Uint32Array | undefined
  /** the place of each of these columns in `namedColumns` */
  readonly namedOf?: Uint32Array | undefined
  /** the number of each named column; 0: none yet, it gets the next number with its first feature */
  readonly namedColumns?: Uint32Array | undefined
}

/** The errors of the predictions of a batch: by example, then by class; two classes have one error. */
export interface Residuals {
  readonly classes: number
  readonly gradients: Float64Array
  readonly curvatures: Float64Array
  /** size: 1 for an example that was learned from */
  readonly learned: Uint8Array
}

/** Derives features and screens off the main thread if there is another. */
export interface DerivesAsync {
  /**
   * `Backend.expand` off the main thread. Until it resolves, the caller must not touch the data that `expand` reads and
   * writes; batches expanded earlier may be screened meanwhile. Absent: there is no other thread.
   */
  readonly expandAsync?:
    | ((
        plan: DerivationPlan,
        state: DerivationState,
        batch: Batch,
        out: DerivedBatch,
        from: number,
      ) => Promise<number>)
    | undefined
  /**
   * `Backend.screen` off the main thread, in the order of the calls. Until it resolves, the caller must not touch the
   * data that `screen` reads and writes, except through `expand`. Absent: there is no other thread.
   */
  readonly screenAsync?:
    | ((depth: number, state: DerivationState, out: DerivedBatch, residuals: Residuals) => Promise<void>)
    | undefined
}
