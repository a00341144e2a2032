/**
 * A model served over HTTP and the line protocol of Vowpal Wabbit's daemon.
 *
 * @module @ol/server
 */

export { defaultLimits, type Limits, type ServeOptions } from './options.js'
export { type Server, serve } from './serve.js'
export type { Durability } from './store/example-log.js'
export { openStoredExamples, type StoredExamples } from './store/stored-examples.js'
