export { runOfTrace } from './golden/classes.js'
export { agrees, deviation, type GoldenData, type GoldenRun, type GoldenTrace } from './golden/trace.js'
