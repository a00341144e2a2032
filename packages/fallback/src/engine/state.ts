import { Step } from '../rules/rule.js'
import { Scratch } from './scratch.js'

/** Working memory of the engine and the step that rules see: one set per process, JavaScript runs one engine at a time. */
export const engineScratch: Scratch = new Scratch()
export const engineStep: Step = new Step()
