/** Objects and arrays within each other. */
export const maxDepth = 32
const decoder = new TextDecoder('utf-8')

/** The place of a syntax error. */
export class Fault {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/** Scans the tokens of JSON in bytes; throws a Fault at a syntax error. */
export class JsonScan {
  protected bytes: Uint8Array = new Uint8Array(0)
  protected end = 0
  protected p = 0

  protected start(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes
    this.end = end
    this.p = start
  }

  /** Returns a string with its escapes resolved. */
  protected joined(from: number, to: number): string {
    try {
      return String(JSON.parse(`"${decoder.decode(this.bytes.subarray(from, to))}"`))
    } catch {
      throw new Fault(from)
    }
  }

  protected ascii(from: number, to: number): string {
    return decoder.decode(this.bytes.subarray(from, to))
  }

  /** Skips any value. */
  protected skip(depth: number): void {
    const c = this.bytes[this.p]
    if (c === 34) this.textToken()
    else if (c === 116) this.word('true')
    else if (c === 102) this.word('false')
    else if (c === 110) this.word('null')
    else if (c === 123 || c === 91) {
      if (depth > maxDepth) throw new Fault(this.p)
      const close = c + 2
      this.p++
      if (this.blank() === close) {
        this.p++
        return
      }
      for (;;) {
        this.blank()
        if (c === 123) {
          this.textToken()
          this.blank()
          this.expect(58)
          this.blank()
        }
        this.skip(depth + 1)
        const next = this.blank()
        this.p++
        if (next === close) return
        if (next !== 44) throw new Fault(this.p - 1)
      }
    } else this.number()
  }

  /** Skips the string at `p`; returns the start and end of the text between its quotes. */
  protected textToken(): [start: number, end: number] {
    this.expect(34)
    const start = this.p
    const { bytes, end } = this
    for (let p = start; p < end; p++) {
      const c = bytes[p]
      if (c === 34) {
        this.p = p + 1
        return [start, p]
      }
      if (c === 92) p++
    }
    throw new Fault(start - 1)
  }

  protected number(): [start: number, end: number] {
    const start = this.p
    const { bytes, end } = this
    let p = start
    while (p < end && (isDigit(bytes[p]) || [43, 45, 46, 69, 101].includes(bytes[p]))) p++
    if (!isNumber(this.ascii(start, p))) throw new Fault(start)
    this.p = p
    return [start, p]
  }

  protected word(word: string): void {
    for (let i = 0; i < word.length; i++)
      if (this.bytes[this.p + i] !== word.charCodeAt(i)) throw new Fault(this.p)
    this.p += word.length
  }

  protected expect(byte: number): void {
    if (this.p >= this.end || this.bytes[this.p] !== byte) throw new Fault(this.p)
    this.p++
  }

  /** Skips white space; returns the byte after it, -1 at the end. */
  protected blank(): number {
    const { bytes, end } = this
    while (this.p < end && (bytes[this.p] === 32 || bytes[this.p] === 9 || bytes[this.p] === 13)) this.p++
    return this.p < end ? bytes[this.p] : -1
  }
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57
}

export function isNumber(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)
}
