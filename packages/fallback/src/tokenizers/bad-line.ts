import {
  badFields,
  badWidth,
  type ErrorCode,
  faults,
  lineFaults,
  OLError,
  oddFields,
  oddWidth,
  type Tokens,
  textOf,
} from '@ol/spec'

/** A line that the reader skipped. */
export interface BadLine {
  readonly file: string | undefined
  /** 1-based */
  readonly line: number
  /** 1-based, in bytes */
  readonly column: number
  readonly code: ErrorCode
  readonly message: string
  /** the line around the column; control characters are escaped */
  readonly excerpt: string
}

/** Returns entry `k` of the bad lines of a chunk; `lineAt` converts its line within the chunk to the line of the input. */
export function describeBad(
  bad: Uint32Array,
  k: number,
  bytes: Uint8Array,
  lineAt: (relative: number) => number,
  file: string | undefined,
): BadLine {
  const at = k * badWidth
  const { code, description } = lineFaults[bad[at + badFields.fault]]
  const lineStart = bad[at + badFields.lineStart]
  const lineEnd = bad[at + badFields.lineEnd]
  const start = bad[at + badFields.start]
  const end = bad[at + badFields.end]
  const value = end > start ? `: ${printable(bytes, start, Math.min(end, start + 60), end > start + 60)}` : ''
  return {
    file,
    line: lineAt(bad[at + badFields.line]),
    column: start - lineStart + 1,
    code,
    message: description + value,
    excerpt: excerpt(bytes, lineStart, lineEnd, start),
  }
}

export function badLineError(bad: BadLine): OLError {
  return new OLError(bad.code, bad.message, {
    ...(bad.file === undefined ? {} : { file: bad.file }),
    line: bad.line,
    column: bad.column,
    value: bad.excerpt,
  })
}

/** The bytes of a line that an excerpt shows. */
export const excerptBytes = 80

/** Returns up to `excerptBytes` of the line around `at`. */
function excerpt(bytes: Uint8Array, lineStart: number, lineEnd: number, at: number): string {
  const from = Math.max(lineStart, Math.min(at - 40, lineEnd - excerptBytes))
  const to = Math.min(lineEnd, from + excerptBytes)
  return `${from > lineStart ? '...' : ''}${printable(bytes, from, to, to < lineEnd)}`
}

function printable(bytes: Uint8Array, start: number, end: number, cut: boolean): string {
  const text = textOf(bytes, start, end)
  const escaped = text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    /[\u0000-\u001f\u007f-\u009f]/g,
    (c: string) =>
      c === '\t' ? '\\t' : c === '\r' ? '\\r' : `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `${escaped}${cut ? '...' : ''}`
}

/** Returns entry `i` of the odd cells of a chunk as a bad line. */
export function oddAsBad(tokens: Tokens, i: number, bytes: Uint8Array): Uint32Array {
  const at = i * oddWidth
  const [start, end] = [tokens.odd[at + oddFields.start], tokens.odd[at + oddFields.end]]
  const lineStart = start === 0 ? 0 : bytes.lastIndexOf(10, start - 1) + 1
  const feed = bytes.indexOf(10, end)
  return Uint32Array.of(
    faults.type,
    tokens.odd[at + oddFields.line],
    lineStart,
    feed < 0 ? end : feed,
    start,
    end,
  )
}
