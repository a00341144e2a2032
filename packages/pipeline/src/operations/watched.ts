import { unlessAborted } from '@ol/core/internal'
import type { Reader } from '@ol/reader'
import type { Batch } from '@ol/spec'

/** Returns a reader that stops waiting for its source when a signal fires. `check` may refuse the complete input at its end */
export function watched(reader: Reader, signal: AbortSignal | undefined, check?: () => void): Reader {
  if (signal === undefined && check === undefined) return reader
  return {
    options: reader.options,
    open: () => unlessAborted(reader.open(), signal),
    close: () => reader.close(),
    paths: () => reader.paths(),
    [Symbol.asyncDispose]: () => reader.close(),
    get report() {
      return reader.report
    },
    get schema() {
      return reader.schema
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Batch, void, void> {
      const iterator = reader[Symbol.asyncIterator]()
      let ended = false
      try {
        for (;;) {
          const next = await unlessAborted(iterator.next(), signal)
          if (next.done === true) {
            ended = true
            check?.()
            return
          }
          yield next.value
        }
      } finally {
        // a source that waits for its next bytes would delay the error
        if (!ended) iterator.return?.()?.catch(() => undefined)
      }
    },
  }
}
