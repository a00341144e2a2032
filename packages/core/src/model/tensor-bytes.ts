import { fromUpperHalves, upperHalves } from './bfloat16.js'
import type { Tensor } from './model-tensors.js'
import { type Elements, width } from './tensor-elements.js'

/** a piece takes less than 1 ms, because the event loop waits for it */
const pieceBytes = 1 << 17
const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** Yields elements [from, to) of a tensor in pieces of complete rows of lanes. */
export function* spans(tensor: Tensor): Generator<[from: number, to: number]> {
  const count = (tensor.end - tensor.start) / width(tensor)
  const perRow = tensor.shape.length > 1 ? tensor.shape[1] : 1
  const step = Math.max(1, Math.floor(pieceBytes / width(tensor) / perRow)) * perRow
  for (let from = 0; from < count; from += step) yield [from, Math.min(count, from + step)]
}

/** Returns the bytes of elements in the order of the file. */
export function bytesOf({ dtype }: Tensor, given: Elements): Uint8Array {
  const elements = dtype === 'BF16' ? upperHalves(given as Float32Array) : given
  const bytes = new Uint8Array(elements.buffer as ArrayBuffer, elements.byteOffset, elements.byteLength)
  return littleEndian ? bytes : swapped(bytes, elements.BYTES_PER_ELEMENT)
}

/** Returns the elements of bytes of a file. */
export function elementsOf(tensor: Tensor, bytes: Uint8Array): Elements {
  const size = tensor.dtype === 'U64' ? 4 : width(tensor)
  const { buffer, byteOffset, byteLength } = littleEndian ? aligned(bytes, size) : swapped(bytes, size)
  const count = byteLength / size
  if (tensor.dtype === 'U8') return new Uint8Array(buffer, byteOffset, count)
  if (tensor.dtype === 'BF16') return fromUpperHalves(new Uint16Array(buffer, byteOffset, count))
  if (tensor.dtype === 'U64' || tensor.dtype === 'U32') return new Uint32Array(buffer, byteOffset, count)
  return tensor.dtype === 'F32'
    ? new Float32Array(buffer, byteOffset, count)
    : new Float64Array(buffer, byteOffset, count)
}

/** Returns bytes aligned for numbers of a size, in memory that no other thread writes. */
function aligned(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset } = bytes
  return buffer instanceof ArrayBuffer && byteOffset % size === 0
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)
}

/** Returns the bytes of each element in reverse, for big-endian machines. */
export function swapped(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length)
  for (let i = 0; i < bytes.length; i += size) {
    for (let j = 0; j < size; j++) out[i + j] = bytes[i + size - 1 - j]
  }
  return out
}
