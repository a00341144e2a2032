import { invalid } from '@ol/spec'

const encoder = new TextEncoder()

/** Returns the byte that identifies a namespace. */
export function spaceByte(name: string): number {
  return encoder.encode(name)[0] ?? 32
}

/** Returns the number for each byte of settings like ['2', 'a3']: its own number, or else the common one. */
export function perSpace(name: string, settings: readonly string[], without: number): Uint32Array {
  const own = new Map<number | undefined, number>()
  for (const setting of settings) {
    const match = /^([^\d].*?)?(\d+)$/s.exec(setting)
    const number = Number(match?.[2])
    if (match === null || number > 1e6)
      throw invalid('OL_PARAMETER', name, 'a whole number, or a namespace and one, such as 2 or a2', setting)
    const byte = match[1] === undefined ? undefined : spaceByte(match[1])
    if (own.has(byte)) throw invalid('OL_PARAMETER', name, 'one number for each namespace', setting)
    own.set(byte, number)
  }
  return Uint32Array.from({ length: 256 }, (_, byte) => own.get(byte) ?? own.get(undefined) ?? without)
}
