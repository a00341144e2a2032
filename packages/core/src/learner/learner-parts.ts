import { checkObject } from '../stream/check-arguments.js'
import type { BootstrappingPart } from './parts/bootstrapping-part.js'
import type { DerivingPart } from './parts/deriving-part.js'
import type { InspectingPart } from './parts/inspecting-part.js'
import type { MergingPart } from './parts/merging-part.js'
import type { PredictOnlyPart } from './parts/predict-only-part.js'
import type { SavingPart } from './parts/saving-part.js'
import type { ScalingPart } from './parts/scaling-part.js'
import type { StoringPart } from './parts/storing-part.js'
import type { StreamingPart } from './parts/streaming-part.js'
import type { StateParts } from './state-parts.js'

/** What a learner is made of beside its heart: a page loads the parts that it imports. */
export interface LearnerParts extends StateParts {
  /** `bootstrap`, and `interval` */
  readonly bootstrapping?: BootstrappingPart
  /** derived features: the option `expand`, and `terms` */
  readonly deriving?: DerivingPart
  /** `explain`, `inspect`, `weights`, `sparsity`, `nameCollisions` */
  readonly inspecting?: InspectingPart
  /** `merge`, `split`, and what models that learn apart need */
  readonly merging?: MergingPart
  /** `predictOnly` of `save` and `toBytes` */
  readonly predictOnly?: PredictOnlyPart
  /** `save` */
  readonly saving?: SavingPart
  /** `toBytes`, `fromBytes`, `load`, `fileSize` */
  readonly storing?: StoringPart
  /** `prenormalize`, and `fitScales` */
  readonly scaling?: ScalingPart
  /** streams of `learn` and `predict`, `evaluate`, and `report` */
  readonly streaming?: StreamingPart
}

/** Validates the options of a call: those of streams where there are any. */
export function checkCall({ streaming }: LearnerParts, options: object): void {
  if (streaming === undefined) checkObject(options)
  else streaming.checkStreamOptions(options)
}
