import type { ReadOptions, TokenPlan, Tokens } from '@ol/spec'
import { divideExample } from './divide.js'
import type { Expander } from './expander.js'

/** Returns whether an example of a chunk is a bad line because of its expanded features. */
export type Refuses = (tokens: Tokens, plan: TokenPlan, example: number) => boolean

/** Returns the reasons other than its line that can make an example bad; undefined: there are none. */
export function refusesOf({ divisors }: ReadOptions, expander: Expander | undefined): Refuses | undefined {
  if (expander === undefined) return undefined
  return (tokens, plan, e) => {
    const wrong = divisors === undefined ? undefined : divideExample(tokens, divisors, false, e)
    return wrong !== undefined || expander.faultOf(tokens, plan, e) !== undefined
  }
}
