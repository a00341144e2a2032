export { runOfTrace } from './classes.js'
export { type GoldenOutput, runGolden } from './run.js'
export * from './trace.js'
