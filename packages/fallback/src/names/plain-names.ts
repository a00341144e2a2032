import { lineCursor, type NameBytes, type NamedLines, nameCounts, type TokenPlan } from '@ol/spec'

/** the start and end of the name of each feature of a line, and of the name's namespace */
let places = new Uint32Array(4 * 256)

const [tab, feed, carriage, space, hash, colon, caret, bar] = [9, 10, 13, 32, 35, 58, 94, 124]
const constant = Uint8Array.from('Constant', (c) => c.charCodeAt(0))

/** See TextBackend.plainNames. Twin: native/core/names/plain-names.cc. */
export function plainNames(
  { format, constant: constants }: Pick<TokenPlan, 'format' | 'constant'>,
  chunk: NamedLines,
  at: Uint32Array,
  from: number,
  out: NameBytes,
): number {
  const { bytes, offsets } = chunk
  const { counts } = out
  counts[nameCounts.needed] = 0
  const last = constants ? 1 : 0
  let e = -1
  let k = from
  for (; k < at.length; k++) {
    const i = at[k]
    if (e < 0 || i >= offsets[e + 1] || i < offsets[e]) {
      e = exampleOf(chunk, i)
      if (e === chunk.size || i < offsets[e]) return k
      const features = offsets[e + 1] - offsets[e] - last
      const start = startOf(chunk, chunk.lines[e])
      if (start < 0 || features < 0) return k
      if (4 * features > places.length) places = new Uint32Array(8 * features)
      const isPlain =
        format === 'vw'
          ? scanVw(bytes, start, features)
          : format === 'svmlight' && scanSvmlight(bytes, start, features)
      if (!isPlain) return k
    }
    const p = 4 * (i - offsets[e])
    const fits =
      i < offsets[e + 1] - last
        ? append(out, bytes, places[p], places[p + 1], places[p + 2], places[p + 3])
        : append(out, constant, 0, constant.length, 0, 0)
    if (!fits) return k
  }
  return k
}

/** Returns the example that feature i belongs to; the number of examples where there is none. */
function exampleOf({ size, offsets }: NamedLines, i: number): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >> 1
    if (offsets[middle + 1] > i) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns where a line starts, and moves the cursor there; -1: there is no such line after the cursor. */
function startOf({ bytes, end, cursor }: NamedLines, line: number): number {
  let at = cursor[lineCursor.start]
  let n = cursor[lineCursor.line]
  if (line < n) return -1
  for (; n < line; n++) {
    const next = bytes.indexOf(feed, at)
    if (next < 0 || next >= end) return -1
    at = next + 1
  }
  if (at >= end || bytes[end - 1] !== feed) return -1
  cursor[lineCursor.line] = line
  cursor[lineCursor.start] = at
  return at
}

/** Appends a name, after the name of its namespace if it has one; returns whether it fits. */
function append(
  { text: own, ends, counts }: NameBytes,
  bytes: Uint8Array,
  from: number,
  to: number,
  spaceFrom: number,
  spaceTo: number,
): boolean {
  const inSpace = spaceTo > spaceFrom
  const length = to - from + (inSpace ? spaceTo - spaceFrom + 1 : 0)
  let at = counts[nameCounts.bytes]
  if (length > own.length - at) {
    counts[nameCounts.needed] = length
    return false
  }
  let all = 0
  if (inSpace) {
    for (let p = spaceFrom; p < spaceTo; p++) {
      own[at++] = bytes[p]
      all |= bytes[p]
    }
    own[at++] = caret
  }
  for (let p = from; p < to; p++) {
    own[at++] = bytes[p]
    all |= bytes[p]
  }
  if (all > 127) counts[nameCounts.beyondAscii] = 1
  counts[nameCounts.bytes] = at
  ends[counts[nameCounts.names]++] = at
  return true
}

/*
 * Both split the line at `start` if it has exactly this many features, and each feature has its name between blanks:
 * this holds for almost every line. They return false for other lines, where a tokenizer dropped features or found them
 * elsewhere. The line has been tokenized, so its grammar is right; all loops end at its line feed.
 */

function scanVw(bytes: Uint8Array, start: number, features: number): boolean {
  const most = 4 * features
  let at = 0
  let p = start
  while (bytes[p] !== bar && bytes[p] !== feed) p++
  while (bytes[p] === bar) {
    const nameStart = ++p
    while (!endsName(bytes[p])) p++
    const nameEnd = p
    if (bytes[p] === colon) p = valueEnd(bytes, p + 1)
    if (p < 0) return false
    for (;;) {
      while (bytes[p] === space || bytes[p] === tab) p++
      if (bytes[p] === feed || bytes[p] === bar || (bytes[p] === carriage && bytes[p + 1] === feed)) break
      const from = p
      while (!endsName(bytes[p])) p++
      const to = p
      if (bytes[p] === colon) p = valueEnd(bytes, p + 1)
      // a feature without a name, a carriage return, a string as value
      if (to === from || p < 0 || at === most) return false
      places[at] = from
      places[at + 1] = to
      places[at + 2] = nameStart
      places[at + 3] = nameEnd
      at += 4
    }
  }
  return at === most
}

function scanSvmlight(bytes: Uint8Array, start: number, features: number): boolean {
  const most = 4 * features
  let at = 0
  let p = start
  while (bytes[p] > space) p++
  for (;;) {
    while (bytes[p] === space || bytes[p] === tab) p++
    const from = p
    while (bytes[p] >= 48 && bytes[p] <= 57) p++
    if (p === from) break
    const to = p
    while (bytes[p] > space && bytes[p] !== hash) p++
    if (at === most) return false
    places[at] = from
    places[at + 1] = to
    places[at + 2] = 0
    places[at + 3] = 0
    at += 4
  }
  const ended = bytes[p] === feed || bytes[p] === hash || (bytes[p] === carriage && bytes[p + 1] === feed)
  return ended && at === most
}

function endsName(c: number): boolean {
  return c <= space ? c === space || c === feed || c === tab || c === carriage : c === colon || c === bar
}

/** Returns the end of a value that is a number; -1: it is not a number. */
function valueEnd(bytes: Uint8Array, p: number): number {
  const c = bytes[p]
  if (!((c >= 48 && c <= 57) || c === 43 || c === 45 || c === 46)) return -1
  while (bytes[p] > space && bytes[p] !== bar) p++
  return p
}
