/** What the other packages of OL need of the pipeline: not part of the public API, and not stable. */
export { Batcher } from './input/examples.js'
export { batcherFor } from './operations/batching.js'
export { newLearner } from './operations/new-learner.js'
export { splitOptions } from './options.js'
export type { AnyLearner } from './session.js'
