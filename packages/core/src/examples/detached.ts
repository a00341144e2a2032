/** Whether the memory of an array was transferred: it then looks like an empty one. */
export function isDetached(array: Float64Array | Float32Array): boolean {
  if (array.length > 0) return false
  try {
    new Uint8Array(array.buffer)
    return false
  } catch {
    return true
  }
}
