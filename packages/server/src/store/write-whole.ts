import { writeAtomic } from '@ol/platform'

/** Writes bytes to a file that appears whole or not at all. */
export function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  return writeAtomic(
    path,
    (function* () {
      yield bytes
      return []
    })(),
  )
}
