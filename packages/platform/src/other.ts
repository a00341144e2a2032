import { OLError } from '@ol/spec'
import type {
  FileStat,
  MemoryFacts,
  NewFile,
  OptionalPackage,
  Output,
  Pieces,
  RandomAccess,
  SlicedWrite,
  StreamCompression,
} from './contract.js'
import { corruptData } from './corrupt.js'
import { fromWeb, toWeb } from './web-streams.js'

// For browsers, workers and other places without a file system: exports the same names as node.ts.

export { corruptData } from './corrupt.js'
export { crc32, joinedCrc32 } from './crc32.js'
export { disposeWhereKnown } from './dispose.js'
export { checkRange } from './range.js'
export { fromWeb, toWeb } from './web-streams.js'
export { areZero } from './zeros.js'

export function bytesRead(): number {
  return 0
}

export function processors(): number {
  return 1
}

/** Whether `memory` and `memoryFacts` know the machine. */
export const knowsMemory: boolean = false

/** Whether `optionalPackage` finds packages. */
export const loadsPackages: boolean = false

export function env(_name: string): string | undefined {
  return undefined
}

export function memory(): number {
  return Number.POSITIVE_INFINITY
}

export function memoryFacts(): MemoryFacts {
  return { where: 'this machine', total: Number.POSITIVE_INFINITY, left: Number.POSITIVE_INFINITY }
}

export function optionalPackage(_name: string, _from: string): OptionalPackage {
  return { missing: 'this runtime does not load native addons' }
}

function noFiles(path: string): OLError {
  const text = 'there is no file system here: files are read and written under Node, Deno and Bun only'
  return new OLError('OL_FILE_UNREADABLE', text, { file: path, value: path })
}

export async function writeAtomic(path: string, _pieces: Pieces): Promise<void> {
  throw noFiles(path)
}

export async function writeWhole(path: string, _bytes: Uint8Array): Promise<void> {
  throw noFiles(path)
}

export function writeInSlices(path: string, _pieces: Pieces): SlicedWrite {
  throw noFiles(path)
}

export function createFile(path: string): NewFile {
  throw noFiles(path)
}

export async function openOutput(path: string): Promise<Output> {
  throw noFiles(path)
}

export function checkWritable(path: string): void {
  throw noFiles(path)
}

export function checkSpace(path: string, _bytes: number): void {
  throw noFiles(path)
}

export function freeSpace(_path: string): number | undefined {
  return undefined
}

export function identityOf(path: string): string | undefined {
  return path
}

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 128)
}

const strict = new TextDecoder('utf-8', { fatal: true })

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}

export async function isWritable(_path: string): Promise<boolean> {
  return false
}

export async function statPath(_path: string): Promise<FileStat | undefined> {
  return undefined
}

export async function isSameFile(a: string, b: string): Promise<boolean> {
  return a === b
}

export function readPath(path: string): AsyncGenerator<Uint8Array> {
  throw noFiles(path)
}

export async function isRegular(_path: string | undefined): Promise<boolean> {
  return true
}

export async function openRandom(path: string): Promise<RandomAccess | undefined> {
  throw noFiles(path)
}

/** Without Node there are no folders to match a pattern against. */
export async function matchingPaths(path: string): Promise<readonly string[]> {
  return [path]
}

export function readStdin(): AsyncIterable<Uint8Array> {
  throw new OLError(
    'OL_FILE_UNREADABLE',
    'standard input can be read under Node, Deno and Bun only: pass bytes, a Blob or a stream',
  )
}

/** Decompresses gzip with the API of browsers, which reads one member. */
export async function* decompress(
  pieces: AsyncIterable<Uint8Array>,
  compression: StreamCompression,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  if (compression !== 'gzip')
    throw new OLError(
      'OL_INPUT_BINARY',
      `the input is ${compression} data, which only Node can decompress: decompress it first`,
      {
        ...(file === undefined ? {} : { file }),
        value: compression,
      },
    )
  const watched = toWeb(pieces)
  const unzip = new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>
  yield* fromWeb(watched.stream.pipeThrough(unzip), watched, (cause) =>
    corruptData('gzip', watched.taken, 'or is truncated', file, cause),
  )
}

interface ReadableWritablePair<R, W> {
  readable: ReadableStream<R>
  writable: WritableStream<W>
}
