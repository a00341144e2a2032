import type { Backend } from '@ol/spec'

/** What a native addon's package says: the backend, or why there is none. */
export type NativeLoad = { readonly backend: Backend } | { readonly missing: string }

/** The bytes of a file in pieces, then a patch of bytes already given. */
export type Pieces = Generator<Uint8Array, Patch, void>

export interface Patch {
  /** bytes from the start of the file */
  readonly offset: number
  readonly bytes: Uint8Array
}

/** What core needs of the machine it runs on; everything else is plain JavaScript. */
export interface Platform {
  /** an environment variable; undefined where there is none or no permission to read it */
  env(name: string): string | undefined
  /** bytes of memory of this machine; Infinity where unknown */
  memory(): number
  crc32(bytes: Uint8Array, previous: number): number
  /** Loads the addon; throws OL_ADDON_BROKEN where it is there and unusable. */
  loadNative(): NativeLoad
  /** Writes a whole file or none (see `writeAtomic` of node.ts). */
  writeFile(path: string, pieces: Pieces): Promise<void>
  /** Opens a file to be read from front to back; OL_FILE_MISSING, OL_FILE_DIRECTORY or OL_FILE_UNREADABLE. */
  openFile(path: string): Promise<FileSource>
}

export interface FileSource {
  readonly size: number
  /** The next `length` bytes, fewer only at the end; valid until the next call; aligned to 8 in memory. */
  read(length: number): Promise<Uint8Array>
  close(): Promise<void>
}
