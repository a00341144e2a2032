import type { Tokenized } from '../source/chunks.js'
import type { NameBytes } from './name-bytes.js'

const [tab, feed, carriage, space, colon, bar] = [9, 10, 13, 32, 58, 124]

/**
 * Finds where the names of an example lie in lines of VW text and svmlight whose features are what is between blanks,
 * one for one. That is almost every line; of the others, whose features a tokenizer dropped or found elsewhere, it knows
 * nothing. A line that is scanned has been tokenized, so that its grammar is right.
 */
export class PlainNames {
  /** where the name of each feature starts and ends, and that of its namespace */
  #places = new Uint32Array(4 * 256)
  #bytes: Uint8Array = new Uint8Array(0)

  /** Returns whether the line at `start` has exactly so many features, and each the name between its blanks. */
  scan({ bytes, plan }: Tokenized, start: number, features: number): boolean {
    if (4 * features > this.#places.length) this.#places = new Uint32Array(8 * features)
    this.#bytes = bytes
    if (plan.format === 'vw') return this.#scanVw(bytes, start, features)
    return plan.format === 'svmlight' && this.#scanSvmlight(bytes, start, features)
  }

  /** Appends the name of feature k of the line. */
  appendTo(names: NameBytes, k: number): void {
    const places = this.#places
    names.start()
    if (places[4 * k + 3] > places[4 * k + 2]) {
      names.append(this.#bytes, places[4 * k + 2], places[4 * k + 3])
      names.appendByte(94)
    }
    names.append(this.#bytes, places[4 * k], places[4 * k + 1])
    names.end()
  }

  #scanVw(bytes: Uint8Array, start: number, features: number): boolean {
    const places = this.#places
    const most = 4 * features
    let at = 0
    let p = start
    while (bytes[p] !== bar) p++
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

  #scanSvmlight(bytes: Uint8Array, start: number, features: number): boolean {
    const places = this.#places
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
      while (bytes[p] > space && bytes[p] !== 35) p++
      if (at === most) return false
      places[at] = from
      places[at + 1] = to
      places[at + 2] = 0
      places[at + 3] = 0
      at += 4
    }
    const ended = bytes[p] === feed || bytes[p] === 35 || (bytes[p] === carriage && bytes[p + 1] === feed)
    return ended && at === most
  }
}

function endsName(c: number): boolean {
  return c <= space ? c === space || c === feed || c === tab || c === carriage : c === colon || c === bar
}

/** Returns where a value ends that is a number; -1: it is none. */
function valueEnd(bytes: Uint8Array, p: number): number {
  const c = bytes[p]
  if (!((c >= 48 && c <= 57) || c === 43 || c === 45 || c === 46)) return -1
  while (bytes[p] > space && bytes[p] !== bar) p++
  return p
}
