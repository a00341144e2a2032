import { invalid } from '@ol/spec'

const encoder = new TextEncoder()

/** The byte that a namespace goes by. */
export function spaceByte(name: string): number {
  return encoder.encode(name)[0] ?? 32
}

/** The number for each byte of settings like ['2', 'a3']; a later one goes before an earlier one. */
export function perSpace(name: string, settings: readonly string[], without: number): Uint32Array {
  const numbers = new Uint32Array(256).fill(without)
  for (const setting of settings) {
    const match = /^([^\d].*?)?(\d+)$/s.exec(setting)
    const number = Number(match?.[2])
    if (match === null || number > 1e6)
      throw invalid('OL_PARAMETER', name, 'a whole number, or a namespace and one, such as 2 or a2', setting)
    if (match[1] === undefined) numbers.fill(number)
    else numbers[spaceByte(match[1])] = number
  }
  return numbers
}
