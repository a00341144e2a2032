import { OLError, rules, type Table } from '@ol/spec'
import type { Settings } from '../options/settings.js'

/** Bytes of the number of a slot in a model file. */
const slotBytes = 4

/** Returns whether a file of these settings may hold the slots that were touched alone: a table that grows has no others, and a divisor belongs to every slot. */
export function canBeSparse({ rule, bits, prenormalize }: Settings): boolean {
  return bits !== 'grow' && rules[rule].kind !== 'matrix' && prenormalize === 'none'
}

/** Returns whether so many slots of a table take fewer bytes with their numbers than all slots without. */
export function isSmaller({ rule, lanes, precision }: Settings, slots: number, rows: number): boolean {
  const { lane, shared } = rules[rule]
  const bytes = lane.length * lanes * (precision === 'float32' ? 4 : 8) + shared.length * 8
  return slots * (bytes + slotBytes) < rows * bytes
}

/** Returns the slots of a table that hold anything, ascending; undefined where a file with all of them is smaller. */
export function touchedSlots(settings: Settings, table: Table): Uint32Array | undefined {
  if (!canBeSparse(settings)) return undefined
  const { rows } = table
  let slots = new Uint32Array(1024)
  let count = 0
  for (let row = 0; row < rows; row++) {
    if (!isTouched(table, settings, row)) continue
    if (count === slots.length) {
      if (!isSmaller(settings, count, rows)) return undefined
      const more = new Uint32Array(2 * count)
      more.set(slots)
      slots = more
    }
    slots[count++] = row
  }
  return isSmaller(settings, count, rows) ? slots.slice(0, count) : undefined
}

/** Returns whether a slot holds anything but the zeros that it was made with: -0 is not one of them. */
export function isTouched({ lane, lanes, shared, layout }: Table, { rule }: Settings, row: number): boolean {
  const { laneStride, laneStep, sharedStart, sharedStride } = layout
  const states = rules[rule]
  // what pads lanes belongs to nobody
  for (let j = 0; j < states.lane.length; j++) {
    const from = row * laneStride + j * laneStep
    for (let k = from; k < from + lanes; k++) if (lane[k] !== 0 || 1 / lane[k] < 0) return true
  }
  const from = sharedStart + row * sharedStride
  for (let k = from; k < from + states.shared.length; k++)
    if (shared[k] !== 0 || 1 / shared[k] < 0) return true
  return false
}

/** Checks the slots of a file: OL_MODEL_FORMAT where they do not ascend within the table, or one holds nothing. */
export function checkTouched(slots: Uint32Array, table: Table, settings: Settings): void {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]
    if (slot < table.rows && (i === 0 || slot > slots[i - 1]) && isTouched(table, settings, slot)) continue
    const text = `The model is corrupt: expected a touched slot after the one before for slot ${i} of its table, but it is ${slot}`
    throw new OLError('OL_MODEL_FORMAT', text, { value: slot })
  }
}
