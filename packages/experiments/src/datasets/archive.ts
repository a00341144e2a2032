import { execFile } from 'node:child_process'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import { OLError } from '@ol/spec'
import { uncompressLzw } from './lzw.js'

/**
 * Returns the decompressed content of a file, or of a member of an archive. `member` is a path through nested archives:
 * `bank.zip/bank-full.csv` is bank-full.csv in the bank.zip of the archive. Supports zip, tar, gzip, compress (.Z) and,
 * if the machine has the command `bzip2`, bzip2. Errors: OL_INPUT_TRUNCATED, OL_FILE_MISSING if there is no such
 * member.
 */
export async function contentOf(bytes: Buffer, name: string, member: string | undefined): Promise<Buffer> {
  try {
    return await opened(bytes, name, member ?? '')
  } catch (cause) {
    if (cause instanceof OLError) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OLError('OL_INPUT_TRUNCATED', `${name}: ${why}`, { value: name, cause })
  }
}

async function opened(bytes: Buffer, name: string, member: string): Promise<Buffer> {
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50) return within(zipMember, bytes, name, member)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return opened(gunzipSync(bytes), name, member)
  if (bytes[0] === 0x1f && bytes[1] === 0x9d) return opened(uncompressLzw(bytes), name, member)
  if (bytes.subarray(0, 3).toString('latin1') === 'BZh')
    return opened(await bunzip(bytes, name), name, member)
  if (bytes.subarray(257, 262).toString('latin1') === 'ustar') return within(tarMember, bytes, name, member)
  return bytes
}

type Finder = (archive: Buffer, path: string) => Buffer | undefined

/** Finds the longest prefix of the path that is a member, and continues within that member. */
async function within(find: Finder, archive: Buffer, name: string, path: string): Promise<Buffer> {
  const steps = path.split('/')
  for (let n = steps.length; n > 0; n--) {
    const head = steps.slice(0, n).join('/')
    const found = find(archive, head)
    if (found !== undefined) return opened(found, head, steps.slice(n).join('/'))
  }
  throw new OLError('OL_FILE_MISSING', `${name}: there is no ${path} in it`, { value: path })
}

function zipMember(archive: Buffer, path: string): Buffer | undefined {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('the archive has no end')
  let at = archive.readUInt32LE(end + 16)
  for (let k = archive.readUInt16LE(end + 10); k > 0; k--) {
    const method = archive.readUInt16LE(at + 10)
    const size = archive.readUInt32LE(at + 20)
    const nameLength = archive.readUInt16LE(at + 28)
    const skip = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    const local = archive.readUInt32LE(at + 42)
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === path) {
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const compressed = archive.subarray(start, start + size)
      if (method === 0) return compressed
      if (method !== 8) throw new Error(`expected compression method 0 or 8 of ${path} but it is ${method}`)
      return inflateRawSync(compressed)
    }
    at += 46 + nameLength + skip
  }
  return undefined
}

function tarMember(archive: Buffer, path: string): Buffer | undefined {
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const text = (from: number, length: number): string =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0[\s\S]*$/, '')
    const size = Number.parseInt(text(124, 12), 8)
    if (!(size >= 0) || at + 512 + size > archive.length) throw new Error('the archive is truncated')
    const prefix = text(345, 155)
    const name = `${prefix === '' ? '' : `${prefix}/`}${text(0, 100)}`.replace(/^\.\//, '')
    if (name === path) return archive.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return undefined
}

function bunzip(bytes: Buffer, name: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: 2 ** 33 } as const
    const child = execFile('bzip2', ['-dc'], options, (error, content) => {
      if (error === null) resolve(content)
      else if (error.code === 'ENOENT')
        reject(
          new OLError(
            'OL_FILE_UNREADABLE',
            `${name} is bzip2, and there is no program bzip2 on this machine: install it`,
            {
              value: name,
            },
          ),
        )
      else reject(error)
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}
