import { OLError, type RuleEntry, ruleOf, type StateEntry } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import type { TableWords } from '../table/copy-lanes.js'
import { type Steps, step, stepSize } from '../table/steps.js'
import type { Stored } from '../table/store.js'
import { laneWords, wordsOf } from '../table/words.js'
import { type FindsHeld, heldRows, nextFlag } from './row-blocks.js'
import type { Elements } from './tensor-elements.js'

/** Bytes of the number of a slot in a model file. */
const slotBytes = 4

/**
 * Returns whether a file of these settings may have only the touched slots: a growing table has no others, and a
 * divisor belongs to every slot.
 */
export function canBeSparse(settings: Settings): boolean {
  const { bits, prenormalize } = settings
  return bits !== 'grow' && ruleOf(settings).kind !== 'matrix' && prenormalize === 'none'
}

/** Returns whether this many slots of a table take fewer bytes with their numbers than all slots without. */
export function isSmaller(settings: Settings, slots: number, rows: number): boolean {
  const { lanes, precision, storedPrecision } = settings
  const { lane, shared } = ruleOf(settings)
  const width = storedPrecision !== undefined ? 2 : precision === 'float32' ? 4 : 8
  // as if no state were optional, so that missing values do not change how the others are stored
  const always = shared.filter(({ optional }: StateEntry) => optional !== true).length
  const bytes = lane.length * lanes * width + always * 8
  return slots * (bytes + slotBytes) < rows * bytes
}

/** Returns the slots of a table that are in use, ascending; undefined if a file with all of them is smaller. */
export function* touchedSlots(
  settings: Settings,
  { table, snapshot }: Stored,
  backend: FindsHeld,
): Steps<Uint32Array | undefined> {
  if (!canBeSparse(settings)) return undefined
  const { rows } = table
  const states = ruleOf(settings)
  const holds = holdings({ table, words: wordsOf(table) }, states)
  const pieces: Uint32Array[] = []
  let piece = new Uint32Array(stepSize)
  let count = 0
  for (const { start, held } of heldRows(table, rows, backend, snapshot)) {
    for (let k = nextFlag(held, 1, 0), due = 0; k >= 0; k = nextFlag(held, 1, k + 1)) {
      if (k >= due) {
        yield step
        if (!isSmaller(settings, count, rows)) return undefined
        due = k + stepSize
      }
      const row = start + k
      const place = snapshot?.placeOf(row) ?? -1
      const touched =
        snapshot === undefined || place < 0
          ? holds(row)
          : holdings(snapshot.copyAt(place), states)(snapshot.rowAt(place))
      if (!touched) continue
      if (count > 0 && count % stepSize === 0) {
        pieces.push(piece)
        piece = new Uint32Array(stepSize)
      }
      piece[count++ % stepSize] = row
    }
    yield step
  }
  if (!isSmaller(settings, count, rows)) return undefined
  const slots = new Uint32Array(count)
  for (let k = 0; k < pieces.length; k++) {
    slots.set(pieces[k], k * stepSize)
    if (k % 64 === 0) yield step
  }
  slots.set(piece.subarray(0, count - pieces.length * stepSize), pieces.length * stepSize)
  return slots
}

/** Returns the function that tells whether a row differs from its initial zeros; -0 counts as a difference. */
function holdings({ table, words }: TableWords, states: RuleEntry): (row: number) => boolean {
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  const width = laneWords(table)
  const [stride, step] = [laneStride * width, laneStep * width]
  // numbers that pad lanes belong to nobody
  const lanes = table.lanes * width
  const all = states.lane.length * step
  const shared = 2 * states.shared.length
  return (row) => {
    const first = row * stride
    for (let from = first; from < first + all; from += step)
      for (let k = from; k < from + lanes; k++) if (words[k] !== 0) return true
    const from = 2 * (sharedStart + row * sharedStride)
    for (let k = from; k < from + shared; k++) if (words[k] !== 0) return true
    return false
  }
}

/** The slots of a file while it is read: whether their places are valid, and whether they are in use. */
export class SlotCheck {
  readonly #slots: Uint32Array
  readonly #rows: number
  readonly #flags: Uint8Array
  /** the first that is not within the table, or not after the one before */
  #misplaced = 0

  /** `rows`: of the table */
  constructor(slots: Uint32Array, rows: number) {
    this.#slots = slots
    this.#rows = rows
    this.#flags = new Uint8Array(slots.length)
  }

  /** Takes the slots that were read; returns whether rows can be written to them. */
  place(): boolean {
    const slots = this.#slots
    let i = 0
    while (i < slots.length && slots[i] < this.#rows && (i === 0 || slots[i] > slots[i - 1])) i++
    this.#misplaced = i
    return i === slots.length
  }

  /** Marks the slots in use by elements of a state, `lanes` for each slot, from `from` on. */
  note({ buffer, byteOffset, byteLength, length }: Elements, from: number, lanes: number): void {
    const words = new Uint32Array(buffer, byteOffset, byteLength / 4)
    const width = (lanes * words.length) / length
    for (let slot = from / lanes, k = 0; k < words.length; slot++, k += width) {
      for (let w = k; w < k + width && this.#flags[slot] === 0; w++) if (words[w] !== 0) this.#flags[slot] = 1
    }
  }

  /** Throws OL_MODEL_FORMAT if a slot is misplaced or empty. */
  finish(): void {
    const empty = this.#flags.indexOf(0)
    const wrong = empty < 0 ? this.#misplaced : Math.min(empty, this.#misplaced)
    if (wrong === this.#slots.length) return
    const slot = this.#slots[wrong]
    const text = `The model is corrupt: expected a touched slot after the one before for slot ${wrong} of its table, but it is ${slot}`
    throw new OLError('OL_MODEL_FORMAT', text, { value: slot })
  }
}
