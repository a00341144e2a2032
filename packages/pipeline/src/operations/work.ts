import type { BackendChoice } from '@ol/core'
import { textBackend } from '@ol/core/internal'
import { openBackendStream } from '@ol/reader'
import type { BackendStream } from '@ol/spec'

/** The threads of an operation, which read for it and learn: opened when they are first needed. */
export class Work {
  #stream: BackendStream | undefined

  stream(choice: BackendChoice | undefined, threads: number | undefined): BackendStream {
    this.#stream ??= openBackendStream({ backend: textBackend(choice), threads })
    return this.#stream
  }

  close(): void {
    this.#stream?.close()
    this.#stream = undefined
  }
}
