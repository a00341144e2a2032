export { type AutoTrace, autoOptions, isAutoTrace, runAuto } from './auto.js'
export { runOfTrace } from './classes.js'
export { runGolden } from './run.js'
export * from './trace.js'
