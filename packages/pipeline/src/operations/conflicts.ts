import { checkPlain, OLError } from '@ol/spec'

/** Why options and an input exclude each other. */
export type Conflict = keyof typeof conflictTexts

/** The demands on an input that may be readable only once. */
export interface Demand {
  readonly once: boolean
  /** whether it consists of files, which can have a cache */
  readonly files: boolean
  readonly passes: number
  readonly cache: string | boolean | undefined
  /** whether the model makes a first pass, in which it does not learn */
  readonly firstPass: boolean
  /** whether features are divided by the scales of the first pass */
  readonly divided: boolean
  /** whether the rule treats features by namespace, which a cache does not keep */
  readonly grouped?: boolean | undefined
}

const conflictTexts = {
  'cache-of-stream':
    'Expected files for a cache but the input can be read only once: read files, or use no cache',
  'passes-of-stream':
    'Expected files, bytes or an array for several passes but the input can be read only once',
  'first-pass-of-stream':
    'Expected files, bytes or an array for a first pass (prenormalize, or the rule) but the input can be read only once',
  'cache-of-divided':
    'Expected a cache or prenormalize but received both: a cache has the features before they are divided',
  'cache-of-groups':
    'Expected a cache or a rule that treats features by namespace but received both: a cache does not keep namespaces',
} as const

/** Returns the first demand that an input cannot meet; undefined: there is none. */
export function conflictOf(demand: Demand): Conflict | undefined {
  checkPlain(demand)
  const { once, files, passes, cache, firstPass, divided, grouped = false } = demand
  const cached = cache !== undefined && cache !== false
  if (cached && !files) return 'cache-of-stream'
  if (passes > 1 && once) return 'passes-of-stream'
  if (firstPass && once) return 'first-pass-of-stream'
  if (grouped && cached) return 'cache-of-groups'
  return divided && cached ? 'cache-of-divided' : undefined
}

/** @throws OLError OL_PARAMETER if an input cannot meet the demands */
export function refuseConflict(demand: Demand): void {
  const conflict = conflictOf(demand)
  if (conflict !== undefined) throw new OLError('OL_PARAMETER', conflictTexts[conflict], { value: conflict })
}
