import { fallback } from '@ol/fallback'
import { processors } from '@ol/platform'
import type { BackendStream, ReadOptions } from '@ol/spec'

/**
 * Opens the stream that options ask for, with the threads of its own to be closed; a backend that is one already is
 * another's to close.
 */
export function openBackendStream({ backend = fallback, threads }: ReadOptions): BackendStream {
  if (isStream(backend)) return { ...backend, close: () => undefined }
  return (backend.stream ?? fallback.stream)(threads ?? processors())
}

function isStream(backend: ReadOptions['backend']): backend is BackendStream {
  return backend?.ahead !== undefined
}
