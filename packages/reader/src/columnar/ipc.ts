import { OLError } from '@ol/spec'
import { checkRecords, checkSchema, fieldOf, keysOf, rootOf, targetOf } from './flat.js'

/** The kinds of messages of the Arrow IPC format that matter for rows. */
const headers = { 1: 'schema', 2: 'dictionary', 3: 'records' } as const

export interface Message {
  readonly kind: (typeof headers)[keyof typeof headers] | 'other'
  /** the whole message, copied */
  readonly bytes: Uint8Array
  /** for a dictionary: which one, and whether it adds to the last one */
  readonly id: bigint
  readonly delta: boolean
}

/** Reads bytes from pieces, in any lengths. */
class Pieces {
  readonly #pieces: AsyncIterator<Uint8Array>
  #held = new Uint8Array(0)
  taken = 0

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Returns a copy of the next bytes; fewer where the input ends. */
  async take(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    let missing = length
    while (missing > 0) {
      if (this.#held.length === 0) {
        const { done, value } = await this.#pieces.next()
        if (done === true) break
        this.#held = value as Uint8Array<ArrayBuffer>
      }
      const part = this.#held.subarray(0, missing)
      parts.push(part)
      this.#held = this.#held.subarray(part.length)
      missing -= part.length
    }
    const bytes = new Uint8Array(length - missing)
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    this.taken += bytes.length
    return bytes
  }

  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}

/** The error for an input that ends within a message, or without the last bytes of a file. */
export class EndsEarly extends Error {
  readonly offset: number

  constructor(offset: number) {
    super(`the data is truncated at byte ${offset}`)
    this.offset = offset
  }
}

/** How Arrow 0.17 marked the buffers of a message as compressed: readers of later formats would see plain numbers. */
const earlyCompression = 'ARROW:experimental_compression'

/**
 * Yields the messages of the IPC format, each read completely, from a stream or from a file, which is a stream in a frame.
 *
 * @throws OLError OL_INPUT_BINARY for buffers that are compressed as Arrow 0.17 did, and for a schema without a length
 */
export async function* messages(
  pieces: AsyncIterable<Uint8Array>,
  file: string | undefined,
): AsyncGenerator<Message> {
  const source = new Pieces(pieces)
  const whole = async (length: number): Promise<Uint8Array> => {
    const bytes = await source.take(length)
    if (bytes.length < length) throw new EndsEarly(source.taken)
    return bytes
  }
  try {
    let first = await whole(4)
    const isFile = startsWith(first, [0x41, 0x52, 0x52, 0x4f])
    if (isFile) {
      await whole(4)
      first = await whole(4)
      refuseBareSchema(int32(first), file)
    }
    for (;;) {
      const marked = int32(first) === -1
      const second = marked ? await whole(4) : new Uint8Array(0)
      const length = int32(marked ? second : first)
      if (length === 0) break
      if (length < 0) throw new Error(`a message has the length ${length}`)
      const head = await whole(length)
      const { kind, length: bodyBytes, id, delta, records } = describe(head, file)
      const body = await whole(bodyBytes)
      if (records >= 0) checkRecords(new DataView(head.buffer, head.byteOffset, length), records, body)
      yield { kind, id, delta, bytes: joinPieces([first, second, head, body]) }
      first = await source.take(4)
      if (first.length === 0 && !isFile) return
      if (first.length < 4) throw new EndsEarly(source.taken)
    }
    if (isFile) await checkEnd(source)
  } finally {
    await source.close()
  }
}

/** Bytes that no schema is shorter than: a smaller number is no length, but the place of the root in a schema. */
const leastSchema = 48

/** Refuses a file whose schema has no length before it: only the table at the end of the file says where it ends. */
function refuseBareSchema(length: number, file: string | undefined): void {
  if (length <= 0 || length >= leastSchema) return
  const text =
    'the Arrow file has a schema without its length, as Polars 2 writes it: write it with write_ipc_stream, or as Parquet'
  throw new OLError('OL_INPUT_BINARY', text, { ...(file === undefined ? {} : { file }), value: length })
}

/** Checks that a file ends with ARROW1, after the table of its blocks. */
async function checkEnd(source: Pieces): Promise<void> {
  let last = new Uint8Array(0)
  for (;;) {
    const piece = await source.take(1 << 16)
    last = joinPieces([last, piece]).slice(-6)
    if (piece.length < 1 << 16) break
  }
  if (!startsWith(last, [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31])) throw new EndsEarly(source.taken)
}

/** The contents of a message's head. */
interface Described extends Omit<Message, 'bytes'> {
  /** bytes of the body */
  readonly length: number
  /** the place of the table of its records; -1: it has none */
  readonly records: number
}

/** Reads the FlatBuffers table `Message`, and checks the lengths of a schema. */
function describe(head: Uint8Array, file: string | undefined): Described {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const message = rootOf(view)
  if (keysOf(view, message, 4).includes(earlyCompression)) {
    const text = `the Arrow data is compressed as Arrow 0.17 did (${earlyCompression}), which no later version does: read it with pyarrow and write it again`
    throw new OLError('OL_INPUT_BINARY', text, {
      ...(file === undefined ? {} : { file }),
      value: earlyCompression,
    })
  }
  const type = fieldOf(view, message, 1)
  const header = targetOf(view, message, 2)
  const size = fieldOf(view, message, 3)
  const kind: Message['kind'] =
    type < 0 ? 'other' : (headers[view.getUint8(type) as keyof typeof headers] ?? 'other')
  const length = size < 0 ? 0 : Number(view.getBigInt64(size, true))
  if (!(length >= 0 && length < Number.MAX_SAFE_INTEGER)) throw new Error(`a message has ${length} bytes`)
  const plain = { kind, length, id: 0n, delta: false, records: -1 }
  if (header < 0) return { ...plain, kind: 'other' }
  if (kind === 'schema') checkSchema(view, header)
  if (kind === 'records') return { ...plain, records: header }
  if (kind !== 'dictionary') return plain
  const id = fieldOf(view, header, 0)
  const delta = fieldOf(view, header, 2)
  return {
    ...plain,
    records: targetOf(view, header, 1),
    id: id < 0 ? 0n : view.getBigInt64(id, true),
    delta: delta >= 0 && view.getUint8(delta) !== 0,
  }
}

function int32(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true)
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte)
}

function joinPieces(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
