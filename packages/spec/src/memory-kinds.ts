/*
 * The kind of memory of a value from any realm: a frame, `vm` and Jest have separate classes, which `instanceof` does
 * not recognize. The getters below read the engine's internal record, which no object can fake.
 */

type Getter = (this: unknown) => unknown

const getter = (prototype: object, name: string | symbol): Getter =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get as Getter

const arrayName = /* @__PURE__ */ getter(
  /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)
const bufferLength = /* @__PURE__ */ getter(ArrayBuffer.prototype, 'byteLength')

/** Names of typed arrays. */
export interface TypedArrays {
  readonly Uint8Array: Uint8Array
  readonly Uint32Array: Uint32Array
  readonly Float32Array: Float32Array
  readonly Float64Array: Float64Array
}

/** Returns the name of the class of a typed array; undefined for other values. */
export function typedArrayName(value: unknown): string | undefined {
  return ArrayBuffer.isView(value) ? (arrayName.call(value) as string | undefined) : undefined
}

/** Returns whether a value is a typed array of a class. */
export function isTypedArray<N extends keyof TypedArrays>(value: unknown, name: N): value is TypedArrays[N] {
  return typedArrayName(value) === name
}

/**
 * Returns whether the memory of an array was transferred, to another thread for example: it then looks like an empty
 * array.
 */
export function isDetached(array: ArrayBufferView): boolean {
  if (array.byteLength > 0) return false
  try {
    new Uint8Array(array.buffer)
    return false
  } catch {
    return true
  }
}

/** Returns whether a value is an ArrayBuffer. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return hasLength(value, bufferLength)
}

/** Returns whether a value is a SharedArrayBuffer; some pages do not have this class. */
export function isSharedArrayBuffer(value: unknown): value is SharedArrayBuffer {
  return (
    typeof SharedArrayBuffer === 'function' &&
    hasLength(value, getter(SharedArrayBuffer.prototype, 'byteLength'))
  )
}

function hasLength(value: unknown, length: Getter): boolean {
  if (typeof value !== 'object' || value === null) return false
  try {
    length.call(value)
    return true
  } catch {
    return false
  }
}
