import type { PlainExample } from '@ol/pipeline'
import { crc32 } from '@ol/platform'
import { OLError } from '@ol/spec'

/** The form of the examples of a record: a JSON object, or a line of VW text. */
export type RecordKind = 'json' | 'vw'

/** An accepted example, as the log keeps it. */
export interface Accepted {
  readonly kind: RecordKind
  /** milliseconds since 1970 */
  readonly time: number
  /** JSON, or the line without its line feed */
  readonly text: Uint8Array
  /** the id of the prediction whose features wait for this label: they wait no more once the log has it */
  readonly joins?: string | undefined
}

const kinds: readonly RecordKind[] = ['json', 'vw']

const encoder = new TextEncoder()

/**
 * Returns an example in the form of the log.
 *
 * @param time milliseconds since 1970
 * @param sent the text of JSON that it was read from; undefined: it is written as JSON
 */
export function recordOf(example: PlainExample, time: number, joins?: string, sent?: Uint8Array): Accepted {
  return { kind: 'json', time, text: sent ?? encoder.encode(JSON.stringify(example)), joins }
}

/** Before the text: the CRC-32 of everything that follows, time, kind. */
const headBytes = 13

/** Returns the bytes of a record. */
export function encodeRecord({ kind, time, text }: Accepted): Uint8Array {
  // small buffers come from the pool of Node.js: separate memory for each would be half of the cost
  const bytes = Buffer.allocUnsafe(headBytes + text.length)
  bytes.writeDoubleBE(time, 4)
  bytes[12] = kinds.indexOf(kind)
  bytes.set(text, headBytes)
  bytes.writeUInt32BE(crc32(bytes.subarray(4)), 0)
  return bytes
}

/** @throws OLError OL_STORE if the bytes are not the written ones */
export function decodeRecord(bytes: Uint8Array): Accepted {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headBytes || view.getUint32(0) !== crc32(bytes.subarray(4)) || bytes[12] >= kinds.length)
    throw new OLError('OL_STORE', 'Expected a record of the log but its checksum does not fit')
  return { kind: kinds[bytes[12]], time: view.getFloat64(4), text: bytes.subarray(headBytes) }
}

/** Returns the key of the example of a number: keys are in the order of the numbers. */
export function keyOf(number: number): Uint8Array {
  const key = Buffer.allocUnsafe(8)
  key.writeUInt32BE(Math.floor(number / 2 ** 32), 0)
  key.writeUInt32BE(number % 2 ** 32, 4)
  return key
}

/** The first byte of the keys of features that wait for a label; no example's number begins with it. */
const waiting = 0xff

/** Returns the key of the features that wait for the label of an id. */
export function waitingKey(id: string): Uint8Array {
  return Uint8Array.of(waiting, ...encoder.encode(id))
}

/** Returns the id of a key of `waitingKey`. */
export function waitingId(key: Uint8Array): string {
  // it may begin with U+FEFF
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(key.subarray(1))
}

/**
 * The keys of examples are between the first one's and this one, which belongs to none; keys of waiting features begin with it.
 */
export const endOfExamples: Uint8Array = Uint8Array.of(waiting)

export function numberOf(key: Uint8Array): number {
  return Number(new DataView(key.buffer, key.byteOffset, key.byteLength).getBigUint64(0))
}
