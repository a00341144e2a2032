/** Pieces as a Web stream, with their progress and failure. */
export interface Watched {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** bytes that have been taken */
  taken: number
  /** the error of the source, if it threw one */
  failure: { readonly error: unknown } | undefined
}

export function toWeb(pieces: AsyncIterable<Uint8Array>): Watched {
  const iterator = pieces[Symbol.asyncIterator]()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next()
          if (done === true) return controller.close()
          watched.taken += value.length
          controller.enqueue(value as Uint8Array<ArrayBuffer>)
        } catch (error) {
          watched.failure = { error }
          controller.error(error)
        }
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  const watched: Watched = { stream, taken: 0, failure: undefined }
  return watched
}

/**
 * Returns the bytes of a stream that decompresses a watched one. Rethrows an error of the source unchanged; any other
 * error becomes the result of `fault`.
 */
export async function* fromWeb(
  decompressed: ReadableStream<Uint8Array>,
  watched: Watched,
  fault: (cause: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  const reader = decompressed.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (cause) {
    if (watched.failure !== undefined) throw watched.failure.error
    throw fault(cause)
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
