import { isAscii } from '@ol/platform'
import { decodeText } from '../token-plan/encoding.js'

/** From this number of pieces on, decoding all bytes at once costs less than decoding each piece. */
const manyPieces = 64

/** The text of bytes [start, end), of which pieces are needed. */
export class CellTexts {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  #pieces = 0
  /** the text of all bytes, if they are ASCII: then each character is a byte */
  #whole: string | undefined

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = bytes
    this.start = start
    this.end = end
  }

  /** Returns the text of bytes[from, to). */
  piece(from: number, to: number): string {
    if (++this.#pieces === manyPieces) {
      const own = this.bytes.subarray(this.start, this.end)
      if (isAscii(own)) this.#whole = decodeText(own)
    }
    return this.#whole === undefined
      ? decodeText(this.bytes.subarray(from, to))
      : this.#whole.slice(from - this.start, to - this.start)
  }
}
