import { OLError } from '@ol/spec'

/** Why options do not go together with an input. */
export type Conflict = keyof typeof conflictTexts

/** What is asked of an input that may be readable only once. */
export interface Demand {
  readonly once: boolean
  /** whether it is files, which can have a cache */
  readonly files: boolean
  readonly passes: number
  readonly cache: string | boolean | undefined
  /** whether the model makes a first pass, in which it does not learn */
  readonly firstPass: boolean
  /** whether features are divided by what the first pass finds */
  readonly divided: boolean
}

const conflictTexts = {
  'cache-of-stream': 'A cache is made of files: the input is not one that can be read again',
  'passes-of-stream': 'The input can be read only once: several passes need files, bytes or an array',
  'first-pass-of-stream':
    'The input can be read only once: prenormalize, and a rule with a first pass, need files, bytes or an array',
  'cache-of-divided': 'A cache keeps features as they are read: it cannot go with prenormalize',
} as const

/** Returns the first conflict of an input with what is asked of it; undefined: there is none. */
export function conflictOf({ once, files, passes, cache, firstPass, divided }: Demand): Conflict | undefined {
  const cached = cache !== undefined && cache !== false
  if (cached && !files) return 'cache-of-stream'
  if (passes > 1 && once) return 'passes-of-stream'
  if (firstPass && once) return 'first-pass-of-stream'
  return divided && cached ? 'cache-of-divided' : undefined
}

/** @throws OLError OL_PARAMETER where an input cannot do what is asked of it */
export function refuseConflict(demand: Demand): void {
  const conflict = conflictOf(demand)
  if (conflict !== undefined) throw new OLError('OL_PARAMETER', conflictTexts[conflict], { value: conflict })
}
