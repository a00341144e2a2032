import type { ColumnKind } from '../table-report.js'
import { byteText, decodeText } from '../token-plan/encoding.js'

export interface ArffHeader {
  /** `first`: the first value of a nominal attribute, as in the file */
  readonly attributes: readonly {
    readonly name: string
    readonly kind: ColumnKind
    readonly first?: Uint8Array
  }[]
  /** up to the line after @data */
  readonly bytes: number
  readonly lines: number
}

/** Returns whether the first line that is not blank or a comment is one of an ARFF header. */
export function startsArff(text: string): boolean {
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('%'))
  return first !== undefined && /^\s*@(relation|attribute)\b/i.test(first)
}

// not \s, which matches bytes that are parts of letters in UTF-8
const attribute =
  /^[ \t]*@attribute[ \t]+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^ \t\r\n]+)[ \t]+(?=([^ \t\r\n]+))/i
const nominal = /\{[ \t]*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,}]*[^,} \t\r\n])/

function kindOf(type: string): ColumnKind {
  if (/^(numeric|real|integer)$/i.test(type)) return 'number'
  return /^date$/i.test(type) ? 'date' : 'string'
}

/** Returns the header at the start of bytes[start, end); undefined where it has no attribute or no @data. */
export function arffHeader(bytes: Uint8Array, start: number, end: number): ArffHeader | undefined {
  const attributes: { name: string; kind: ColumnKind; first?: Uint8Array }[] = []
  let at = start
  for (let lines = 1; at < end; lines++) {
    const feed = bytes.indexOf(10, at)
    const next = feed < 0 || feed >= end ? end : feed + 1
    const line = bytes.subarray(at, next)
    // places in it are places in the bytes, whatever the encoding
    const text = byteText(line)
    at = next
    if (/^[ \t]*@data\b/i.test(text))
      return attributes.length === 0 ? undefined : { attributes, bytes: at - start, lines }
    const match = attribute.exec(text)
    if (match === null) continue
    const [{ length }, quoted, type] = match
    const nameStart = text.indexOf(quoted, text.search(/@/) + '@attribute'.length)
    const written = decodeText(line.subarray(nameStart, nameStart + quoted.length))
    const name = /^['"]/.test(written) ? written.slice(1, -1).replace(/\\(.)/g, '$1') : written
    const kind = kindOf(type)
    const value = nominal.exec(text.slice(length))
    if (value === null) attributes.push({ name, kind })
    else {
      const from = length + value.index + value[0].length - value[1].length
      attributes.push({ name, kind: 'category', first: line.slice(from, from + value[1].length) })
    }
  }
  return undefined
}
