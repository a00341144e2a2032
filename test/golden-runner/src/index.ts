export { type AutoTrace, autoOptions, isAutoTrace, runAuto } from './auto.js'
export { runOfTrace } from './classes.js'
export { runGolden, standardize } from './run.js'
export * from './trace.js'
