declare module 'lz4js' {
  export function decompress(data: Uint8Array, maxSize?: number): Uint8Array
}

declare module 'unbzip2-stream/lib/bzip2.js' {
  interface Bzip2 {
    header(bits: (count: number | null) => number): number
    decompress(
      bits: (count: number | null) => number,
      put: (byte: number) => void,
      buffer: Int32Array,
      size: number,
      checksum: number,
    ): number | null
  }
  const bzip2: Bzip2
  export default bzip2
}

declare module 'unbzip2-stream/lib/bit_iterator.js' {
  export default function bits(
    nextBuffer: () => Uint8Array | undefined,
  ): ((count: number | null) => number) & { bytesRead: number }
}
