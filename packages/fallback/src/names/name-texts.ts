import type { FeatureNames } from '@ol/spec'
import { textOf } from '../tokenizers/naming.js'

/** Names in UTF-8, one after another. */
export interface Utf8Names {
  /** well-formed */
  readonly bytes: Uint8Array
  /** the end of each */
  readonly ends: Uint32Array
}

const known = new WeakMap<FeatureNames, Utf8Names>()

/** Returns names of features in UTF-8, which become strings when somebody asks for them; nobody changes the arrays. */
export function namesInUtf8(at: Uint32Array, names: Utf8Names): FeatureNames {
  let texts: readonly string[] | undefined
  const found: FeatureNames = {
    at,
    // a property of its own: a copy of the batch, as one for another thread, has the strings
    get texts() {
      texts ??= textsOf(names)
      return texts
    },
  }
  known.set(found, names)
  return found
}

/** Returns names of features in UTF-8 as they were given to `namesInUtf8`; undefined: they are strings. */
export function utf8Of(names: FeatureNames): Utf8Names | undefined {
  return known.get(names)
}

/** Returns names as strings. */
export function textsOf({ bytes, ends }: Utf8Names): string[] {
  const size = ends.length === 0 ? 0 : ends[ends.length - 1]
  const whole = textOf(bytes, 0, size)
  // if each character is a byte, positions in the text are positions in the bytes
  const ascii = whole.length === size
  const texts: string[] = []
  let from = 0
  for (const to of ends) {
    texts.push(ascii ? whole.slice(from, to) : textOf(bytes, from, to))
    from = to
  }
  return texts
}
