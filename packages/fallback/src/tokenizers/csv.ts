import {
  type Chunk,
  columnRoles,
  constantIndex,
  counts,
  faults,
  limits,
  oddWidth,
  type TokenPlan,
  type Tokens,
} from '@ol/spec'
import { endsLine } from './bytes.js'
import { ColumnOrder } from './column-order.js'
import { absent, cell, odd, putMissing, takeCell, taken } from './csv-cells.js'
import { type Field, found, incomplete, nextField } from './csv-field.js'
import { commonNumbers, scanned } from './csv-numbers.js'
import { viewOf } from './four.js'
import { tokenNames } from './naming.js'
import { noPoint, parseNumber, spellsZero } from './number.js'
import { finishTokens, hasNul, putBad, putSpace } from './tokens.js'

const { minValue, maxValue } = limits
const { ignore, numeric } = columnRoles

/** CSV after RFC 4180, with any delimiter: docs/formats/csv.md. */
export function tokenizeCsv(plan: TokenPlan, chunk: Chunk, out: Tokens): void {
  const { bytes, end, final } = chunk
  const {
    delimiter,
    decimal,
    quote,
    escape: escapeByte,
    comment,
    roles,
    columnHashes,
    maxLineBytes,
    header,
  } = plan
  const { indices, values, labels, weights, initial, tags, lines, offsets } = out
  out.missing.fill(0)
  const columns = roles.length
  const view = viewOf(bytes, end)
  const { names } = tokenNames
  const order = plan.columnOrder.length > 0 ? new ColumnOrder(plan) : undefined
  // delimiters that cannot be part of a number; of a run of spaces, only the end is the delimiter
  const unlisted = plan.missingTexts.length === 0
  const plain =
    names === undefined &&
    unlisted &&
    !plan.spaces &&
    order === undefined &&
    decimal === 46 &&
    (delimiter === 44 || delimiter === 59 || delimiter === 9 || delimiter === 124)
  // in a field without quotes, a decimal mark that equals the delimiter is a delimiter
  const bare = decimal === delimiter ? noPoint : decimal
  const field: Field = { start: 0, end: 0, next: 0, quoted: false, doubled: false, spans: false }
  let size = 0
  let n = 0
  let bad = 0
  let line = 0
  let spaces = 0
  let odds = 0
  let shorts = 0
  let blanks = 0
  let p = chunk.start
  offsets[0] = 0
  records: while (p < end) {
    const recordStart = p
    const first = n
    const firstSpace = spaces
    const firstOdd = odds
    while (bytes[p] === 32 || (bytes[p] === 9 && delimiter !== 9)) p++
    if (endsLine(bytes, p) || (bytes[p] === comment && comment !== 0)) {
      p = bytes.indexOf(10, p)
      if (p - recordStart > maxLineBytes || hasNul(bytes, recordStart, p))
        putBad(out, bad++, plan, bytes, line, recordStart, p, 0, p, p)
      line++
      p++
      continue
    }
    if (header.length > 0 && recordStart + header.length < end && isHeader(bytes, recordStart, header)) {
      const headerEnd = recordStart + header.length
      putBad(
        out,
        bad++,
        plan,
        bytes,
        line,
        recordStart,
        headerEnd,
        faults.headerAgain,
        recordStart,
        headerEnd,
      )
      line += 1 + linesWithin(bytes, recordStart, headerEnd)
      p = bytes.indexOf(10, headerEnd) + 1
      continue
    }
    gone.size = 0
    let short = false
    // whether no cell has any text
    let blank = plan.skipBlank
    labels[size] = Number.NaN
    weights[size] = 1
    initial[size] = 0
    tags[2 * size] = 0
    tags[2 * size + 1] = 0
    let fault = -1
    let at = 0
    let until = 0
    let byLine = false
    // an unknown label is the fault only if nothing else is wrong: other faults may follow it
    let unknownAt = -1
    let unknownUntil = 0
    // the first quote of the record whose field contains line ends
    let opened = -1
    let nul = false
    for (let k = 0; ; k++) {
      if (plain && fault < 0 && k < columns && roles[k] === numeric) {
        p = commonNumbers(view, p, indices, values, n, roles, columnHashes, k, delimiter)
        if (scanned.k > k) blank = false
        k = scanned.k
        n = scanned.n
      }
      let role = k < columns ? roles[k] : -1
      if (fault >= 0) role = ignore
      while (bytes[p] === 32 && delimiter !== 32) p++
      const start = p
      if (role === numeric && unlisted) {
        const stop = parseNumber(bytes, p, values, n, bare)
        const c = stop < 0 ? -1 : bytes[stop]
        if (c === delimiter || c === 10) {
          const v = values[n]
          const magnitude = v < 0 ? -v : v
          if (magnitude >= minValue && magnitude <= maxValue) {
            names?.column(n, k)
            indices[n++] = columnHashes[k]
            p = stop
            role = -2
            blank = false
          } else if (v === 0 && spellsZero(bytes, start, stop)) {
            p = stop
            role = -2
            blank = false
          }
        }
      }
      if (role !== -2) {
        const result = nextField(
          bytes,
          p,
          end,
          delimiter,
          quote,
          recordStart + maxLineBytes,
          final,
          maxLineBytes,
          field,
          escapeByte,
        )
        if (result === incomplete) {
          p = recordStart
          n = first
          spaces = firstSpace
          odds = firstOdd
          break records
        }
        if (result !== found) {
          if (fault < 0) {
            fault = result
            at = field.start
            until = result === faults.quoteAfter ? field.end : at + 1
          }
          if (opened >= 0 && at > opened) {
            fault = faults.quoteOpen
            at = opened
            until = at + 1
          }
          byLine = true
          break
        }
        if (field.spans && opened < 0) opened = field.start - 1
        if (!nul) nul = hasNul(bytes, p, field.next)
        p = field.next
        if (field.end > field.start) blank = false
        if (role !== ignore) {
          const point = field.quoted ? decimal : bare
          const result = takeCell(plan, bytes, field, role, k, point, out, size, n)
          n = cell.n
          if (result === absent || result === odd) {
            putMissing(plan, role, k, out, n)
            n = cell.n
            gone.add(k)
            if (result === odd) odds = putOdd(out, odds, size, line, k, field)
          } else if (result === faults.labelText) {
            unknownAt = field.start
            unknownUntil = field.end
          } else if (result !== taken) {
            fault = result
            at = field.start
            until = field.end
          }
        }
      }
      if (plan.spaces && n > (spaces > firstSpace ? out.spaces[2 * spaces - 1] : first))
        spaces = putSpace(out, spaces, plan.columnSpaces[k], n)
      if (k < columns) order?.end(k, n)
      let c = bytes[p]
      if (delimiter === 32 && (c === 32 || c === 9)) {
        // the spaces after the last column are not a delimiter
        while (c === 32 || c === 9) c = bytes[++p]
      } else if (c === delimiter) {
        p++
        continue
      }
      if (c === 10 || (c === 13 && bytes[p + 1] === 10)) {
        if (fault < 0 && k + 1 < columns) {
          if (plan.missing && 2 * (columns - k - 1) <= k + 1) {
            for (let j = k + 1; j < columns; j++) {
              putMissing(plan, roles[j], j, out, n)
              if (plan.spaces && cell.n > n) spaces = putSpace(out, spaces, plan.columnSpaces[j], cell.n)
              n = cell.n
              order?.end(j, n)
              gone.add(j)
            }
            short = true
          } else {
            fault = faults.columnsFew
            at = p
            until = p
          }
        }
        if (c === 13) p++
        break
      }
    }
    if (fault < 0 && unknownAt >= 0) {
      fault = faults.labelText
      at = unknownAt
      until = unknownUntil
    }
    const lineEnd = byLine ? bytes.indexOf(10, recordStart) : p
    const inside = opened < 0 || byLine ? 0 : linesWithin(bytes, recordStart, lineEnd)
    const long = inside === 0 && lineEnd - recordStart > maxLineBytes
    const zero = nul || fault >= 0 ? bytes.subarray(recordStart, lineEnd).indexOf(0) : -1
    if (fault >= 0 || long || zero >= 0) {
      if (zero >= 0) {
        fault = faults.nul
        at = recordStart + zero
        until = at + 1
      }
      let badLine = line
      let badStart = recordStart
      let badEnd = bytes.indexOf(10, recordStart)
      while (!long && badEnd < at) {
        badLine++
        badStart = badEnd + 1
        badEnd = bytes.indexOf(10, badStart)
      }
      putBad(out, bad++, plan, bytes, badLine, badStart, badEnd, fault, at, until)
      n = first
      spaces = firstSpace
      odds = firstOdd
    } else if (blank) {
      n = first
      spaces = firstSpace
      blanks++
    } else {
      if (short) shorts++
      spaces = order?.arrange(first, firstSpace, out) ?? spaces
      for (let j = 0; j < gone.size; j++) out.missing[gone.columns[j]]++
      if (plan.constant) {
        indices[n] = constantIndex
        values[n++] = 1
      }
      out.spaceEnds[size] = spaces
      lines[size] = line
      offsets[++size] = n
    }
    line += 1 + inside
    p = lineEnd + 1
  }
  finishTokens(out, size, n, line, bad, p, spaces)
  out.counts[counts.odd] = odds
  out.counts[counts.short] = shorts
  out.counts[counts.blank] = blanks
}

/** The columns whose cells are missing in the current record. */
class Gone {
  size = 0
  columns: Uint32Array = new Uint32Array(64)

  add(column: number): void {
    if (this.size === this.columns.length) {
      const more = new Uint32Array(2 * this.size)
      more.set(this.columns)
      this.columns = more
    }
    this.columns[this.size++] = column
  }
}

const gone = new Gone()

/** Returns whether a record is the header once more. */
function isHeader(bytes: Uint8Array, p: number, header: Uint8Array): boolean {
  for (let i = 0; i < header.length; i++) if (bytes[p + i] !== header[i]) return false
  return endsLine(bytes, p + header.length)
}

/** Writes entry `k` of the odd cells; returns the number of entries. */
function putOdd(out: Tokens, k: number, example: number, line: number, column: number, field: Field): number {
  out.odd.set([example, line, column, field.start, field.end], k * oddWidth)
  return k + 1
}

/** Counts the line feeds of quoted fields in [start, end). */
function linesWithin(bytes: Uint8Array, start: number, end: number): number {
  let lines = 0
  for (let p = start; ; lines++) {
    p = bytes.indexOf(10, p) + 1
    if (p > end || p === 0) return lines
  }
}
