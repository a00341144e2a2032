import { isAscii as isAsciiNow, isUtf8 as isUtf8Now } from 'node:buffer'

/** Returns whether no byte is above 0x7f. */
export function isAscii(bytes: Uint8Array): boolean {
  return isAsciiNow(bytes)
}

/** Returns whether bytes are UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  return isUtf8Now(bytes)
}
