import type { RandomAccess } from '@ol/platform'
import { EndsEarly } from '../ipc.js'
import { readStruct } from './thrift.js'

/** Bytes after the metadata: their length, and `PAR1`. */
const tailBytes = 8
const magic = 0x31524150
/** a file with encrypted metadata: the library refuses it */
const encrypted = 0x45524150

/**
 * Checks the metadata at the end of a Parquet file before the library reads them.
 *
 * @throws Error if they claim more than their bytes can contain; EndsEarly if there are none
 */
export async function checkFooter(input: Pick<RandomAccess, 'byteLength' | 'slice'>): Promise<void> {
  const { byteLength } = input
  if (byteLength < tailBytes) throw new EndsEarly(byteLength)
  const tail = new DataView(await input.slice(byteLength - tailBytes, byteLength))
  const mark = tail.getUint32(4, true)
  if (mark === encrypted) return
  if (mark !== magic) throw new EndsEarly(byteLength)
  const start = byteLength - tailBytes - tail.getUint32(0, true)
  if (start < 0) throw new Error('its metadata are longer than the file')
  readStruct({ bytes: new Uint8Array(await input.slice(start, byteLength - tailBytes)), at: 0 })
}
