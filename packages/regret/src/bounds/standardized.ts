import type { StandardizedRule } from '@ol/spec'
import type { Theorems } from './theorem.js'

/** The reason why rules that standardize as they learn have no theorem. */
const moving = {
  reason:
    'no analysis covers a centre and a scale that change with the data; a mixture has a bound relative to its lanes: docs/auto.md',
}

export const standardizedTheorems: Theorems<StandardizedRule> = {
  std: moving,
  auto: moving,
  'auto-small': moving,
}
