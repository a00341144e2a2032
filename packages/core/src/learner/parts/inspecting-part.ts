import { explain } from '../explain.js'
import { importances, nameCollisions } from '../importance.js'
import { weightsOf } from '../model-weights.js'
import { sparsityOf } from '../sparsity.js'

/** What shows the weights of a model. */
export interface InspectingPart {
  readonly explain: typeof explain
  readonly importances: typeof importances
  readonly nameCollisions: typeof nameCollisions
  readonly sparsityOf: typeof sparsityOf
  readonly weightsOf: typeof weightsOf
}

export const inspecting: InspectingPart = { explain, importances, nameCollisions, sparsityOf, weightsOf }
