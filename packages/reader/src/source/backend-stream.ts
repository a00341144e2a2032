import { fallback } from '@ol/fallback'
import { processors } from '@ol/platform'
import { type BackendStream, checkPlain, checkReadOptions, type ReadOptions } from '@ol/spec'

/**
 * Opens the stream that options request. Closing it ends its threads; if the backend already is a stream, its owner closes it.
 *
 * @throws OLError OL_PARAMETER for an invalid number of threads
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
