import { fallback } from '@ol/fallback'
import { processors } from '@ol/platform'
import { type BackendStream, checkPlain, checkReadOptions, type ReadOptions } from '@ol/spec'

/**
 * Opens the stream that options ask for, with the threads of its own to be closed; a backend that is one already is
 * another's to close.
 *
 * @throws OLError OL_PARAMETER for threads that are no number of them
 */
export function openBackendStream(options: ReadOptions): BackendStream {
  checkPlain(options)
  const { backend = fallback, threads } = options
  checkReadOptions({ threads })
  if (isStream(backend)) return { ...backend, close: () => undefined }
  return (backend.stream ?? fallback.stream)(threads ?? processors())
}

function isStream(backend: ReadOptions['backend']): backend is BackendStream {
  return backend?.ahead !== undefined
}
