import { type GroupFactors, groupsFeatures, ruleOf } from '@ol/spec'
import type { Settings } from './settings.js'

/** Returns whether the rule treats features by namespace: batches that it learns have `groups` then. */
export function groupsByNamespace(settings: Settings): boolean {
  if (settings.groupFactors !== undefined) return true
  const { lanes, params } = settings
  const rule = ruleOf(settings)
  return groupsFeatures(
    rule,
    rule.params.map((_, j) => params[j * lanes]),
  )
}

/** See `Plan.groupFactors`. */
export function groupFactorArray(settings: Settings): Float64Array | undefined {
  return groupsByNamespace(settings) ? factorsByByte(settings.groupFactors ?? {}) : undefined
}

/** Returns the factor of each of the 256 namespaces. */
export function factorsByByte(given: GroupFactors): Float64Array {
  const factors = new Float64Array(256).fill(1)
  for (const [name, factor] of Object.entries(given)) factors[new TextEncoder().encode(name)[0]] = factor
  return factors
}
