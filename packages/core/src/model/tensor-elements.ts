import type { Backend } from '@ol/spec'
import type { StoredNames } from '../names/name-store.js'
import type { Stored } from '../table/store.js'
import { type Tensor, widthOf } from './model-tensors.js'

/** Numbers of a tensor. */
export type Elements = Float32Array | Float64Array | Uint8Array | Uint32Array

/** The arrays that the tensors are read from and written to. */
export interface State extends Stored {
  readonly sums: readonly Float64Array[]
  readonly expansion?: { readonly numbers: Float64Array } | undefined
  readonly names: StoredNames
  /** in a file with the touched slots alone */
  readonly slots: Uint32Array | undefined
}

/** Returns the bytes of a number of a tensor. */
export function width({ dtype }: Tensor): number {
  return widthOf(dtype)
}

/** Memory for the elements of one piece after another. */
export class PieceMemory {
  #bytes = new ArrayBuffer(0)

  /** Returns elements for a piece of a table or a filler, which are zeros where nothing overwrites them. */
  elements({ dtype }: Tensor, count: number): Elements {
    if (dtype === 'F64') return new Float64Array(this.#reserve(8 * count), 0, count)
    if (dtype === 'U8') return new Uint8Array(this.#reserve(count), 0, count).fill(0)
    return new Float32Array(this.#reserve(4 * count), 0, count)
  }

  #reserve(bytes: number): ArrayBuffer {
    if (this.#bytes.byteLength < bytes) this.#bytes = new ArrayBuffer(bytes)
    return this.#bytes
  }
}

/** Maps a tensor's elements to the table: element e is at at(row) + lane. */
interface Places {
  readonly array: Float32Array | Float64Array
  readonly start: number
  readonly stride: number
  readonly lanes: number
  /** row r of the tensor belongs to slot slots[r]; absent: to slot r */
  readonly slots?: Uint32Array | undefined
}

function placesOf({ table, sums, slots }: State, { source, shape }: Tensor): Places | undefined {
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  if (source.kind === 'lane')
    return {
      array: table.lane,
      start: source.state * laneStep,
      stride: laneStride,
      lanes: shape[1] ?? 1,
      slots,
    }
  if (source.kind === 'shared')
    return { array: table.shared, start: sharedStart + source.state, stride: sharedStride, lanes: 1, slots }
  if (source.kind === 'scalars') return { array: table.scalars, start: 0, stride: 1, lanes: 1 }
  if (source.kind === 'sum') return { array: sums[source.number], start: 0, stride: 1, lanes: 1 }
  return undefined
}

/** Returns the array of a tensor that has its own, with consecutive elements. */
function ownArray({ keys, slots, names, expansion }: State, { source }: Tensor): Elements | undefined {
  if (source.kind === 'keys') return keys
  if (source.kind === 'slots') return slots
  if (source.kind === 'expansion') return expansion?.numbers
  return source.kind === 'names' ? names[source.part] : undefined
}

/** Elements of an array for one of its tensor. */
function partsOf({ dtype }: Tensor): number {
  return dtype === 'U64' ? 2 : 1
}

/** Returns elements [from, to) of a tensor, from the snapshot if there is one: in an array of the model, or in `memory`. */
export function gather(
  state: State,
  tensor: Tensor,
  from: number,
  to: number,
  memory: PieceMemory,
  backend: Pick<Backend, 'gather'>,
): Elements {
  const own = ownArray(state, tensor)
  if (own !== undefined) return own.subarray(from * partsOf(tensor), to * partsOf(tensor))
  const elements = memory.elements(tensor, to - from)
  const places = placesOf(state, tensor)
  if (places === undefined) return elements
  const { start, stride, lanes, slots } = places
  const { source } = tensor
  const kept = source.kind === 'lane' || source.kind === 'shared' ? state.snapshot : undefined
  if (kept === undefined && slots === undefined) {
    copyStrided(places, from, elements)
    return elements
  }
  if (slots !== undefined) {
    const own = slots.subarray(from / lanes, to / lanes)
    if (kept?.hasCopies(own[0], own[own.length - 1] + 1) !== true) {
      backend.gather(places.array, start, stride, lanes, own, elements as Float32Array | Float64Array)
      return elements
    }
  }
  for (let i = 0, row = from / lanes; i < elements.length; i += lanes, row++) {
    const slot = slots === undefined ? row : slots[row]
    let { array } = places
    let k = start + slot * stride
    const place = kept === undefined ? -1 : kept.placeOf(slot)
    if (kept !== undefined && place >= 0) {
      const { lane, shared, layout } = kept.tableAt(place)
      const isLane = source.kind === 'lane'
      array = isLane ? lane : shared
      // in a table with another number of rows, only shared states begin at another place
      k =
        (isLane ? start : start + layout.sharedStart - state.table.layout.sharedStart) +
        kept.rowAt(place) * stride
    }
    for (let l = 0; l < lanes; l++) elements[i + l] = array[k + l]
  }
  return elements
}

/** Copies rows of lanes at equal distances: a large table with all slots takes this path. */
function copyStrided({ array, start, stride, lanes }: Places, from: number, elements: Elements): void {
  let k = start + (from / lanes) * stride
  if (lanes === 1) {
    for (let i = 0; i < elements.length; i++, k += stride) elements[i] = array[k]
    return
  }
  for (let i = 0; i < elements.length; i += lanes, k += stride)
    for (let l = 0; l < lanes; l++) elements[i + l] = array[k + l]
}

/** Copies elements of a tensor, from `from` on, into the arrays of a model; each of its slots is in its table. */
export function scatter(
  state: State,
  tensor: Tensor,
  from: number,
  elements: Elements,
  backend: Pick<Backend, 'scatter'>,
): void {
  const own = ownArray(state, tensor)
  if (own !== undefined) {
    own.set(elements, from * partsOf(tensor))
    return
  }
  const places = placesOf(state, tensor)
  if (places === undefined) return
  const { array, start, stride, lanes, slots } = places
  if (slots !== undefined) {
    const own = slots.subarray(from / lanes, (from + elements.length) / lanes)
    backend.scatter(elements as Float32Array | Float64Array, array, start, stride, lanes, own)
    return
  }
  for (let i = 0, k = start + (from / lanes) * stride; i < elements.length; i += lanes, k += stride)
    for (let l = 0; l < lanes; l++) array[k + l] = elements[i + l]
}
