import { checkRange, type RandomAccess } from '@ol/platform'

export function inMemory(bytes: Uint8Array): RandomAccess {
  return {
    byteLength: bytes.length,
    slice: async (start, end = bytes.length) => {
      checkRange(start, end, bytes.length)
      return bytes.slice(start, end).buffer as ArrayBuffer
    },
    close: async () => undefined,
  }
}
