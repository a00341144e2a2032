export { runOfTrace } from './golden/classes.js'
export { type GoldenOutput, runGolden } from './golden/run.js'
export {
  agrees,
  deviation,
  type GoldenClassTrace,
  type GoldenData,
  type GoldenRun,
  type GoldenTrace,
} from './golden/trace.js'
