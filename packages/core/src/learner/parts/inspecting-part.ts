import { optionsOf, warningsOf } from '../../options/stored-options.js'
import { explain } from '../explain.js'
import { importances, nameCollisions } from '../importance.js'
import { laneInfos, slotOf } from '../inspect.js'
import { weightOfSlot, weightsOf } from '../model-weights.js'
import { sparsityOf } from '../sparsity.js'

/** What shows the weights of a model. */
export interface InspectingPart {
  readonly explain: typeof explain
  readonly importances: typeof importances
  readonly laneInfos: typeof laneInfos
  readonly nameCollisions: typeof nameCollisions
  readonly optionsOf: typeof optionsOf
  readonly warningsOf: typeof warningsOf
  readonly slotOf: typeof slotOf
  readonly sparsityOf: typeof sparsityOf
  readonly weightOfSlot: typeof weightOfSlot
  readonly weightsOf: typeof weightsOf
}

export const inspecting: InspectingPart = {
  explain,
  importances,
  laneInfos,
  nameCollisions,
  optionsOf,
  warningsOf,
  slotOf,
  sparsityOf,
  weightOfSlot,
  weightsOf,
}
