import { crc32 } from '@ol/platform'
import { invalid, isTypedArray, OLError } from '@ol/spec'
import { optionalState } from '../model/missing-state.js'
import { decodeHeader, encodeHeader } from '../model/model-header.js'
import { checkNames } from '../model/model-names.js'
import { sumsOf } from '../model/model-tensors.js'
import { tracksScales } from '../names/scales.js'
import type { Settings } from '../options/settings.js'
import { type ModelPart, rowShape, scalarsOf } from './model-part.js'
import { holdsOptional, withOptional, withoutOptional } from './optional-state.js'
import { checkPart } from './slice-check.js'

/*
 * The bytes of a slice: docs/formats/slice.md. Only rows in use are in it.
 */

const magic = 'OLSLICE1'
const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

type Elements = Float32Array | Float64Array | Uint8Array | Uint32Array

/** The facts from which the arrays of a slice follow. */
interface SliceHeader {
  readonly slice: number
  readonly slices: number
  readonly rows: number
  readonly names: number
  readonly nameBytes: number
  readonly unnamed: boolean
  /** rows whose means move the constant */
  readonly shifts: number
  /** the header of the model */
  readonly model: string
}

/** Returns the bytes of a slice. */
export function encodeSlice({ head, rows, shifts, slice, slices }: ModelPart): Uint8Array {
  const { settings, counts, scalars, sums, names, unnamed } = head
  const missing = holdsOptional(settings, rows.shared)
  const model = new TextDecoder().decode(
    encodeHeader({ settings, counts, rows: 0, missing, names: { count: 0, bytes: 0, unnamed } }, []).subarray(
      8,
    ),
  )
  const header: SliceHeader = {
    slice,
    slices,
    rows: rows.size,
    names: names.keys.length / 2,
    nameBytes: names.text.length,
    unnamed,
    shifts: shifts?.places.length ?? 0,
    model: model.trimEnd(),
  }
  const json = new TextEncoder().encode(JSON.stringify(header))
  const places = rows.keys === undefined ? Uint32Array.from(rows.places) : rows.places
  const arrays = [
    places,
    rows.keys,
    rows.lane,
    missing ? rows.shared : withoutOptional(settings, rows.shared),
    shifts?.places,
    shifts?.values,
    scalars,
    ...sums,
    names.keys,
    names.ends,
    names.text,
    names.scales,
  ]
  const present = arrays.filter((array) => array !== undefined)
  const size = present.reduce((sum, { byteLength }) => sum + padded(byteLength), 16 + padded(json.length))
  const bytes = new Uint8Array(size)
  bytes.set(new TextEncoder().encode(magic))
  const view = new DataView(bytes.buffer)
  view.setUint32(12, json.length, true)
  bytes.set(json, 16)
  let at = 16 + padded(json.length)
  for (const array of present) {
    bytes.set(littleEndianBytes(array), at)
    at += padded(array.byteLength)
  }
  view.setUint32(8, crc32(bytes.subarray(12), 0), true)
  return bytes
}

