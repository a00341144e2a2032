import { learning } from '@ol/fallback'
import type { Backend, TextBackend } from '@ol/spec'
import { type BackendChoice, type BackendInfo, chooseOver } from './choose.js'

/** Returns the backend to run on, with all rules: see `chooseOver`. */
export function chooseBackend(choice?: BackendChoice): { backend: Backend; info: BackendInfo } {
  return chooseOver(learning, choice)
}

/**
 * Returns the backend on which `new Learner({ backend })` would run.
 *
 * @param choice a backend by name, or `auto`; default: the environment variable OL_BACKEND, or `auto`
 * @returns the backend, its version, and the reason if it is not native
 * @throws OLError: OL_PARAMETER for another name; OL_BACKEND if native is requested and missing, OL_ADDON_BROKEN
 * where it
 *   is broken
 */
export function backendInfo(choice?: BackendChoice): BackendInfo {
  return chooseBackend(choice).info
}

/**
 * Returns the backend for reading text, like `chooseBackend`; undefined if it is the fallback, whose tokenizers the reader has.
 */
export function textBackend(choice?: BackendChoice): TextBackend | undefined {
  const { backend } = chooseBackend(choice)
  return 'tokenizeAsync' in backend ? (backend as TextBackend) : undefined
}
