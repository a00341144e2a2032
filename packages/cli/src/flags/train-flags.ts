import type { ReportFlags } from '../output/report-page.js'
import type { CheckpointFlags } from './checkpoint.js'
import type { CommonFlags, ProgressFlags } from './common.js'
import type { HoldoutFlags } from './holdout-flags.js'
import type { ModelFlags } from './model-flags.js'
import type { PredictionFlags } from './prediction-flags.js'
import type { ReadingFlags } from './reading.js'
import type { RegretFlags } from './regret.js'

/** The flags of `train`. */
export interface TrainFlags
  extends ReportFlags,
    ModelFlags,
    ReadingFlags,
    CommonFlags,
    ProgressFlags,
    RegretFlags,
    PredictionFlags,
    CheckpointFlags,
    HoldoutFlags {
  readonly output?: string
  readonly initialModel?: string
  readonly share?: number
  readonly parallel?: number
  readonly rounds?: number
  readonly predictions?: string
  readonly passes: number
  readonly warmUp?: number
  /** a path; true: next to the first input; false with --no-cache */
  readonly cache?: string | boolean
  readonly [flag: string]: unknown
}
