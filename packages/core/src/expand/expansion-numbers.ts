import { type DerivationState, derivationScalars, derivationSizes, OLError } from '@ol/spec'
import type { FindsHeld } from '../model/row-blocks.js'
import type { Chosen } from './choice.js'
import { newSketches, newState } from './derivation-capacity.js'
import type { StoredDeriver } from './deriver.js'

const { level: size, levels, bounds, candidates, mostCandidates, cells } = derivationSizes

/** The parts of a model file about an expander and the mixture of the experts, each a list of numbers. */
export interface StoredExpansion {
  readonly expander: StoredDeriver
  readonly mixture: readonly Float64Array[]
}

/** Returns lists of numbers one after another, each after its length. */
export function encodeExpansion(
  { expander: { state, columns, chosen }, mixture }: StoredExpansion,
  backend: FindsHeld,
): Float64Array {
  const lists = [...listsOf(state, backend), columns, chosenNumbers(chosen), ...mixture]
  const numbers = new Float64Array(lists.reduce((sum, { length }) => sum + 1 + length, 0))
  let at = 0
  for (const list of lists) {
    numbers[at] = list.length
    numbers.set(list, at + 1)
    at += 1 + list.length
  }
  return numbers
}

function listsOf(s: DerivationState, backend: FindsHeld): ArrayLike<number>[] {
  const { scalars } = s
  const rows = placesWithin(s.column, 1, 0, backend)
  const sketches = scalars[derivationScalars.sketches]
  const columns = scalars[derivationScalars.columns]
  // most of the time of a save would go into cells without evidence
  const screened = scalars[derivationScalars.screened] > 0
  const used = screened ? placesWithin(s.cells, 2, 1, backend) : new Uint32Array(0)
  const places = placesWithin(s.candidateColumns, 3, 0, backend)
  return [
    scalars,
    ...[rows, ...[s.seen, s.first, s.flags, s.column, s.sketch].map((of) => each(of, 1, rows))],
    s.dense.subarray(0, scalars[derivationScalars.dense]),
    ...[s.columnCount.subarray(0, columns), s.columnLast.subarray(0, columns)],
    ...[s.counts.subarray(0, 2 * sketches), s.toggles.subarray(0, sketches)],
    ...[s.bounds.subarray(0, bounds * sketches), s.levels.subarray(0, levels * sketches)],
    ...[
      s.fills.subarray(0, levels * sketches),
      s.items.subarray(0, size * scalars[derivationScalars.levels]),
    ],
    ...[used, each(s.cells, 2, used)],
    ...[places, each(s.candidateColumns, 3, places), each(s.candidateSums, 3, places)],
  ]
}

/** Bytes of a block that is skipped if it is 0. */
const blockBytes = 1024

/** Returns the numbers of the groups of `width` numbers whose number `at` is not 0. Most of an array are zeros. */
function placesWithin(
  array: Float32Array | Uint32Array,
  width: number,
  at: number,
  backend: FindsHeld,
): Uint32Array {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: bytes } = array
  // searches a last block that is not full
  const flags = new Uint8Array(Math.ceil(byteLength / blockBytes)).fill(1)
  const full = flags.subarray(0, Math.floor(byteLength / blockBytes)).fill(0)
  backend.findHeld(buffer as ArrayBuffer, byteOffset, blockBytes, full)
  const found: number[] = []
  const inBlock = blockBytes / bytes
  for (let block = flags.indexOf(1); block >= 0; block = flags.indexOf(1, block + 1)) {
    const end = Math.min(array.length, (block + 1) * inBlock)
    let place = Math.ceil((block * inBlock - at) / width)
    for (; width * place + at < end; place++) if (array[width * place + at] !== 0) found.push(place)
  }
  return Uint32Array.from(found)
}

/** Returns groups of `width` numbers by their numbers. */
function each(
  array: Float64Array | Float32Array | Uint32Array | Uint8Array,
  width: number,
  places: Uint32Array,
): Float64Array {
  const found = new Float64Array(width * places.length)
  for (let i = 0; i < places.length; i++)
    for (let j = 0; j < width; j++) found[width * i + j] = array[width * places[i] + j]
  return found
}

function chosenNumbers(chosen: readonly Chosen[]): number[] {
  return chosen.flatMap(({ columns, rate }) => [columns[0], columns[1], columns[2] ?? 0, rate])
}

