import { layoutOf, OLError, type Precision, ruleOf, rules, scalarCount, type Table } from '@ol/spec'
import { decodeHeader, type Header } from '../model/model-header.js'
import { sumsOf } from '../model/model-tensors.js'
import type { Settings } from '../options/settings.js'
import { controlWords } from './sequence-lock.js'

/*
 * The memory of a shared model: the control, the head of a model file, scalars and sums, and the table as a backend
 * reads it.
 */

/** The number of bytes by which a head may grow: its counts get more digits. */
const spareHead = 4096

/** The contents of a buffer besides its control. */
export interface SharedShape {
  readonly rows: number
  readonly lanes: number
  readonly precision: Precision
  /** bytes that the head may have */
  readonly head: number
  /** float64 numbers of scalars and sums */
  readonly numbers: number
}

/** The places of the parts of a shared model. */
export interface SharedParts {
  readonly control: Int32Array
  readonly head: Uint8Array
  readonly numbers: Float64Array
  /** its scalars are not shared: see `numbers` */
  readonly table: Table
}

/** Returns the shape of the memory that a model needs: OL_PARAMETER if its features are distinguished exactly. */
export function shapeOf(
  settings: Settings,
  head: Uint8Array,
  table: Table,
  sums: readonly Float64Array[],
): SharedShape {
  if (settings.bits === 'grow')
    throw new OLError(
      'OL_PARAMETER',
      "Expected a table of a fixed size to share but bits are 'grow': give the number of bits",
      { value: settings.bits },
    )
  const numbers = sums.reduce((sum, { length }) => sum + length, table.scalars.length)
  const { rows, lanes, precision } = table
  return { rows, lanes, precision, head: head.length + spareHead, numbers }
}

const align = (bytes: number): number => Math.ceil(bytes / 64) * 64
const controlBytes = controlWords.count * 4

/** Bytes of the memory of a shape, of a rule with one number for each feature and lane. */
export function sharedBytes({ rows, lanes, precision, head, numbers }: SharedShape): number {
  return controlBytes + align(head) + align(8 * numbers) + layoutOf(rules.sgd, rows, lanes, precision).bytes
}

/** Writes the shape of a new buffer into its control. */
export function noteShape(control: Int32Array, { rows, lanes, precision, head, numbers }: SharedShape): void {
  control.set([0x4f4c, rows, lanes, precision === 'float32' ? 4 : 8, head, numbers], controlWords.count - 6)
}

/** Returns the shape of a buffer: OL_PARAMETER for another one. */
function notedShape(control: Int32Array, bytes: number): SharedShape {
  const [mark, rows, lanes, width, head, numbers] = control.subarray(controlWords.count - 6)
  const shape = { rows, lanes, precision: width === 4 ? 'float32' : 'float64', head, numbers } as const
  if (mark === 0x4f4c && sharedBytes(shape) === bytes) return shape
  throw new OLError('OL_PARAMETER', 'Expected the buffer of a SharedModel but received another one', {
    value: bytes,
  })
}

/** Returns the parts of a buffer. */
export function partsOfBuffer(buffer: SharedArrayBuffer): SharedParts {
  if (buffer.byteLength < controlBytes)
    throw new OLError('OL_PARAMETER', 'Expected the buffer of a SharedModel but received another one', {
      value: buffer.byteLength,
    })
  const control = new Int32Array(buffer, 0, controlWords.count)
  const { rows, lanes, precision, head, numbers } = notedShape(control, buffer.byteLength)
  const layout = layoutOf(rules.sgd, rows, lanes, precision)
  const numbersStart = controlBytes + align(head)
  const start = numbersStart + align(8 * numbers)
  const lane =
    precision === 'float32'
      ? new Float32Array(buffer, start, layout.bytes / 4)
      : new Float64Array(buffer, start, layout.bytes / 8)
  const shared = new Float64Array(buffer, start, Math.floor(layout.bytes / 8))
  const table = { rows, lanes, precision, layout, lane, shared, scalars: new Float64Array(0) }
  return {
    control,
    head: new Uint8Array(buffer, controlBytes, head),
    numbers: new Float64Array(buffer, numbersStart, numbers),
    table,
  }
}

/** The state of a model from a head and numbers, in its own memory. */
export interface SharedState {
  readonly header: Header
  readonly scalars: Float64Array
  readonly sums: readonly Float64Array[]
}

/** Returns the state of a model from copies of its head and numbers. */
export function stateOf(head: Uint8Array, numbers: Float64Array): SharedState {
  const header = decodeHeader(head.subarray(8))
  const { settings, rows } = header
  const count = scalarCount(ruleOf(settings), settings.lanes)
  let from = count
  const sums = sumsOf(settings, rows).map(({ shape }) => {
    const length = shape.reduce((product, side) => product * side, 1)
    from += length
    return numbers.slice(from - length, from)
  })
  return { header, scalars: numbers.slice(0, count), sums }
}
