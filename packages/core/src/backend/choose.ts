import { env, loadsPackages, optionalPackage } from '@ol/platform'
import { type Backend, type BackendName, invalid, OLError } from '@ol/spec'
import { version } from '../version.js'

/** Which backend to run on: `auto` is native if it is available, otherwise fallback. */
export type BackendChoice = 'auto' | BackendName

/** The backend that runs, and the reason. */
export interface BackendInfo {
  readonly name: BackendName
  /** the requested backend: by option, by OL_BACKEND, or `auto` */
  readonly requested: BackendChoice
  readonly version: string
  /** why the native backend cannot be used; undefined if it can, or was not requested */
  readonly note: string | undefined
}

type Native = { readonly backend: Backend } | { readonly missing: string } | { readonly broken: unknown }

let loaded: Native | undefined

/** Loads the addon, once per process; where packages cannot be loaded, there is no addon. */
function native(): Native {
  if (!loadsPackages) return optionalPackage('@ol/native', '') as Native
  if (loaded === undefined) {
    try {
      loaded = loadNative()
    } catch (broken) {
      loaded = { broken }
    }
  }
  return loaded
}

/** Loads the addon; throws OL_ADDON_BROKEN if it is installed and cannot be used. */
function loadNative(): Native {
  let found: ReturnType<typeof optionalPackage>
  try {
    found = optionalPackage('@ol/native', import.meta.url)
  } catch (cause) {
    const text = `The package @ol/native cannot be loaded: ${String(cause)}`
    throw new OLError('OL_ADDON_BROKEN', text, { cause })
  }
  return 'missing' in found ? found : (found.exports as { load(): Native }).load()
}

/**
 * Returns the backend to run on. `auto` is the fallback if the addon is missing or broken, which the note reports;
 * `native` throws OL_BACKEND if the addon is missing and OL_ADDON_BROKEN if it is broken. `learning`: the fallback.
 */
export function chooseOver(
  learning: Backend,
  choice?: BackendChoice,
): { backend: Backend; info: BackendInfo } {
  const requested = validChoice(choice)
  if (requested === 'fallback') return chosen(learning, requested, undefined)
  const found = native()
  if ('backend' in found) return chosen(found.backend, requested, undefined)
  const note = 'missing' in found ? found.missing : textOf(found.broken)
  if (requested === 'auto') return chosen(learning, requested, note)
  if (loadsPackages && 'broken' in found) {
    if (found.broken instanceof OLError) throw found.broken
    throw new OLError('OL_ADDON_BROKEN', `The native addon cannot be used: ${note}`, { cause: found.broken })
  }
  const text = `Expected the native backend but it is not installed: ${note}; request auto or fallback`
  throw new OLError('OL_BACKEND', text, { value: 'native', expected: 'auto or fallback' })
}

function chosen(backend: Backend, requested: BackendChoice, note: string | undefined) {
  return { backend, info: Object.freeze({ name: backend.name, requested, version, note }) }
}

function validChoice(choice: BackendChoice | undefined): BackendChoice {
  const fromEnvironment = choice === undefined ? env('OL_BACKEND') : undefined
  // shells unset a variable for a single command by making it empty
  const value: unknown = choice ?? (fromEnvironment === '' ? undefined : fromEnvironment) ?? 'auto'
  if (value === 'auto' || value === 'native' || value === 'fallback') return value
  const name = choice === undefined ? 'OL_BACKEND' : 'backend'
  throw invalid('OL_PARAMETER', name, "one of 'auto', 'native', 'fallback'", value)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