/**
 * Returns the expansion that the numbers hold for a table of this many rows: OL_MODEL_FORMAT if they cannot be one.
 */
export function decodeExpansion(numbers: Float64Array, rows: number): StoredExpansion {
  const read = new Lists(numbers)
  const scalars = scalarsOf(read.counts(undefined, 2 ** 53))
  const columns = scalars[derivationScalars.columns]
  const sketches = scalars[derivationScalars.sketches]
  const lists = scalars[derivationScalars.levels]
  if (
    columns > rows ||
    sketches > rows ||
    lists > levels * sketches ||
    scalars[derivationScalars.dense] > rows ||
    scalars[derivationScalars.candidates] > mostCandidates
  )
    throw corrupt('more columns or sketches than features', columns)
  const state = { ...newState(rows), ...newSketches(sketches, lists) }
  state.scalars.set(scalars)
  const own = read.places(undefined, rows)
  // a row without a column may still get its own column, for which there is capacity
  if (columns > own.length) throw corrupt('more columns than features that have one', columns)
  const spread = (
    to: Float64Array | Float32Array | Uint32Array | Uint8Array,
    from: Float64Array,
    width: number,
    at = own,
  ): void => {
    for (let i = 0; i < at.length; i++)
      for (let j = 0; j < width; j++) to[width * at[i] + j] = from[width * i + j]
  }
  spread(state.seen, read.counts(own.length, 2 ** 53), 1)
  spread(state.first, read.numbers(own.length), 1)
  spread(state.flags, read.counts(own.length, 3), 1)
  spread(state.column, read.counts(own.length, columns, 1), 1)
  spread(state.sketch, read.counts(own.length, sketches), 1)
  state.dense.set(read.counts(scalars[derivationScalars.dense], rows - 1))
  state.columnCount.set(read.counts(columns, 2 ** 53))
  state.columnLast.set(read.counts(columns, 2 ** 53))
  state.counts.set(read.counts(2 * sketches, 2 ** 53))
  state.toggles.set(read.counts(sketches, 2 ** 32 - 1))
  state.bounds.set(read.numbers(bounds * sketches))
  state.levels.set(read.counts(levels * sketches, lists))
  state.fills.set(read.counts(levels * sketches, size - 1))
  state.items.set(read.numbers(size * lists))
  const used = read.places(undefined, cells)
  const sums = read.numbers(2 * used.length)
  checkUsed(sums, scalars[derivationScalars.screened])
  spread(state.cells, sums, 2, used)
  const places = read.places(scalars[derivationScalars.candidates], candidates)
  const pairs = read.counts(3 * places.length, columns)
  const none = pairs.findIndex((column, i) => i % 3 === 0 && column === 0)
  if (none >= 0) throw corrupt('a candidate without columns', places[none / 3])
  spread(state.candidateColumns, pairs, 3, places)
  spread(state.candidateSums, read.numbers(3 * places.length), 3, places)
  checkRows(state)
  const named = read.numbers(undefined)
  checkNumbers(named, columns)
  const all = read.numbers(undefined)
  const chosen = Array.from({ length: all.length / 4 }, (_, i) => chosenAt(all, 4 * i, columns))
  return { expander: { state, columns: named, chosen }, mixture: read.rest() }
}

/** Returns the scalars of a list; lists of older models end before `begun`, as all of them had, or before `screenEvery`. */
function scalarsOf(list: Float64Array): Float64Array {
  const { begun, waits, pause, screenEvery, count } = derivationScalars
  const scalars = Float64Array.from({ length: count }, (_, i) => list[i] ?? 0)
  if (list.length === begun) scalars[begun] = 1
  else if (list.length !== count && list.length !== screenEvery)
    throw corrupt(`scalars other than ${count}`, list.length)
  if (scalars[begun] > 1 || scalars[waits] > scalars[pause])
    throw corrupt('a wait longer than it was', scalars[waits])
  const every = scalars[screenEvery]
  if (every > 2 ** 31 || (every > 0 && !Number.isInteger(Math.log2(every))))
    throw corrupt('screened examples by other than a power of two', every)
  return scalars
}