/** Reads the bytes of a slice: OL_SLICE_FORMAT if they are not exactly what `encodeSlice` returns. */
export function decodeSlice(bytes: Uint8Array): ModelPart {
  if (!isTypedArray(bytes, 'Uint8Array'))
    throw invalid('OL_SLICE_FORMAT', 'the bytes of a slice', 'a Uint8Array', bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 16 || new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== magic)
    throw corrupt('does not begin as one', bytes.length)
  if (crc32(bytes.subarray(12), 0) !== view.getUint32(8, true))
    throw corrupt('has another checksum than its contents', view.getUint32(8, true))
  const length = view.getUint32(12, true)
  if (16 + padded(length) > bytes.length) throw corrupt('is truncated', bytes.length)
  const header = headerIn(bytes.subarray(16, 16 + length))
  let at = 16 + padded(length)
  const take = <E extends Elements>(array: E): E => {
    const end = at + array.byteLength
    if (end > bytes.length) throw corrupt('is truncated', bytes.length)
    new Uint8Array(array.buffer).set(bytes.subarray(at, end))
    if (!littleEndian) swap(array)
    at += padded(array.byteLength)
    return array
  }
  const { settings, counts, missing } = decodeHeader(new TextEncoder().encode(header.model))
  const { rows: size, slice, slices, unnamed } = header
  const { lanes, laneStates, sharedStates } = rowShape(settings)
  // before anything is allocated for rows that do not exist
  if (
    size * 4 > bytes.length ||
    header.shifts > size ||
    header.names * 16 > bytes.length ||
    header.nameBytes > bytes.length
  )
    throw corrupt('is truncated', bytes.length)
  const grows = settings.bits === 'grow'
  const places = grows ? take(new Float64Array(size)) : Float64Array.from(take(new Uint32Array(size)))
  const keys = grows ? take(new Uint32Array(2 * size)) : undefined
  const Lane = settings.precision === 'float32' ? Float32Array : Float64Array
  const lane = take(new Lane(size * lanes * laneStates))
  const shared =
    missing === true || optionalState(settings) < 0
      ? take(new Float64Array(size * sharedStates))
      : withOptional(settings, take(new Float64Array(size * (sharedStates - 1))))
  const shifts =
    header.shifts === 0
      ? undefined
      : {
          places: take(new Float64Array(header.shifts)),
          values: take(new Float64Array(header.shifts * lanes)),
        }
  const scalars = take(scalarsOf(settings))
  const sums = sumLengths(settings).map((count) => take(new Float64Array(count)))
  const names = {
    keys: take(new Uint32Array(2 * header.names)),
    ends: take(new Uint32Array(2 * header.names)),
    text: take(new Uint8Array(header.nameBytes)),
    scales: tracksScales(settings) ? take(new Float64Array(header.names)) : undefined,
  }
  if (at !== bytes.length) throw corrupt('has another length than its header says', bytes.length)
  checkNames(names, grows)
  const part: ModelPart = {
    head: { settings, counts, scalars, sums, names, unnamed },
    rows: { size, places, keys, lane, shared },
    shifts,
    slice,
    slices,
  }
  checkPart(part)
  return part
}

function headerIn(json: Uint8Array): SliceHeader {
  let header: Partial<SliceHeader> | null
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)) as Partial<SliceHeader> | null
  } catch (cause) {
    throw new OLError('OL_SLICE_FORMAT', 'The file is not a slice of a model: its header is not JSON', {
      cause,
    })
  }
  for (const name of ['slice', 'slices', 'rows', 'names', 'nameBytes', 'shifts'] as const) {
    const value = header?.[name]
    if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 2 ** 40))
      throw corrupt(`has no number for ${name}`, value)
  }
  const { slice, slices, model } = header as SliceHeader
  if (typeof model !== 'string' || slice >= slices) throw corrupt('has a wrong header', slice)
  return header as SliceHeader
}

function sumLengths(settings: Settings): readonly number[] {
  const rows = settings.bits === 'grow' ? 0 : 2 ** settings.bits
  return sumsOf(settings, rows).map(({ shape }) => shape.reduce((product, side) => product * side, 1))
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}

function littleEndianBytes(array: Elements): Uint8Array {
  if (littleEndian) return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
  const copy = array.slice()
  swap(copy)
  return new Uint8Array(copy.buffer)
}

/** Reverses the bytes of each element. */
function swap(array: Elements): void {
  const { BYTES_PER_ELEMENT: width } = array
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
  for (let i = 0; i < bytes.length; i += width) bytes.subarray(i, i + width).reverse()
}

function corrupt(what: string, value: unknown): OLError {
  const text = `The file is not a slice of a model, or is corrupt: it ${what} (${String(value)})`
  return new OLError('OL_SLICE_FORMAT', text, { value })
}
