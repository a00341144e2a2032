import { isAscii, isUtf8 } from '@ol/platform'
import { OLError } from '@ol/spec'
import { ByteBuilder } from '../source/builder.js'
import { sequenceAt, windows1252 } from './windows-1252.js'

/** How an input became UTF-8 whose lines end with line feeds. */
export interface TextForm {
  /** the encoding that it was converted from; undefined: it is UTF-8 */
  encoding: string | undefined
  /** how many characters are U+FFFD after that: bytes that the encoding does not have become it */
  replaced: number
  /** how many bytes were read as Windows-1252, and where the first is, from 0 */
  foreign: number
  firstForeign: number
  /** whether carriage returns alone end its lines */
  carriageReturns: boolean
  /** whether its lines are the elements of a JSON array */
  elements: boolean
}

export function createTextForm(): TextForm {
  return {
    encoding: undefined,
    replaced: 0,
    foreign: 0,
    firstForeign: -1,
    carriageReturns: false,
    elements: false,
  }
}

/** Returns whether text has the bytes of its source, except bytes that are not UTF-8. */
export function isPlain({ encoding, carriageReturns, elements }: TextForm): boolean {
  return encoding === undefined && !carriageReturns && !elements
}

type Pieces = AsyncIterator<Uint8Array, unknown, Uint8Array | undefined>

const marks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** Returns whether bytes start with the mark of an encoding other than UTF-8. */
export function isMarked(head: Uint8Array): boolean {
  return marks.some(({ bytes }) => bytes.every((byte, k) => head[k] === byte))
}

/**
 * Returns text as UTF-8 whose lines end with line feeds. UTF-16 is detected by its byte order mark. In other text each
 * byte that is not part of a UTF-8 sequence is read as Windows-1252. If the first 64 KiB have carriage returns and no
 * line feed, carriage returns end the lines. Nothing depends on how much has arrived. `form` receives the findings.
 *
 * @throws OLError OL_PARAMETER for an encoding that is unknown
 */
export function toUtf8(
  pieces: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  form: TextForm,
): AsyncIterable<Uint8Array> {
  const given = encoding === undefined || isUtf8Label(encoding) ? undefined : decoderOf(encoding)
  return {
    [Symbol.asyncIterator]: () => {
      const source = pieces[Symbol.asyncIterator]()
      return new Utf8Pieces(source, given, encoding === undefined, form)
    },
  }
}

function isUtf8Label(label: string): boolean {
  return /^(unicode-1-1-)?utf-?8$/i.test(label.trim())
}

type Decoder = InstanceType<typeof TextDecoder>

function decoderOf(label: string): Decoder {
  try {
    return new TextDecoder(label)
  } catch {
    throw new OLError(
      'OL_PARAMETER',
      `expected the name of an encoding, such as utf-8 or windows-1252, but received ${JSON.stringify(label)}`,
      { value: label, expected: 'the name of an encoding' },
    )
  }
}

const encoder = new TextEncoder()
const empty = new Uint8Array(0)

class Utf8Pieces implements AsyncIterator<Uint8Array, undefined, Uint8Array | undefined> {
  readonly #source: Pieces
  readonly #form: TextForm
  readonly #marked: boolean
  #decoder: Decoder | undefined
  /** bytes at the end of the last piece that may begin a sequence, a mark or a line end */
  #held: Uint8Array = empty
  #started = false
  #ended = false
  /** whether it is known how lines end, and the text before that */
  #lines = false
  #unended: Uint8Array = empty
  #offset = 0

  constructor(
    source: AsyncIterator<Uint8Array>,
    decoder: Decoder | undefined,
    marked: boolean,
    form: TextForm,
  ) {
    this.#source = source as Pieces
    this.#decoder = decoder
    this.#marked = marked
    this.#form = form
    form.encoding = decoder?.encoding
  }

  async next(buffer?: Uint8Array): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      if (this.#ended) return { done: true, value: undefined }
      const { done, value } = await this.#source.next(buffer)
      this.#ended = done === true
      const piece = this.#take(done === true ? empty : (value as Uint8Array), done === true)
      if (piece.length > 0) return { done: false, value: piece }
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#ended = true
    await this.#source.return?.()
    return { done: true, value: undefined }
  }

