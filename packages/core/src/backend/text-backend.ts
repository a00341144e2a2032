import type { TextBackend } from '@ol/spec'
import { chooseBackend } from './backends.js'
import type { BackendChoice } from './choose.js'

/**
 * Returns the backend to read text on: as `chooseBackend`, and undefined where that is the fallback, whose tokenizers the reader has.
 */
export function textBackend(choice?: BackendChoice): TextBackend | undefined {
  const { backend } = chooseBackend(choice)
  return 'tokenizeAsync' in backend ? (backend as TextBackend) : undefined
}
