import type { ColumnKind } from '../table-report.js'
import { byteText, decodeText } from '../token-plan/encoding.js'
import { type ArffDates, arffDates } from './arff-dates.js'

export interface ArffAttribute {
  readonly name: string
  /** undefined: its cells decide */
  readonly kind: ColumnKind | undefined
  /**
   * the value of an absent cell: the first value of a nominal attribute, as in the file, or a missing value; undefined:
   * 0, or missing
   */
  readonly first?: Uint8Array
  /** the values of a nominal attribute from the opening brace on, as in the file: `nominalValues` */
  readonly nominal?: Uint8Array
  /** for a date: returns a cell in ISO 8601, if it is written in another form */
  readonly iso?: ArffDates['iso']
}

export interface ArffHeader {
  readonly attributes: readonly ArffAttribute[]
  /** the name of an attribute whose cells are tables, if there is one */
  readonly relational?: string
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
const value = `[ \\t]*('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|[^,}]*[^,} \\t\\r\\n])`
const nominal = new RegExp(`\\{${value}`)
const nextNominal = new RegExp(`[{,]${value}[ \\t]*(?=[,}])`, 'y')

const missing = Uint8Array.of(0x3f)
const dated = /^date(?:[ \t]+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^ \t\r\n%]+))?[ \t\r\n]*/i

/** Returns the kind of an attribute by its type, which begins the text. */
function typeOf(text: string): Omit<ArffAttribute, 'name'> {
  if (/^(numeric|real|integer)\b/i.test(text)) return { kind: 'number' }
  if (!/^date\b/i.test(text)) return { kind: 'string' }
  const pattern = dated.exec(text)?.[1]
  return { ...arffDates(pattern === undefined ? undefined : unquoted(pattern)), first: missing }
}

/** Returns the values that a nominal attribute may have, in the order of its declaration, without those that have escapes. */
export function nominalValues(bytes: Uint8Array): readonly string[] {
  const text = byteText(bytes)
  const values: string[] = []
  nextNominal.lastIndex = 0
  for (let match = nextNominal.exec(text); match !== null; match = nextNominal.exec(text)) {
    const [whole, { length }] = match
    const from = match.index + whole.indexOf(match[1])
    const value = decodeText(bytes.subarray(from, from + length))
    if (!value.includes('\\')) values.push(unquoted(value))
  }
  return values
}

function unquoted(text: string): string {
  return /^['"]/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text
}

/** Returns the header at the start of bytes[start, end); undefined: it has no attribute or no @data. */
export function arffHeader(bytes: Uint8Array, start: number, end: number): ArffHeader | undefined {
  const attributes: ArffAttribute[] = []
  let relational: string | undefined
  let at = start
  for (let lines = 1; at < end; lines++) {
    const feed = bytes.indexOf(10, at)
    const next = feed < 0 || feed >= end ? end : feed + 1
    const line = bytes.subarray(at, next)
    // a place in this text is a place in the bytes, whatever the encoding
    const text = byteText(line)
    at = next
    if (/^[ \t]*@data\b/i.test(text))
      return attributes.length === 0
        ? undefined
        : { attributes, bytes: at - start, lines, ...(relational === undefined ? {} : { relational }) }
    const match = attribute.exec(text)
    if (match === null) continue
    const [{ length }, quoted, type] = match
    const nameStart = text.indexOf(quoted, text.search(/@/) + '@attribute'.length)
    const written = decodeText(line.subarray(nameStart, nameStart + quoted.length))
    const name = unquoted(written)
    if (/^relational$/i.test(type)) relational ??= name
    const set = nominal.exec(text.slice(length))
    if (set === null) attributes.push({ name, ...typeOf(text.slice(length)) })
    else {
      const from = length + set.index + set[0].length - set[1].length
      const first = line.slice(from, from + set[1].length)
      attributes.push({ name, kind: 'category', first, nominal: line.slice(length + set.index) })
    }
  }
  return undefined
}
