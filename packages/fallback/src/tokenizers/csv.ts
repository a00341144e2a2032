import { murmur3Int } from '@ol/numerics'
import { type Chunk, columnRoles, constantIndex, faults, limits, type TokenPlan, type Tokens } from '@ol/spec'
import { endsLine } from './bytes.js'
import { type Field, found, incomplete, isMissing, nextField, undouble } from './csv-field.js'
import { commonNumbers, scanned } from './csv-numbers.js'
import { viewOf } from './four.js'
import { parseLabel } from './labels.js'
import { tokenNames } from './naming.js'
import { noPoint, parseNumber, spellsZero } from './number.js'
import { finishTokens, hasNul, putBad, putSpace } from './tokens.js'

const { minValue, maxValue, maxWeight } = limits
const { ignore, numeric, categorical, label, weight, tag, text: words } = columnRoles

/** CSV after RFC 4180, with any delimiter: docs/formats/csv.md. */
export function tokenizeCsv(plan: TokenPlan, chunk: Chunk, out: Tokens): void {
  const { bytes, end, final } = chunk
  const { delimiter, decimal, quote, comment, roles, columnHashes, maxLineBytes } = plan
  const { indices, values, labels, weights, initial, tags, lines, offsets } = out
  const columns = roles.length
  const view = viewOf(bytes, end)
  const { names } = tokenNames
  // delimiters that are no part of a number; a run of spaces is no delimiter but its end
  const plain =
    names === undefined &&
    !plan.spaces &&
    decimal === 46 &&
    (delimiter === 44 || delimiter === 59 || delimiter === 9 || delimiter === 124)
  // within a field without quotes none is a delimiter
  const bare = decimal === delimiter ? noPoint : decimal
  const field: Field = { start: 0, end: 0, next: 0, quoted: false, doubled: false, spans: false }
  let size = 0
  let n = 0
  let bad = 0
  let line = 0
  let spaces = 0
  let p = chunk.start
  offsets[0] = 0
  records: while (p < end) {
    const recordStart = p
    const first = n
    const firstSpace = spaces
    while (bytes[p] === 32 || (bytes[p] === 9 && delimiter !== 9)) p++
    if (endsLine(bytes, p) || (bytes[p] === comment && comment !== 0)) {
      p = bytes.indexOf(10, p)
      if (p - recordStart > maxLineBytes || hasNul(bytes, recordStart, p))
        putBad(out, bad++, plan, bytes, line, recordStart, p, 0, p, p)
      line++
      p++
      continue
    }
    labels[size] = Number.NaN
    weights[size] = 1
    initial[size] = 0
    tags[2 * size] = 0
    tags[2 * size + 1] = 0
    let fault = -1
    let at = 0
    let until = 0
    let byLine = false
    // the first quote of the record whose field goes over lines
    let opened = -1
    let nul = false
    for (let k = 0; ; k++) {
      if (plain && fault < 0 && k < columns && roles[k] === numeric) {
        p = commonNumbers(view, p, indices, values, n, roles, columnHashes, k, delimiter)
        k = scanned.k
        n = scanned.n
      }
      let role = k < columns ? roles[k] : -1
      if (fault >= 0) role = ignore
      while (bytes[p] === 32 && delimiter !== 32) p++
      const start = p
      if (role === numeric) {
        const stop = parseNumber(bytes, p, values, n, bare)
        const c = stop < 0 ? -1 : bytes[stop]
        if (c === delimiter || c === 10) {
          const v = values[n]
          const magnitude = v < 0 ? -v : v
          if (magnitude >= minValue && magnitude <= maxValue) {
            names?.column(n, k)
            indices[n++] = columnHashes[k]
          } else if (v !== 0 || !spellsZero(bytes, start, stop)) {
            fault = faults.valueRange
            at = start
            until = stop
          }
          p = stop
          role = -2
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
        )
        if (result === incomplete) {
          p = recordStart
          n = first
          spaces = firstSpace
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
        const point = field.quoted ? decimal : bare
        let problem = -1
        if (role === categorical) {
          if (!isMissing(bytes, field.start, field.end)) {
            if (field.doubled) {
              const text = undouble(bytes, field.start, field.end, quote)
              indices[n] = murmur3Int(text.bytes, 0, text.length, columnHashes[k])
            } else indices[n] = murmur3Int(bytes, field.start, field.end, columnHashes[k])
            names?.field(n, k, bytes, field, quote)
            values[n++] = 1
          }
        } else if (role === words) {
          n = putWords(bytes, field, quote, columnHashes[k], out, n, k)
        } else if (role !== ignore) {
          const missing = isMissing(bytes, field.start, field.end)
          if (role === -1) problem = faults.columnsMany
          else if (role === numeric) {
            if (!missing) {
              problem = parseNumber(bytes, field.start, values, n, point) === field.end ? -1 : faults.type
              if (problem < 0) {
                const v = values[n]
                const magnitude = v < 0 ? -v : v
                if (magnitude >= minValue && magnitude <= maxValue) {
                  names?.column(n, k)
                  indices[n++] = columnHashes[k]
                } else if (v !== 0 || !spellsZero(bytes, field.start, field.end)) problem = faults.valueRange
              }
            }
          } else if (role === label) {
            if (!missing) {
              if (field.doubled) {
                const text = undouble(bytes, field.start, field.end, quote)
                problem = parseLabel(plan, text.bytes, 0, text.length, labels, size)
              } else problem = parseLabel(plan, bytes, field.start, field.end, labels, size, point)
            }
          } else if (role === weight) {
            const stop = parseNumber(bytes, field.start, weights, size, point)
            const w = weights[size]
            if (stop !== field.end || !(w >= 0 && w <= maxWeight)) problem = faults.weight
          } else if (role === tag) {
            if (field.end > field.start) {
              tags[2 * size] = field.start
              tags[2 * size + 1] = field.end
            }
          }
        }
        if (problem >= 0) {
          fault = problem
          at = field.start
          until = field.end
        }
      }
      if (plan.spaces && n > (spaces > firstSpace ? out.spaces[2 * spaces - 1] : first))
        spaces = putSpace(out, spaces, plan.columnSpaces[k], n)
      let c = bytes[p]
      if (c === 32 && delimiter === 32) {
        // the spaces after the last column are no delimiter
        while (c === 32) c = bytes[++p]
      } else if (c === delimiter) {
        p++
        continue
      }
      if (c === 10 || (c === 13 && bytes[p + 1] === 10)) {
        if (fault < 0 && k + 1 < columns) {
          fault = faults.columnsFew
          at = p
          until = p
        }
        if (c === 13) p++
        break
      }
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
    } else {
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
}

/** Adds each word of a field, which white space separates, as a category; returns their end. */
function putWords(
  bytes: Uint8Array,
  field: Field,
  quote: number,
  seed: number,
  out: Tokens,
  n: number,
  column: number,
): number {
  const { names } = tokenNames
  const text = field.doubled ? undouble(bytes, field.start, field.end, quote) : undefined
  const source = text?.bytes ?? bytes
  const end = text?.length ?? field.end
  let p = text === undefined ? field.start : 0
  for (;;) {
    while (p < end && source[p] <= 32) p++
    if (p === end) return n
    const start = p
    while (p < end && source[p] > 32) p++
    names?.word(n, column, source, start, p)
    out.indices[n] = murmur3Int(source, start, p, seed)
    out.values[n++] = 1
  }
}

/** Line feeds in [start, end): those of quoted fields. */
function linesWithin(bytes: Uint8Array, start: number, end: number): number {
  let lines = 0
  for (let p = start; ; lines++) {
    p = bytes.indexOf(10, p) + 1
    if (p > end || p === 0) return lines
  }
}
