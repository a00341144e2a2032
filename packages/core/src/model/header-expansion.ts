import { binLevels, OLError } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { corrupt, isCount, parse } from './header-values.js'
import type { ExpansionHeader } from './model-tensors.js'

/** Returns what the header says of derived features; throws OL_MODEL_VERSION where they are others than those of this version. */
export function expansionIn(
  metadata: { readonly [key: string]: string },
  { expand }: Settings,
): ExpansionHeader | undefined {
  if (expand === 'off') return undefined
  const { numbers, experts, bins } = parse(metadata, 'expansion') as { readonly [key: string]: unknown }
  const [found, expected] = [bins, binLevels].map((levels) => JSON.stringify(levels) ?? 'none')
  if (found !== expected) {
    const text = `Expected derived features with bins of the levels ${expected} but the model has ${found}: train it again, or read it with the version of OL that wrote it`
    throw new OLError('OL_MODEL_VERSION', text, { value: bins, expected })
  }
  const all: readonly unknown[] = Array.isArray(experts) ? experts : [experts]
  if (!all.every((bytes) => isCount(bytes, 2 ** 40)) || !isCount(numbers, 2 ** 32))
    throw corrupt('has no sizes of its derived features', metadata.expansion)
  return { numbers, experts: all as readonly number[], bins: binLevels }
}
