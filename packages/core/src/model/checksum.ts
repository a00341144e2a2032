import { crc32, joinedCrc32 } from '@ol/platform'

/** The checksum of what follows the header of a model file. */
export class Checksum {
  #value = 0
  #length = 0

  /** Adds bytes. */
  add(bytes: Uint8Array): void {
    this.#value = crc32(bytes, this.#value)
    this.#length += bytes.length
  }

  /** Adds a nested file whose checksum is known. */
  addFile(checksum: number, length: number): void {
    this.#value = joinedCrc32(this.#value, checksum, length)
    this.#length += length
  }

  /** Returns the checksum of a header and everything that was added. */
  after(head: Uint8Array): number {
    return joinedCrc32(crc32(head, 0), this.#value, this.#length)
  }
}

/** Returns a checksum as the header of a file states it. */
export function checksumText(checksum: number): string {
  return checksum.toString(16).padStart(8, '0')
}
