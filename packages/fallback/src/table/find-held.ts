import { areZero } from '@ol/platform'

/** Rows that are compared with 0 together. */
const blockRows = [1024, 64] as const

/** See `TableCalls.findHeld`: rows are compared with 0 together, and one by one in a block that is not 0. */
export function findHeld(buffer: ArrayBuffer, start: number, stride: number, flags: Uint8Array): void {
  const bytes = new Uint8Array(buffer, start, stride * flags.length)
  const words = new Int32Array(buffer, start, bytes.length / 4)
  const width = stride / 4
  for (let row = 0; row < flags.length; ) {
    const size = blockRows.find((rows) => {
      const end = Math.min(flags.length, row + rows)
      return row % rows === 0 && areZero(bytes, row * stride, end * stride)
    })
    const end = Math.min(flags.length, row + (size ?? blockRows[1]))
    if (size === undefined)
      for (let r = row; r < end; r++) {
        let any = 0
        for (let k = r * width; k < (r + 1) * width; k++) any |= words[k]
        if (any !== 0) flags[r] = 1
      }
    row = end
  }
}
