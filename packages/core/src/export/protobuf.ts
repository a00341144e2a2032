// Messages of Protocol Buffers: as much of their encoding as the file of a model needs.

const encoder = new TextEncoder()

/** A field of a message: its number, and an integer >= 0, a string, or the bytes of a message or of an array. */
export type MessageField = readonly [number: number, value: number | string | Uint8Array]

/** Returns the bytes of a message. */
export function message(...fields: readonly MessageField[]): Uint8Array {
  return joined(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return joined([varint(number * 8), varint(value)])
      const bytes = typeof value === 'string' ? encoder.encode(value) : value
      return joined([varint(number * 8 + 2), varint(bytes.length), bytes])
    }),
  )
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.from([...bytes, rest])
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
