import type { ReadOptions } from '@ol/spec'
import type { SniffOptions } from '../sniff/labelling.js'
import { defaultChunkBytes } from '../source/chunks.js'
import type { NamedSource } from '../source/source.js'
import { openInput } from './open-input.js'

/** Returns the labels at the starts of inputs, up to the first input with a second value. */
export async function labelsOfInputs(
  sources: readonly NamedSource[],
  options: ReadOptions,
  known: readonly string[],
): Promise<readonly string[]> {
  const labels = new Set(known)
  for (const source of sources) {
    const collecting: SniffOptions = {
      ...options,
      onLabels: (found) => {
        for (const label of found) labels.add(label)
      },
    }
    const { window } = await openInput(source, collecting, undefined, 2 * defaultChunkBytes)
    await window.close()
    if (labels.size > 1) break
  }
  return [...labels]
}
