import { checkFunction, checkJson, checkSchedule, checkSignal } from '@ol/core/internal'
import {
  checkMembers,
  checkPlain,
  inRange,
  invalid,
  isTypedArray,
  type ParamRange,
  rangeText,
} from '@ol/spec'

/** Throws OL_PARAMETER for a value of the wrong kind. */
type Check = (value: unknown, name: string) => void

const callback: Check = (value, name) => checkFunction(name, value)

const within =
  (range: ParamRange): Check =>
  (value, name) => {
    if (typeof value !== 'number' || !inRange(range, value))
      throw invalid('OL_PARAMETER', name, rangeText(range), value)
  }

const oneOf =
  (expected: string, ...accepts: readonly ((value: unknown) => boolean)[]): Check =>
  (value, name) => {
    if (!accepts.some((accept) => accept(value))) throw invalid('OL_PARAMETER', name, expected, value)
  }

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isText)

const checkCheckpoint: Check = (value, name) => {
  const { path, every = {}, context } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (!isText(path)) throw invalid('OL_PARAMETER', `the path of ${name}`, 'a string', path)
  checkMembers('member', name, value as object, ['path', 'every', 'context'])
  checkPlain(every)
  if (context !== undefined) checkJson(context, `context of ${name}`)
  for (const [unit, number] of Object.entries(every)) {
    if (unit !== 'examples' && unit !== 'seconds')
      throw invalid('OL_PARAMETER', `every of ${name}`, '{ examples } or { seconds }', unit)
    if (number !== undefined) within({ min: 0, max: 1e15, minExclusive: true })(number, `${unit} of ${name}`)
  }
}

/** The checks of the options of runs. Other options are checked where they are used. */
const checks: Readonly<Record<string, Check>> = {
  signal: checkSignal,
  schedule: checkSchedule,
  onProgress: callback,
  onNotice: callback,
  onFirstPass: callback,
  observe: callback,
  onBad: oneOf("'empty', 'skip' or 'error'", (value) => ['empty', 'skip', 'error'].includes(value as string)),
  keepsBatches: oneOf('true or false', isBoolean),
  onPass: callback,
  checkpoint: checkCheckpoint,
  resume: oneOf('the path of a checkpoint, or its bytes', isText, (value) =>
    isTypedArray(value, 'Uint8Array'),
  ),
  bits: within({ min: 1, max: 30, integer: true }),
  cache: oneOf('a path, true or false', isText, isBoolean),
  probabilities: oneOf('true or false', isBoolean),
  rules: oneOf('an array of names of rules', isTexts),
  losses: oneOf('an array of names of losses', isTexts),
  labels: oneOf("'real', 'sign', 'count' or 'any'", (value) =>
    ['real', 'sign', 'count', 'any'].includes(value as string),
  ),
}

/** Checks a number of passes at the start of the run. Throws OL_PARAMETER. */
export function checkPasses(passes: unknown): void {
  if (passes !== undefined) within({ min: 1, max: 1e6, integer: true })(passes, 'passes')
}

/** Checks the options of a run by their table: OL_PARAMETER with the name and the value. */
export function checkRun(run: object): void {
  for (const [name, value] of Object.entries(run)) if (Object.hasOwn(checks, name)) checks[name](value, name)
}
