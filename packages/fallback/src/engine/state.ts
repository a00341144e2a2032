import { Active } from '../rules/active.js'
import { Step } from '../rules/rule.js'
import { Scratch } from './scratch.js'

/** Working memory of the engine and the step that rules see: one set per process, JavaScript runs one engine at a time. */
export const engineScratch: Scratch = /* @__PURE__ */ new Scratch()
export const engineStep: Step = /* @__PURE__ */ new Step()
/** The active features of the current example, for rules that survey. */
export const engineActive: Active = /* @__PURE__ */ new Active()