/** Checks that the cells in use are those that are saved, and are float32. */
function checkUsed(sums: Float64Array, screened: number): void {
  const wrong = sums.findIndex((x, i) => Math.fround(x) !== x || (i % 2 === 1 && x === 0))
  if (wrong >= 0 || (screened === 0 && sums.length > 0)) throw corrupt('a cell without evidence', sums[wrong])
}

/** Checks that the columns of names are columns; `named`: hash and number of each. */
function checkNumbers(named: Float64Array, columns: number): void {
  const wrong = named.findIndex((x, i) => i % 2 === 1 && !(Number.isInteger(x) && x >= 1 && x <= columns))
  if (named.length % 2 !== 0 || wrong >= 0) throw corrupt('a name of no column', named[wrong])
}

/**
 * Checks the assumptions of kernels: sketches in use have their levels, whose values come in half levels from below,
 * and each dense feature is marked and listed once.
 */
function checkRows({ scalars, levels: of, fills, dense, flags }: DerivationState): void {
  for (let k = 0; k < scalars[derivationScalars.sketches]; k++)
    for (let h = 0; h < levels; h++)
      if ((h === 0 || fills[k * levels + h] > 0) && of[k * levels + h] === 0)
        throw corrupt('a sketch without its values', k)
      else if (h > 0 && fills[k * levels + h] % (size / 2) !== 0)
        throw corrupt('a level of a sketch that is not half full', fills[k * levels + h])
  const count = scalars[derivationScalars.dense]
  for (let d = 0; d < count; d++)
    if (flags[dense[d]] < 2) throw corrupt('a dense feature that is not', dense[d])
  if (new Set(dense.subarray(0, count)).size < count) throw corrupt('a dense feature twice', count)
}

function chosenAt(all: Float64Array, at: number, most: number): Chosen {
  const columns = [...all.subarray(at, at + 3)].filter((column, i) => i < 2 || column !== 0)
  const ascending = columns.every(
    (column, i) => Number.isInteger(column) && column > (i === 0 ? 0 : columns[i - 1]) && column <= most,
  )
  if (!ascending) throw corrupt('a choice of no columns', columns.join())
  return { columns, rate: all[at + 3] }
}

/** Reads lists one after another. */
class Lists {
  readonly #all: Float64Array
  #at = 0

  constructor(all: Float64Array) {
    this.#all = all
  }

  /** Returns the next list: of finite numbers, as many as are expected. */
  numbers(expected: number | undefined): Float64Array {
    const length = this.#all[this.#at++]
    const wrong = !Number.isInteger(length) || length < 0 || this.#at + length > this.#all.length
    if (wrong || (expected !== undefined && length !== expected))
      throw corrupt(`a list of ${expected ?? 'some'} numbers at ${this.#at}`, length)
    const list = this.#all.subarray(this.#at, this.#at + length)
    this.#at += length
    const bad = list.find((x) => !Number.isFinite(x))
    if (bad !== undefined) throw corrupt('a number that is not finite', bad)
    return list
  }

  /** Returns whole numbers from `least` to `most`. */
  counts(expected: number | undefined, most: number, least = 0): Float64Array {
    const list = this.numbers(expected)
    const bad = list.find((x) => !(Number.isInteger(x) && x >= least && x <= most))
    if (bad !== undefined) throw corrupt(`a number that is not a count from ${least} to ${most}`, bad)
    return list
  }

  /** Returns places below `end`, ascending. */
  places(expected: number | undefined, end: number): Float64Array {
    const list = this.counts(expected, end - 1)
    const bad = list.find((x, i) => i > 0 && x <= list[i - 1])
    if (bad !== undefined) throw corrupt('places that are not ascending', bad)
    return list
  }

  /** Returns the remaining lists; infinite sums belong to dropped experts. */
  rest(): readonly Float64Array[] {
    const lists: Float64Array[] = []
    while (this.#at < this.#all.length) {
      const length = this.#all[this.#at++]
      if (!Number.isInteger(length) || length < 0 || this.#at + length > this.#all.length)
        throw corrupt('a list of the mixture', length)
      lists.push(this.#all.slice(this.#at, this.#at + length))
      this.#at += length
    }
    return lists
  }
}

export function corrupt(what: string, value: unknown): OLError {
  const text = `The model is corrupt: its derived features have ${what} (${String(value)})`
  return new OLError('OL_MODEL_FORMAT', text, { value })
}
