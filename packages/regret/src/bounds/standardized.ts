import type { StandardizedRule } from '@ol/spec'
import type { Theorems } from './theorem.js'

/** Why the rules that standardize as they learn have none. */
const moving = {
  reason:
    'no analysis of a centre and a scale that move with the data; a mixture has a bound against its lanes: docs/auto.md',
}

export const standardizedTheorems: Theorems<StandardizedRule> = {
  std: moving,
  auto: moving,
  'auto-small': moving,
}