  /** Returns the converted piece, together with the rest of the piece before it. */
  #take(piece: Uint8Array, last: boolean): Uint8Array {
    let bytes = this.#held.length === 0 ? piece : joined(this.#held, piece)
    this.#held = empty
    if (!this.#started && this.#marked) {
      if (bytes.length < 2 && !last) {
        this.#held = bytes.slice()
        return empty
      }
      const mark = marks.find((one) => one.bytes.every((byte, k) => bytes[k] === byte))
      if (mark !== undefined) {
        this.#decoder = new TextDecoder(mark.encoding)
        this.#form.encoding = mark.encoding
      }
    }
    this.#started = true
    bytes = this.#decoder === undefined ? this.#utf8(bytes, last) : this.#decoded(this.#decoder, bytes, last)
    return this.#lineFeeds(bytes, last)
  }

  #decoded(decoder: Decoder, bytes: Uint8Array, last: boolean): Uint8Array {
    const text = decoder.decode(bytes, { stream: !last })
    for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) this.#form.replaced++
    return encoder.encode(text)
  }

  /** Returns UTF-8: the same bytes if they already are. */
  #utf8(bytes: Uint8Array, last: boolean): Uint8Array {
    const { length } = bytes
    if (isAscii(bytes)) {
      this.#offset += length
      return bytes
    }
    const open = last ? 0 : openBytes(bytes)
    const whole = open === 0 ? bytes : bytes.subarray(0, length - open)
    if (isUtf8(whole)) {
      this.#offset += whole.length
      if (open > 0) this.#held = bytes.slice(length - open)
      return whole
    }
    let p = firstBeyondAscii(bytes, 0)
    let out: ByteBuilder | undefined
    let copied = 0
    while (p < length) {
      const size = sequenceAt(bytes, p, length)
      if (size > 0) {
        p = firstBeyondAscii(bytes, p + size)
        continue
      }
      if (size < 0 && !last) break
      out ??= new ByteBuilder(length + 64)
      out.range(bytes, copied, p)
      out.range(windows1252(bytes[p]))
      if (this.#form.foreign++ === 0) this.#form.firstForeign = this.#offset + p
      p++
      copied = p
      p = firstBeyondAscii(bytes, p)
    }
    this.#offset += p
    if (p < length) this.#held = bytes.slice(p)
    if (out === undefined) return p === length ? bytes : bytes.subarray(0, p)
    out.range(bytes, copied, p)
    return out.take()
  }

  /** Replaces carriage returns by line feeds if they alone end the lines; the start of the text decides. */
  #lineFeeds(bytes: Uint8Array, last: boolean): Uint8Array {
    if (!this.#lines) {
      const start = this.#unended.length === 0 ? bytes : joined(this.#unended, bytes)
      this.#unended = empty
      const feed = start.indexOf(10)
      if (feed < 0 && start.length < decisive && !last) {
        this.#unended = start.slice()
        return empty
      }
      this.#lines = true
      // one alone may be a character of a line
      const first = start.indexOf(13)
      this.#form.carriageReturns = feed < 0 && first >= 0 && start.indexOf(13, first + 1) >= 0
      bytes = start
    }
    if (!this.#form.carriageReturns) return bytes
    const fed = bytes.slice()
    for (let p = fed.indexOf(13); p >= 0; p = fed.indexOf(13, p + 1)) fed[p] = 10
    return fed
  }
}

/** After this many bytes without a line feed, carriage returns end the lines. */
const decisive = 1 << 16

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}

/** Returns the bytes at the end that begin a UTF-8 sequence without completing it. */
function openBytes(bytes: Uint8Array): number {
  const { length } = bytes
  for (let back = 1; back <= 3 && back <= length; back++)
    if (bytes[length - back] >= 0xc0) return sequenceAt(bytes, length - back, length) < 0 ? back : 0
  return 0
}

/** Returns the place of the first byte above 0x7f from `p` on; the length: there is none. */
function firstBeyondAscii(bytes: Uint8Array, from: number): number {
  let p = from
  while (p < bytes.length && bytes[p] < 128) p++
  return p
}
