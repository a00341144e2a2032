import { isDetached, isPlainObject, isTypedArray } from '@ol/spec'
import type { PlainExample } from './examples.js'

/** Features nest less deeply than this; deeper ones are refused. */
const deepest = 40

/** Returns a copy of an example that waits until the model is known, since its source may use the object again. */
export function copiedExample(example: PlainExample): PlainExample {
  if (typeof example !== 'object' || example === null) return example
  // members may come from a class
  const { features, label, weight, initial, tag } = example
  return { ...example, features: copied(features), label, weight, initial, tag }
}

/** Returns a copy of the value of a feature; an invalid value stays unchanged, and is refused later. */
function copied<V>(value: V, depth = 0): V {
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  return copiedObject(value, depth) as V
}

function copiedObject(value: object, depth: number): object {
  if (Array.isArray(value)) return value.slice()
  if (isTypedArray(value, 'Float64Array') || isTypedArray(value, 'Float32Array'))
    return isDetached(value) ? value : value.slice()
  if (value instanceof Date) return new Date(value)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copied(member, depth + 1)]))
}
