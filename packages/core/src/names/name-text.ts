import { limits } from '@ol/spec'

const encoder = new TextEncoder()
const ellipsis = '…'
const room = new Uint8Array(limits.maxNameBytes - encoder.encode(ellipsis).length)

/** Returns the name that a model keeps: of a longer one as many whole characters as fit, and an ellipsis. */
export function keptName(name: string): string {
  // a character of a string takes at most three bytes
  if (name.length * 3 <= limits.maxNameBytes) return name
  if (encoder.encode(name).length <= limits.maxNameBytes) return name
  return name.slice(0, encoder.encodeInto(name, room).read) + ellipsis
}
