import type { Pieces, SlicedWrite } from '../contract.js'
import { createFile, type FileCalls, nodeCalls } from './atomic.js'
import { fileError } from './file-errors.js'

/** The maximum time for which the event loop waits, unless a single piece takes longer, in milliseconds. */
const sliceMs = 2

/** Writes a file as `writeAtomic` does, a few pieces at a time: other work of the process continues between them. */
export function writeInSlices(target: string, pieces: Pieces, calls: FileCalls = nodeCalls): SlicedWrite {
  let failed: { readonly cause: unknown } | undefined
  let taken = false
  const start = (): ReturnType<typeof createFile> | undefined => {
    try {
      return createFile(target, calls)
    } catch (cause) {
      failed = { cause }
      return undefined
    }
  }
  const file = start()

  /** Takes pieces until a time, in milliseconds of `performance.now`. */
  const take = (until: number): void => {
    try {
      while (!taken && failed === undefined) {
        const { done, value } = pieces.next()
        if (done === true) {
          taken = true
          for (const patch of value) file?.patch(patch)
        } else file?.write(value)
        if (performance.now() > until) return
      }
    } catch (cause) {
      failed = { cause }
    }
  }

  const run = async (): Promise<void> => {
    try {
      for (take(performance.now() + sliceMs); !taken && failed === undefined; ) {
        await new Promise((resume) => setImmediate(resume))
        take(performance.now() + sliceMs)
      }
      if (failed !== undefined) throw failed.cause
      await file?.finish()
    } catch (cause) {
      file?.abandon()
      throw fileError(target, cause, 'write')
    }
  }
  return { finished: run(), takeAll: () => take(Number.POSITIVE_INFINITY) }
}
